public import BridgePrimitives

/// How what a trace is of came out: the last line of each in a trace file.
public struct TraceOutcome: Hashable, Sendable {
    /// Nil where no page was to be opened.
    public var verdict: Verdict?
    public var uid: String?
    /// Whether it ended as the scenario wanted; nil where nobody said what was wanted.
    public var hasPassed: Bool?
    public var rootCause: RootCause?
    /// What trials of the cause showed; nil if none was tried.
    public var proof: Proof?
    public var findings: [Finding] = []
    /// Measured, in real time.
    public var elapsed: Duration?

    public init(verdict: Verdict? = nil) { self.verdict = verdict }

    public var json: JSONValue {
        var object = JSONObject([("entry", "outcome")])
        object["verdict"] = verdict.map { .string($0.rawValue) }
        object["uid"] = uid.map { .string($0) }
        object["passed"] = hasPassed.map { .bool($0) }
        object["root_cause"] = rootCause.map { .object($0.json) }
        object["proof"] = proof.map { .object($0.json) }
        object["findings"] = findings.isEmpty ? nil : .array(findings.map(\.json))
        object["milliseconds"] = elapsed.map { .number($0.milliseconds) }
        return .object(object)
    }

    init(_ reader: TraceReader) throws(TraceDefect) {
        self.init(verdict: try reader.choiceIfAny("verdict"))
        uid = reader.textIfAny("uid")
        hasPassed = reader.value["passed"]?.boolValue
        rootCause = try reader.objectIfAny("root_cause").map { (cause) throws(TraceDefect) in try RootCause(cause) }
        proof = try reader.objectIfAny("proof").map { (proof) throws(TraceDefect) in try Proof(proof) }
        findings = try reader.objects("findings") { (finding) throws(TraceDefect) in try Finding(finding) }
        elapsed = reader.durationIfAny("milliseconds")
    }
}

extension Finding {
    package init(_ reader: TraceReader) throws(TraceDefect) {
        self.init(
            code: ReasonCode(unchecked: try reader.text("code")), message: reader.textIfAny("message") ?? "",
            fix: reader.textIfAny("fix") ?? "", evidence: reader.integers("evidence"))
    }
}

extension RootCause {
    package init(_ reader: TraceReader) throws(TraceDefect) {
        self.init(
            code: ReasonCode(unchecked: try reader.text("code")), message: reader.textIfAny("message") ?? "",
            fix: reader.textIfAny("fix") ?? "", evidence: reader.integers("evidence").first,
            consequences: try reader.objects("followed_by") { (each) throws(TraceDefect) in
                Consequence(
                    sequence: Int(clamping: try each.integer("sequence")),
                    code: ReasonCode(unchecked: try each.text("code")))
            })
    }
}
