import Reasons
import Testing
import WebViews

@Suite("What user scripts miss in the headless view", .timeLimit(.minutes(5)))
struct UnsimulatedNameTests {
    @Test(
        "What WebKit has is told apart from what nobody has",
        arguments: [
            ("localStorage.setItem('customtoken', 'x')", ScriptFailureReason.notSimulated),
            ("sessionStorage.k = 'v'", .notSimulated),
            ("setTimeout(() => 1, 5)", .notSimulated),
            ("fetch('/a')", .notSimulated),
            ("new URL(location.href)", .notSimulated),
            ("class A extends HTMLElement {}", .notSimulated),
            ("btoa('x')", .notSimulated),
            ("queueMicrotask(() => 1)", .notSimulated),
            ("window.addEventListener('load', () => 1)", .notSimulated),
            ("self.fetch('/a, b', ', ')", .notSimulated),
            ("window.window.fetch('/a')", .notSimulated),
            ("window['fetch']('/a')", .notSimulated),
            ("window.localStorage.setItem('a', 'b')", .notSimulated),
            ("window['localStorage'].setItem('a', 'b')", .notSimulated),
            ("window.localStorage['a']", .notSimulated),
            ("const key = 'a'; window.localStorage[key]", .notSimulated),
            ("new window.URLSearchParams('x')", .notSimulated),
            ("document.querySelector('x')", .notSimulated),
            ("window.document.head.appendChild(1)", .notSimulated),
            ("navigator.clipboard.writeText('x')", .notSimulated),
            ("location.hash = 'x'; location.href = '#x'; location.assign('#y')", .notSimulated),
            ("locaIStorage.setItem('a', 'b')", .threw),  // misspelt
            ("window.adEventListener('load', 1)", .threw),
            ("document.cookies.split(';')", .threw),
            ("window.location.replaced('/')", .threw),
            ("navigator.fetch('/a')", .threw),  // of the window, not of this
            ("const page = {}; page.fetch('/a')", .threw),
            ("const page = {}; page.localStorage.setItem('a', 'b')", .threw),
            ("'localStorage'.setItem('a')", .threw),
            ("undefined.localStorage", .threw),
            ("null.fetch()", .threw),
            ("throw \"ReferenceError: Can't find variable: fetch\"", .threw),  // a text, no error
        ] as [(String, ScriptFailureReason)])
    func reasons(source: String, reason: ScriptFailureReason) async throws {
        try await withWorld { world async throws in
            world.addScript(source)
            let result = try await world.load()
            #expect(result.scriptFailures.map(\.reason) == [reason], "\(result.scriptFailures)")
        }
    }
}
