/// What `document.cookie` gives a page's script, and what it hides.
public struct ScriptCookies: Hashable, Sendable {
    /// A cookie that script does not see.
    public struct Hidden: Hashable, Sendable {
        public let cookie: Cookie
        /// All that hold, in the order of the checks; never empty.
        public let reasons: [ScriptReason]
    }

    /// The text that script reads; empty when it sees nothing.
    public let value: String
    /// In the text's order.
    public let visible: [Cookie]
    /// Every other cookie of the same site or host that the jar holds.
    public let hidden: [Hidden]
}
