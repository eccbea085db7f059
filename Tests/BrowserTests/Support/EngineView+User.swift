import BridgePrimitives
import PageEngines
import TestSupport

/// What a page's user does and sees, by scripts.
extension EngineView {
    func click(_ selector: String) async throws {
        try await evaluate("document.querySelector(\(Self.quoted(selector))).click(); null")
    }

    /// Fills a field, in the place of what it holds.
    func type(_ text: String, into selector: String) async throws {
        try await evaluate(
            """
            (() => {
                const field = document.querySelector(\(Self.quoted(selector)));
                field.value = \(Self.quoted(text));
                field.dispatchEvent(new Event('input', { bubbles: true }));
                return null;
            })()
            """)
    }

    func text(of selector: String) async throws -> String? {
        try await evaluate("document.querySelector(\(Self.quoted(selector)))?.innerText ?? null").stringValue
    }

    /// An attribute `data-NAME` of the document's.
    func data(_ name: String) async throws -> String? {
        try await evaluate("document.documentElement.dataset[\(Self.quoted(name))] ?? null").stringValue
    }

    var address: String { get async throws { try await evaluate("location.href").stringValue ?? "" } }
    var title: String { get async throws { try await evaluate("document.title").stringValue ?? "" } }

    /// Waits until an expression is truthy. A document that is replaced while it is asked has not answered.
    func wait(for expression: String) async throws {
        try await waitUntil(expression, within: .seconds(60)) {
            do { return try await evaluate("Boolean(\(expression))") == true } catch let failure as BridgeFailure {
                guard [.refused, .scriptFailed].map(\PageEngineReason.code).contains(failure.code) else {
                    throw failure
                }
                return false
            }
        }
    }

    /// The window that a script opens.
    func opening(_ script: String) async throws -> EngineView {
        let events = events()
        try await evaluate("\(script); null")
        for try await event in events {
            if case .openedWindow(let name) = event { return window(named: name) }
        }
        throw PageEngineReason.cancelled.failure("the view was closed")
    }

    static func quoted(_ text: String) -> String { JSONValue.string(text).text() }
}
