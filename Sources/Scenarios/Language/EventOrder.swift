import BridgePrimitives

/// The order in which a scenario's unordered events are to happen, as its file names them.
public struct EventOrder: Hashable, Sendable {
    public struct Entry: Hashable, Sendable {
        /// `open/request-1`: the step's name, and what of it.
        public let name: String
        public let location: SourceLocation

        public init(_ name: String, at location: SourceLocation) { (self.name, self.location) = (name, location) }

        /// The name of the step that it belongs to.
        public var step: String { String(name.prefix { $0 != "/" }) }
    }

    public var entries: [Entry]

    public init(_ entries: [Entry]) { self.entries = entries }

    /// What is wrong with it, given the scenario's steps; nil for nothing.
    ///
    /// Which events a step has shows only as it happens; that is told then.
    func problem(among steps: [Scenario.NamedStep]) -> (entry: Entry, message: String, fix: String)? {
        let known = steps.map(\.name)
        var seen: Set<String> = []
        for entry in entries {
            guard known.contains(entry.step) else {
                return (
                    entry, "no step of this scenario goes by \"\(entry.step)\"",
                    Suggestion.text(for: entry.step, among: known)
                )
            }
            guard seen.insert(entry.name).inserted else {
                return (entry, "\(entry.name) stands twice in the order", "each event happens once: take one out")
            }
        }
        return nil
    }
}

extension FieldType<EventOrder> {
    /// A list of events' names.
    static var order: Self {
        FieldType(.list(.text)) { node, reader in
            let before = reader.problems.count
            let entries = node.elements.compactMap { element in
                reader.text(element).map { EventOrder.Entry($0, at: reader.location(element)) }
            }
            return reader.problems.count == before ? EventOrder(entries) : nil
        }
    }
}
