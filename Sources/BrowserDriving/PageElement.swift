public import BridgePrimitives

/// An element of the page that a browser shows.
///
/// Belongs to the document in which it was found: after a navigation its commands fail with
/// `browser/no-such-element`.
public struct PageElement: Sendable {
    let session: BrowserSession
    let id: String

    /// The member of an answer that holds an element's id (W3C WebDriver §12).
    static let key = "element-6066-11e4-a52e-4f735466cecf"

    /// Clicks in its middle, after scrolling it into view.
    ///
    /// - Throws: `browser/cannot-interact` when something lies over it.
    public func click() async throws(BridgeFailure) { _ = try await call("POST", "/click", [:]) }

    /// Types `text` key by key.
    public func type(_ text: String) async throws(BridgeFailure) {
        _ = try await call("POST", "/value", ["text": .string(text)])
    }

    /// Its text as it is rendered.
    public func text() async throws(BridgeFailure) -> String { try await session.text("/element/\(id)/text") }

    private func call(_ method: String, _ command: String, _ body: JSONValue) async throws(BridgeFailure) -> JSONValue {
        try await session.call(method, "/element/\(id)" + command, body)
    }
}

extension BrowserSession {
    /// The first element that a CSS selector matches.
    ///
    /// - Throws: `browser/no-such-element`, at once: ``wait(for:_:within:)`` is for elements that come later.
    public func element(_ selector: String) async throws(BridgeFailure) -> PageElement {
        let answer = try await call("POST", "/element", ["using": "css selector", "value": .string(selector)])
        guard let id = answer[PageElement.key]?.stringValue, !id.isEmpty, !id.utf8.contains(UInt8(ascii: "/")) else {
            throw BrowserReason.badAnswer.failure("\(selector): the element has no id")
        }
        return PageElement(session: self, id: id)
    }
}
