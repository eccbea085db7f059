package import BridgePrimitives
package import BridgeTrace

/// One of the two traces, as people name it.
package struct ComparedTraceName: Hashable, Sendable {
    package let file: String
    package let trace: RecordedTrace

    package init(file: String, trace: RecordedTrace) { (self.file, self.trace) = (file, trace) }

    var text: String {
        let made = [trace.head.profile, trace.head.engine].compactMap { $0 }.joined(separator: ", ")
        return "\(file)#\(trace.head.id)" + (made.isEmpty ? "" : "  (\(made))")
    }

    var json: JSONValue {
        var object = JSONObject([
            ("file", .string(file)), ("id", .string(trace.head.id)), ("name", .string(trace.head.name)),
            ("verdict", .string(trace.verdictWord)),
        ])
        object["profile"] = trace.head.profile.map { .string($0) }
        object["engine"] = trace.head.engine.map { .string($0) }
        return .object(object)
    }
}

extension TraceComparison {
    /// For people: the first step that differs from both sides, then a line for each that followed.
    ///
    /// - Parameters:
    ///   - reasons: where the meaning and the fix of a code stand.
    ///   - limit: how many of those that followed are told.
    package func lines(files: (a: String, b: String), reasons: ReasonCatalogue, limit: Int = 40) -> [String] {
        let (left, right) = (
            ComparedTraceName(file: files.a, trace: a), ComparedTraceName(file: files.b, trace: b)
        )
        guard let first = steps.first else { return ["same     \(a.head.name): \(a.verdictWord)"] }
        var lines = ["differs  \(a.head.name), first in \(first.what)"]
        lines += Self.side("A", left, first.a, step: first, reasons)
        lines += Self.side("B", right, first.b, step: first, reasons)
        for difference in first.differences { lines.append("  \(difference.text)") }
        let rest = steps.dropFirst()
        if !rest.isEmpty { lines.append("then") }
        lines += rest.prefix(limit).map { "  " + $0.line }
        if rest.count > limit { lines.append("  and \(rest.count - limit) more, which --json has") }
        return lines
    }

    private static func side(
        _ letter: String, _ name: ComparedTraceName, _ event: TraceEvent?, step: Step, _ reasons: ReasonCatalogue
    ) -> [String] {
        var lines = ["\(letter)  \(name.text)"]
        if step.aspect == .verdict {
            if let before = self.event(before: nil, in: name.trace) { lines.append("  before  \(place(before))") }
            lines.append("  here    \(name.trace.verdictWord)")
            if let cause = name.trace.outcome?.rootCause {
                lines.append("          \(cause.code): \(cause.message)")
                if !cause.fix.isEmpty { lines.append("          → \(cause.fix)") }
            }
            return lines
        }
        guard let event else {
            let last = letter == "A" ? step.lastOfA : step.lastOfB
            return lines + (last.map { ["  before  \(place($0))"] } ?? []) + ["  here    no such step"]
        }
        if let before = self.event(before: event, in: name.trace) { lines.append("  before  \(place(before))") }
        lines.append("  here    \(place(event))")
        for code in event.reasons.uniqued() {
            guard let entry = reasons[code] else { continue }
            lines.append("          \(code): \(entry.meaning)")
            if !entry.fix.isEmpty { lines.append("          → \(entry.fix)") }
        }
        return lines
    }

    private static func place(_ event: TraceEvent) -> String {
        "\(event.sequence)  \(event.actor.rawValue)  \(EventSentence.text(event))"
    }

    package func json(files: (a: String, b: String), reasons: ReasonCatalogue) -> JSONValue {
        [
            "name": .string(a.head.name), "same": .bool(isSame),
            "a": ComparedTraceName(file: files.a, trace: a).json,
            "b": ComparedTraceName(file: files.b, trace: b).json,
            "differences": .array(
                steps.map { step in
                    var object = JSONObject([("in", .string(step.aspect.rawValue))])
                    object["a"] = step.a.map { Self.json($0, in: a, reasons) }
                    object["b"] = step.b.map { Self.json($0, in: b, reasons) }
                    object["facts"] = .array(
                        step.differences.map {
                            ["name": .string($0.name), "a": .string($0.a), "b": .string($0.b)]
                        })
                    return .object(object)
                }),
        ]
    }

    private static func json(_ event: TraceEvent, in trace: RecordedTrace, _ reasons: ReasonCatalogue) -> JSONValue {
        var object = JSONObject([
            ("sequence", .integer(Int64(event.sequence))), ("actor", .string(event.actor.rawValue)),
            ("text", .string(EventSentence.text(event))),
            (
                "reasons",
                .array(
                    event.reasons.uniqued().map { code in
                        ["code": .string(code.rawValue), "fix": .string(reasons[code]?.fix ?? "")]
                    })
            ),
        ])
        object["before"] = self.event(before: event, in: trace).map { .integer(Int64($0.sequence)) }
        return .object(object)
    }
}

extension TraceComparison.Step {
    fileprivate var what: String {
        guard let event = a ?? b else { return aspect.rawValue }
        let only = a == nil ? ", which only B has" : b == nil ? ", which only A has" : ""
        return "\(aspect.rawValue): step \(event.sequence) of \(a == nil ? "B" : "A")\(only)"
    }

    fileprivate var line: String {
        let numbers = "\(a.map { "\($0.sequence)" } ?? "-") | \(b.map { "\($0.sequence)" } ?? "-")"
        let said: String
        if differences.isEmpty {
            said =
                (a.map { "only A: " + EventSentence.text($0) } ?? b.map { "only B: " + EventSentence.text($0) }) ?? ""
        } else {
            let what = a.map { EventSentence.brief($0) + ": " } ?? ""
            said = what + differences.map(\.text).joined(separator: ", ")
        }
        return "\(aspect.rawValue)  \(aspect == .verdict ? "" : numbers + "  ")\(said)"
    }
}

extension FactDifference {
    fileprivate var text: String { "\(name): \(a.isEmpty ? "none" : a) | \(b.isEmpty ? "none" : b)" }
}
