import BridgePrimitives

/// The faults in force; those that happen once are taken out by the request that meets them.
public final class FaultBook: Sendable {
    private let list = Mutex<[Fault]>([])
    /// The largest number of faults at once.
    public static let limit = 100

    init() {}

    public var all: [Fault] { list.withLock { $0 } }

    /// Puts these in force, and no others.
    public func set(_ faults: [Fault]) { list.withLock { $0 = Array(faults.prefix(Self.limit)) } }

    /// What happens to a request for this endpoint, in the order of the list.
    func take(for endpointID: String) -> [Fault.Effect] {
        list.withLock { list in
            guard !list.isEmpty else { return [] }
            let (met, rest) = Self.split(list, for: endpointID)
            list = rest
            return met
        }
    }

    /// The decision alone: what is met, and what is in force after that.
    static func split(_ faults: [Fault], for endpointID: String) -> (met: [Fault.Effect], rest: [Fault]) {
        let met = faults.filter { $0.applies(to: endpointID) }
        let rest = faults.filter { !$0.applies(to: endpointID) || $0.times == .always }
        return (met.map(\.effect), rest)
    }
}
