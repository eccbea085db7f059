public import BridgePrimitives

/// A few lines that mend something, in the language of the side that can.
public struct FixSnippet: Hashable, Sendable {
    public enum Language: String, Hashable, Sendable, CaseIterable {
        case swift
        case javaScript = "javascript"

        /// As people write it.
        public var title: String { self == .swift ? "Swift" : "JavaScript" }
    }

    public let language: Language
    /// What the lines do: one sentence.
    public let purpose: String
    public let text: String
    /// The codes that they mend.
    public let codes: [ReasonCode]

    init(_ language: Language, _ purpose: String, mends reasons: [any Reason], _ text: String) {
        (self.language, self.purpose, self.text) = (language, purpose, text)
        codes = reasons.map { ReasonCode(unchecked: $0.rawValue) }
    }

    /// All of them, Swift first.
    public static let all: [FixSnippet] = swiftCookies + swiftHandoff + findings + pageCode + serverCode

    /// Those that mend a code, in the order of ``all``.
    public static func mending(_ code: ReasonCode) -> [FixSnippet] { byCode[code] ?? [] }

    private static let byCode = Dictionary(
        grouping: all.flatMap { snippet in snippet.codes.map { (code: $0, snippet: snippet) } }, by: \.code
    ).mapValues { $0.map(\.snippet) }
}
