import BridgePrimitives

extension TraceEvent {
    /// What ``json`` says of an event, read again. Texts stay as masked as they were written.
    ///
    /// Members that are not known are passed over: a later writer of the same version may have more.
    package init(_ reader: TraceReader) throws(TraceDefect) {
        self.init(
            sequence: Int(clamping: try reader.integer("sequence")), at: try reader.time("at"),
            elapsed: reader.durationIfAny("elapsed") ?? .zero, actor: try reader.choice("actor"),
            kind: try Kind(reader))
    }
}

extension TraceEvent.Kind {
    private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

    fileprivate init(_ reader: TraceReader) throws(TraceDefect) {
        let name = try reader.text("event")
        guard let kind = Self.byName[name] else { throw .unknown("event", name) }
        self = try kind.read(reader)
    }
}
