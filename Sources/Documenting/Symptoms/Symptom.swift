public import BridgePrimitives

/// What somebody sees, before anybody knows why.
public struct Symptom: Hashable, Sendable {
    /// One thing that it may turn out to be.
    public struct Cause: Hashable, Sendable {
        public let code: ReasonCode
        /// When it is this one: one clause.
        public let clue: String

        init(_ reason: some Reason, _ clue: String) { (code, self.clue) = (reason.code, clue) }
    }

    /// In kebab-case; the page's name.
    public let id: String
    /// As people say it: "Signed out after the app was closed".
    public let title: String
    /// What happens, for those who want to know before they try: two sentences or three.
    public let explanation: String
    /// The most likely first; never empty.
    public let causes: [Cause]
    /// What to run to tell the causes apart. What plays a scenario of ours is run in a checkout of session-bridge.
    public let command: String
    /// Where ``command`` is run; nil for anywhere.
    public var commandPlace: String? { command.contains("Scenarios") ? "in a checkout of session-bridge" : nil }
    /// Other words that people look for, in lower case.
    public let words: [String]

    init(
        _ id: String, _ title: String, _ explanation: String, causes: [Cause], decide command: String, words: String
    ) {
        (self.id, self.title, self.explanation) = (id, title, explanation)
        (self.causes, self.command) = (causes, command)
        self.words = words.split(separator: " ").map(String.init)
    }
}
