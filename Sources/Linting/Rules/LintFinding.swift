public import BridgePrimitives

/// One thing that a source does wrong.
public struct LintFinding: Hashable, Sendable {
    public let reason: LintReason
    public let severity: LintSeverity
    /// As ``SourceFile/path``.
    public let path: String
    public let place: SourcePlace
    /// One sentence about this place; names, and no values of cookies.
    public var message: String
    /// The profiles under which it fails; empty where the engine makes no difference.
    public let profiles: [String]
    /// What the jar says, where a jar was asked.
    public let because: [ReasonCode]
    /// Whether what it rests on is only told of in public reports, or assumed.
    public let isUnsure: Bool

    /// What to write instead.
    public let fix: String
    public var code: ReasonCode { reason.code }

    /// For a line of JSON: file, place, code, severity, message, profiles, reasons, fix.
    public var json: JSONValue {
        .object(
            JSONObject([
                ("file", .string(path)), ("line", .integer(Int64(place.line))),
                ("column", .integer(Int64(place.column))), ("severity", .string(severity.rawValue)),
                ("code", .string(code.rawValue)), ("message", .string(message)),
                ("profiles", .array(profiles.map { .string($0) })),
                ("because", .array(because.map { .string($0.rawValue) })), ("reported", .bool(isUnsure)),
                ("fix", .string(fix)),
            ]))
    }
}

/// What a look through an app's sources gave.
public struct LintReport: Hashable, Sendable {
    /// By file, in the order in which files were given, then by place.
    public let findings: [LintFinding]
    /// How many findings a comment took away.
    public let suppressed: Int
    public let fileCount: Int
    /// Property sets and lines that a jar was asked about.
    public let cookieCount: Int

    public func count(_ severity: LintSeverity) -> Int { findings.count { $0.severity == severity } }

    /// `3 errors, 1 warning and 2 notes in 12 files; 4 cookies asked about under 8 profiles`
    public func summary(profileCount: Int) -> String {
        func number(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }
        var text = "\(number(count(.error), "error")), \(number(count(.warning), "warning")) and "
        text += "\(number(count(.note), "note")) in \(number(fileCount, "file"))"
        if cookieCount > 0 {
            text += "; \(number(cookieCount, "cookie")) asked about under \(number(profileCount, "profile"))"
        }
        if suppressed > 0 { text += "; \(suppressed) suppressed" }
        return text
    }
}
