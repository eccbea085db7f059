public import BridgePrimitives
public import Cookies

/// Something that can be run, and that gives reasons when it is.
public enum ExampleForm: Hashable, Sendable {
    /// Cookies in one jar.
    case cookies(CookieStory)
    /// `HTTPCookie(properties:)`.
    case properties(NativeCookieProperties)
    /// `HTTPCookie.cookies(withResponseHeaderFields:for:)`: the `Set-Cookie` lines, and the response's URL.
    case headerFields([String], url: String)
    /// A token, and who is given it.
    case token(TokenStory)
    /// A backend's answer to the exchange.
    case exchange(ExchangeStory)
    /// Pages in a headless web view.
    case view(ViewStory)
    /// Files that are linted.
    case sources(SourceStory)
    /// A whole handoff.
    case scenario(ScenarioStory)
}

/// One step of an example as it was run.
public struct ExampleStep: Hashable, Sendable {
    /// What was done, in the field's words: `Set-Cookie: …`, `GET https://…`.
    public let done: String
    /// What came of it; empty for what has no answer.
    public let answer: String
    public let reasons: [ReasonCode]

    public init(_ done: String, _ answer: String = "", reasons: [ReasonCode] = []) {
        (self.done, self.answer, self.reasons) = (done, answer, reasons)
    }

    /// The step in one line or two: the answer stands below what was done.
    public var lines: [String] {
        let codes = reasons.map(\.rawValue).joined(separator: ", ")
        let said = [answer, codes].filter { !$0.isEmpty }.joined(separator: "  ")
        return said.isEmpty ? [done] : [done, "    → \(said)"]
    }
}

/// What an example gave when it was run.
public struct ExampleRun: Hashable, Sendable {
    public let steps: [ExampleStep]
    /// All reasons that were given, each once, in order.
    public let reasons: [ReasonCode]

    public init(_ steps: [ExampleStep], besides reasons: [ReasonCode] = []) {
        self.steps = steps
        self.reasons = (steps.flatMap(\.reasons) + reasons).uniqued()
    }

    public var lines: [String] { steps.flatMap(\.lines) }
    /// What came of the last step that has an answer: `stored`, `rejected`, `sent`.
    public var outcome: String { steps.last { !$0.answer.isEmpty }?.answer ?? "" }
}
