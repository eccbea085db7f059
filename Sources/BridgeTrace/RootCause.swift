public import BridgePrimitives

/// Why a handoff ended as it did: the earliest event that would have led elsewhere, had it gone the other way.
public struct RootCause: Hashable, Sendable {
    public let code: ReasonCode
    /// What happened here, one sentence with the names and values of this run.
    public let message: String
    /// One thing to type or to change; may be empty.
    public let fix: String
    /// The sequence number of the event. For something that never happened, of the event that it was missing at; nil
    /// when nothing was traced at all.
    public let evidence: Int?
    /// What followed from it, oldest first, each code once.
    public let consequences: [Consequence]

    /// One of the events that came of the cause.
    public struct Consequence: Hashable, Sendable {
        public let sequence: Int
        public let code: ReasonCode

        public init(sequence: Int, code: ReasonCode) { (self.sequence, self.code) = (sequence, code) }
    }

    public init(
        code: ReasonCode, message: String, fix: String, evidence: Int?, consequences: [Consequence] = []
    ) {
        (self.code, self.message, self.fix) = (code, message, fix)
        (self.evidence, self.consequences) = (evidence, consequences)
    }

    /// A finding that weighs more than all others.
    package init(_ finding: Finding) {
        self.init(code: finding.code, message: finding.message, fix: finding.fix, evidence: finding.evidence.first)
    }

    /// `{"code":…,"message":…,"fix":…,"evidence":[…],"followed_by":[{"sequence":…,"code":…}]}`; the evidence is a list as
    /// that of findings is.
    public var json: JSONObject {
        JSONObject([
            ("code", .string(code.rawValue)), ("message", .string(message)), ("fix", .string(fix)),
            ("evidence", .array(evidence.map { [.integer(Int64($0))] } ?? [])),
            (
                "followed_by",
                .array(
                    consequences.map {
                        ["sequence": .integer(Int64($0.sequence)), "code": .string($0.code.rawValue)]
                    })
            ),
        ])
    }
}

/// What did not come about in a handoff, for which a ``RootCause`` is wanted.
public enum Shortfall: Hashable, Sendable {
    /// The handoff ended like this.
    ///
    /// - Parameter expected: how it was to end; nil for signed in.
    case ending(Verdict, expected: Verdict?)
    /// A step could not be taken.
    ///
    /// - Parameters:
    ///   - reason: the most particular one.
    ///   - others: what else is the case.
    ///   - message: one clause.
    ///   - since: the sequence number of the step's first event.
    case step(String, reason: ReasonCode, others: [ReasonCode], message: String, since: Int)
    /// A cookie was not where it was expected.
    case cookie(String, CookiePlace)
}

/// Where a cookie on its way from the app to the guard can be looked for.
public enum CookiePlace: String, CaseIterable, Sendable {
    /// In the web view's store.
    case store
    /// On the first request for the page.
    case request
    /// In `document.cookie`, as the guard reads it.
    case script
}
