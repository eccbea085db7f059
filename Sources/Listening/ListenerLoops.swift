package import BridgePrimitives
package import Files
import Hummingbird
package import NIOCore

/// The event loops of all listeners. They start with the first listener, and end the process if they get no descriptor:
/// so it is checked before that there are enough.
package enum ListenerLoops {
    private struct State {
        var count = System.coreCount
        var haveStarted = false
    }

    private static let state = Mutex(State())

    /// One loop a processor, and fewer if the process may open few descriptors.
    static func count(processors: Int, within limit: DescriptorLimit) -> Int {
        max(1, min(processors, limit.soft / 64))
    }

    /// Settles how many loops there are. Call it once, at the start of a program.
    package static func settle(within limit: DescriptorLimit) {
        let count = count(processors: System.coreCount, within: limit)
        guard count < System.coreCount else { return }
        NIOSingletons.groupLoopCountSuggestion = count
        state.withLock { $0.count = count }
    }

    #if canImport(Darwin)
        private static let each = 1
    #else
        private static let each = 3
    #endif

    /// How many descriptors they will have opened once they have started.
    package static var descriptors: Int { state.withLock { $0.count } * each }

    /// The loops, which this starts if need be.
    ///
    /// - Parameter name: what the service that wants them is called in messages.
    /// - Throws: `server/too-few-descriptors`.
    package static func group(for name: String) throws(BridgeFailure) -> any EventLoopGroup {
        try state.withLock { state throws(BridgeFailure) in
            // What the listener itself opens comes on top.
            let needed = 4 + (state.haveStarted ? 0 : state.count * each)
            guard DescriptorLimit.current.room(upTo: needed) >= needed else {
                throw .tooFewDescriptors("\(name) cannot listen")
            }
            state.haveStarted = true
            return EventLoopGroupProvider.singleton.eventLoopGroup
        }
    }
}

extension BridgeFailure {
    /// - Parameters:
    ///   - problem: what cannot be done; one clause.
    ///   - limit: what the process may open.
    ///   - needed: how many descriptors would be enough.
    ///   - hasJobs: whether fewer `--jobs` would be a remedy, too.
    package static func tooFewDescriptors(
        _ problem: String, limit: DescriptorLimit = .current, needed: Int = 0, hasJobs: Bool = false
    ) -> BridgeFailure {
        let fix = "run it in a shell with `ulimit -n \(max(needed, DescriptorLimit.usual))`"
        return ListeningReason.tooFewDescriptors.failure(
            "\(problem): the process may open \(limit.soft) descriptors (files and sockets)",
            fix: hasJobs ? fix + ", or pass fewer --jobs" : fix)
    }
}
