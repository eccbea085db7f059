package import BridgePrimitives

/// One thing that a source does wrong.
package struct LintFinding: Hashable, Sendable {
    package let reason: LintReason
    package let severity: LintSeverity
    /// As ``SourceFile/path``.
    package let path: String
    package let place: SourcePlace
    /// One sentence about this place; names, and no values of cookies.
    package var message: String
    /// The profiles under which it fails; empty where the engine makes no difference.
    package let profiles: [String]
    /// What the jar says, where a jar was asked.
    package let because: [ReasonCode]
    /// Whether what it rests on is only told of in public reports, or assumed.
    package let isUnsure: Bool

    /// What to write instead.
    package let fix: String
    package var code: ReasonCode { reason.code }

    /// For a line of JSON: file, place, code, severity, message, profiles, reasons, fix.
    package var json: JSONValue {
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
package struct LintReport: Hashable, Sendable {
    /// By file, in the order in which files were given, then by place.
    package let findings: [LintFinding]
    /// How many findings a comment took away.
    package let suppressed: Int
    package let fileCount: Int
    /// Property sets and lines that a jar was asked about.
    package let cookieCount: Int
    /// `web/login.js:12`: cookies that no jar was asked about, since their name is known only when the program runs, or their
    /// call is not one of those that are read.
    package let notJudged: [String]

    package func count(_ severity: LintSeverity) -> Int { findings.count { $0.severity == severity } }

    /// `3 errors, 1 warning and 2 notes in 12 files; 4 cookies asked about under 8 profiles`
    package func summary(profileCount: Int) -> String {
        func number(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }
        var text = "\(number(count(.error), "error")), \(number(count(.warning), "warning")) and "
        text += "\(number(count(.note), "note")) in \(number(fileCount, "file"))"
        if cookieCount > 0 {
            text += "; \(number(cookieCount, "cookie")) asked about under \(number(profileCount, "profile"))"
        }
        if !notJudged.isEmpty { text += "; \(number(notJudged.count, "cookie")) not judged" }
        if suppressed > 0 { text += "; \(suppressed) suppressed" }
        return text
    }
}
