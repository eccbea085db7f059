public import Reasons

/// What `document.cookie` gives a page's script, and what it hides.
public struct ScriptCookies: Hashable, Sendable {
    /// A cookie that script does not see.
    public struct Hidden: Hashable, Sendable {
        public let cookie: Cookie
        /// All that hold, in the order of the checks; never empty.
        public let reasons: [ScriptReason]

        public init(cookie: Cookie, reasons: [ScriptReason]) { (self.cookie, self.reasons) = (cookie, reasons) }
    }

    /// A cookie that script sees although the jar holds it otherwise or not at all.
    public struct Shown: Hashable, Sendable {
        /// As the page sees it.
        public let cookie: Cookie
        /// ``ScriptReason/phantom`` or ``ScriptReason/staleCopy``.
        public let reason: ScriptReason

        public init(cookie: Cookie, reason: ScriptReason) { (self.cookie, self.reason) = (cookie, reason) }
    }

    /// The text that script reads; empty when it sees nothing.
    public let value: String
    /// In the text's order.
    public let visible: [Cookie]
    /// Every other cookie of the same site or host that the jar holds.
    public let hidden: [Hidden]
    /// Those of ``visible`` that the jar does not hold as they are shown, in the same order. A jar gives none; a web
    /// process with a copy of its own does.
    public let shown: [Shown]

    public init(value: String, visible: [Cookie], hidden: [Hidden], shown: [Shown] = []) {
        (self.value, self.visible, self.hidden, self.shown) = (value, visible, hidden, shown)
    }
}
