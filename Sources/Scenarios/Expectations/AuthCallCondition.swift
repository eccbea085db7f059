public import BridgePrimitives

/// What the auth service must have been asked, by whomever.
public struct AuthCallCondition: Hashable, Sendable {
    /// As faults name it; nil for all.
    public var endpoint: String?
    /// Only those that were refused, or that were not.
    public var isRefused: Bool?
    /// Only those that were refused for it.
    public var reason: ReasonCode?
    /// How many; nil for at least one.
    public var count: Int?

    public init(endpoint: String? = nil) { self.endpoint = endpoint }

    func mismatches(with observation: Observation) -> [Mismatch] {
        let asked = observation.authCalls.filter { call in
            endpoint.map { $0 == "*" || call.endpoint == $0 || call.endpoint.hasSuffix(":\($0)") } ?? true
        }
        let chosen = asked.filter { call in
            isRefused.map { $0 == call.isRefused } ?? true && reason.map { $0 == call.reason } ?? true
        }
        let which = endpoint.map { " of \($0)" } ?? ""
        let verb = count ?? 1 == 1 ? "was" : "were"
        let how = isRefused.map { $0 ? " that \(verb) refused" : " that \(verb) done" } ?? ""
        let why = reason.map { " for \($0)" } ?? ""
        let expected = "\(count.map { "\($0)" } ?? "a") call\(count ?? 1 == 1 ? "" : "s")\(which)\(how)\(why)"
        let refusals = asked.filter(\.isRefused)
        let happened =
            asked.isEmpty
            ? "there was none"
            : count == nil || isRefused != nil || reason != nil
                ? "of \(asked.count), \(refusals.isEmpty ? "none" : "\(refusals.count)") refused"
                : "there were \(chosen.count)"
        return [
            .unless(
                count.map { $0 == chosen.count } ?? !chosen.isEmpty, "\(expected) in the auth service", happened,
                because: refusals.compactMap(\.reason).uniqued())
        ].compactMap(\.self)
    }
}

extension AuthCallCondition {
    static let settings = Settings(
        "auth-calls", startingWith: Self(),
        [
            Field<Self>(
                "endpoint", \.endpoint,
                // What can be a fault's endpoint is one.
                .checked { $0.faultComplaint(["endpoint": .string($1), "effect": "drop"]) },
                "The endpoint's name, as `signInWithCustomToken` or `token`; all unless given."),
            Field("refused", \.isRefused, .bool, "Only calls that were refused, or only those that were not."),
            Field("reason", \.reason, .reason, "Only calls that were refused for this reason.")
                .only("what was not refused has no reason") { $0.isRefused != false },
            Field("count", \.count, .number(0...1000), "How many such calls there are; at least one unless given."),
        ])
}
