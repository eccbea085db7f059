import BridgeTrace

/// The tokens of a trace by what they are known by, so that they can be found in texts.
struct TokenMarks: Sendable {
    private let cookieName: String
    private let masking: Masking?
    private var marks: Set<SecretMark> = []

    init(_ handoff: HandoffFindings) { (cookieName, masking) = (handoff.cookieName, handoff.masking) }

    /// Remembers the event's own token, if it is about one.
    mutating func take(_ event: TraceEvent) {
        switch event.kind {
        case .token(let token): insert(token.token)
        case .cookieWrite(let write) where write.name == cookieName: insert(write.value)
        default: break
        }
    }

    private mutating func insert(_ shown: MaskedText) {
        let text = (masking.map { $0.secret(shown.text) } ?? shown).text
        // What can be guessed has no fingerprint, and looks like any other text of its length.
        for mark in SecretMark.all(in: text) { marks.insert(mark) }
    }

    /// Whether an address has one of them.
    func areIn(url: MaskedText) -> Bool { areIn((masking.map { $0.url(url.text) } ?? url).text) }

    /// Whether free text has one of them.
    func areIn(text: MaskedText) -> Bool { areIn((masking.map { $0.text(text.text) } ?? text).text) }

    /// A token that nobody is known to have made is one all the same: a page that is traced by itself has no backend.
    private func areIn(_ text: String) -> Bool {
        ["<custom token uid=", "<session cookie uid="].contains(where: text.contains)
            || SecretMark.all(in: text).contains { marks.contains($0) }
    }
}
