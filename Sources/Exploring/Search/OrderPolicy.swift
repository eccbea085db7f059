import BridgePrimitives

/// Says, at each moment of one run, which event happens next.
public struct OrderPolicy: Sendable {
    private enum Kind: Sendable {
        /// These first, then the program's order without what is asleep.
        case prescribed([RaceEvent])
        case following([String])
        case random(Chances)
    }

    private var kind: Kind
    /// Events whose orders were run elsewhere, until one that they conflict with has happened.
    private var asleep: [RaceEvent: Footprint]
    /// What was to happen next, and was not to be had then: by a named order, or where a run does not come again as it
    /// was.
    public private(set) var missed: String?

    private init(_ kind: Kind, asleep: [RaceEvent: Footprint] = [:]) { (self.kind, self.asleep) = (kind, asleep) }

    /// As the program has it.
    public static var program: OrderPolicy { OrderPolicy(.prescribed([])) }

    static func prescribed(_ prefix: [RaceEvent], asleep: [RaceEvent: Footprint]) -> OrderPolicy {
        OrderPolicy(.prescribed(prefix), asleep: asleep)
    }

    /// The events of these names in this order. Those that are not named happen as the program has them, as soon as
    /// nothing that is named can happen first.
    public static func following(_ names: [String]) -> OrderPolicy { OrderPolicy(.following(names)) }

    /// By chance, and so that what is slow stays slow for a while: tossing a coin at each moment would hardly ever let
    /// one thing come after five others.
    public static func random(seed: UInt64) -> OrderPolicy { OrderPolicy(.random(Chances(seed: seed))) }

    /// Names of the order that have not come yet.
    public var waiting: [String] { if case .following(let names) = kind { names } else { [] } }

    /// - Parameter enabled: not empty, in the program's order.
    /// - Returns: nil when every way to go on was gone elsewhere.
    public mutating func next(of enabled: [RaceEvent]) -> RaceEvent? {
        switch kind {
        case .prescribed(let prefix):
            guard let wanted = prefix.first else { return enabled.first { asleep[$0] == nil } }
            if let event = enabled.first(where: { $0 == wanted }) { return event }
            missed = wanted.name
            return nil
        case .random(var chances):
            defer { kind = .random(chances) }
            return chances.next(of: enabled)
        case .following(let names):
            if let wanted = names.first, let event = enabled.first(where: { $0.name == wanted }) { return event }
            // What is named next may still be on its way.
            if let event = enabled.first(where: { !names.contains($0.name) }) { return event }
            missed = missed ?? names.first
            return names.lazy.compactMap { name in enabled.first { $0.name == name } }.first
        }
    }

    public mutating func happened(_ event: RaceEvent, touching footprint: Footprint) {
        switch kind {
        case .prescribed(let prefix):
            kind = .prescribed(Array(prefix.dropFirst()))
            if prefix.count <= 1 { asleep = asleep.filter { !$0.value.conflicts(with: footprint) } }
        case .following(let names):
            if let place = names.firstIndex(of: event.name) {
                kind = .following(Array(names[..<place] + names[(place + 1)...]))
            }
        case .random: break
        }
    }
}

/// Priorities by chance, which change now and then (after Burckhardt, Kothari, Musuvathi and Nagarakatte, 2010).
private struct Chances: Sendable {
    private var generator: SeededGenerator
    /// Of what one task does, or of what was posted at one time.
    private var priorities: [[Int]: UInt64] = [:]

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func next(of enabled: [RaceEvent]) -> RaceEvent? {
        var best: [RaceEvent] = []
        var highest: UInt64 = 0
        for event in enabled {
            let source = Array(event.path.dropLast())
            let priority = priorities[source] ?? generator.next()
            priorities[source] = priority
            if best.isEmpty || priority > highest { (best, highest) = ([], priority) }
            if priority == highest { best.append(event) }
        }
        let chosen = best.randomElement(using: &generator)
        if let chosen, generator.next() % 4 == 0 { priorities[Array(chosen.path.dropLast())] = generator.next() }
        return chosen
    }
}
