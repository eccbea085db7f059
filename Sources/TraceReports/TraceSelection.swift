package import BridgePrimitives
package import BridgeTrace

/// Which traces of a file are meant: `FILE#2`, or `FILE` and a name.
package struct TraceSelection: Hashable, Sendable {
    /// As it is typed, with what was behind `#`.
    package let typed: String
    package let file: String
    /// The trace's id; nil for all.
    package let id: String?

    /// - Parameter isFile: whether there is a file of that name, which is then meant as it is.
    package init(_ typed: String, isFile: (String) -> Bool) {
        self.typed = typed
        guard let mark = typed.lastIndex(of: "#"), mark != typed.startIndex, !isFile(typed) else {
            (file, id) = (typed, nil)
            return
        }
        (file, id) = (String(typed[..<mark]), String(typed[typed.index(after: mark)...]))
    }

    /// - Parameter name: of the traces; nil for all.
    /// - Throws: `traces/no-such-trace`.
    package func traces(of all: [RecordedTrace], named name: String?) throws(BridgeFailure) -> [RecordedTrace] {
        let found = all.filter { (id == nil || $0.head.id == id) && (name == nil || $0.head.name == name) }
        guard found.isEmpty, id != nil || name != nil else { return found }
        let wanted = [id.map { "number \($0)" }, name.map { "name \"\($0)\"" }].compactMap { $0 }
        throw TraceReportReason.noSuchTrace.failure(
            "\(file) has no trace of \(wanted.joined(separator: " and ")), only \(Self.list(all))")
    }

    /// - Throws: `traces/no-such-trace`, `traces/several`.
    package func trace(of all: [RecordedTrace], named name: String?) throws(BridgeFailure) -> RecordedTrace {
        let found = try traces(of: all, named: name)
        guard let first = found.first, found.count == 1 else {
            throw TraceReportReason.several.failure("\(file) has \(found.count) traces: \(Self.list(found))")
        }
        return first
    }

    fileprivate static func list(_ traces: [RecordedTrace]) -> String {
        guard !traces.isEmpty else { return "none" }
        let some = traces.prefix(8).map { "#\($0.head.id) \($0.head.name)" }.joined(separator: ", ")
        return traces.count > 8 ? some + " and \(traces.count - 8) more" : some
    }
}

/// Which traces of two files are compared.
package struct TracePairs: Sendable {
    package let pairs: [(a: RecordedTrace, b: RecordedTrace)]
    /// Those whose name the other does not have, or not as often.
    package let onlyA: [RecordedTrace]
    package let onlyB: [RecordedTrace]

    /// One of each are a pair, whatever they are called; several are paired by name, in their order. Clients of recordings
    /// are paired by what they are, and where that differs, one by one.
    ///
    /// - Throws: `traces/nothing-in-common`.
    package init(_ a: [RecordedTrace], _ b: [RecordedTrace]) throws(BridgeFailure) {
        if let first = a.first, let second = b.first, a.count == 1, b.count == 1 {
            (pairs, onlyA, onlyB) = ([(first, second)], [], [])
            return
        }
        var waiting: [String: [RecordedTrace]] = [:]
        for trace in b.reversed() { waiting[Self.name(of: trace), default: []].append(trace) }
        var (pairs, onlyA) = ([(a: RecordedTrace, b: RecordedTrace)](), [RecordedTrace]())
        for trace in a {
            if let other = waiting[Self.name(of: trace)]?.popLast() {
                pairs.append((trace, other))
            } else {
                onlyA.append(trace)
            }
        }
        if pairs.isEmpty, a.count == b.count, (a + b).allSatisfy({ $0.head.seenFrom == .network }) {
            (self.pairs, self.onlyA, onlyB) = (zip(a, b).map { ($0, $1) }, [], [])
            return
        }
        guard !pairs.isEmpty else {
            throw TraceReportReason.nothingInCommon.failure(
                "of \(a.count) and \(b.count) traces no two have the same name: \(TraceSelection.list(a)); and"
                    + " \(TraceSelection.list(b))")
        }
        let left = waiting.mapValues { Set($0.map(\.head.id)) }
        let onlyB = b.filter { left[Self.name(of: $0)]?.contains($0.head.id) == true }
        (self.pairs, self.onlyA, self.onlyB) = (pairs, onlyA, onlyB)
    }

    /// A recording's has the file's before the client's.
    private static func name(of trace: RecordedTrace) -> String {
        let name = trace.head.name
        guard trace.head.seenFrom == .network, let mark = name.firstRange(of: ": ") else { return name }
        return String(name[mark.upperBound...])
    }
}
