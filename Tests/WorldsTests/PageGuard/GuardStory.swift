import BridgePrimitives
import RouterGuard
import Testing

/// One situation of the custom-token guard: what it finds, what happens then, what it must do.
struct GuardStory: Sendable, CustomTestStringConvertible {
    enum Visitor: Sendable { case nobody, somebody, notKnownYet }

    enum Event: Sendable {
        /// Auth has read its storage.
        case authIsReady(signedIn: Bool)
        /// The auth service accepts the token of the oldest sign-in under way.
        case tokenIsAccepted
        /// It fails, with this code.
        case signInFails(String)
        /// The user goes elsewhere: the router calls the guard again.
        case navigates(to: String)

        static let tokenIsRefused = signInFails("auth/invalid-custom-token")
        static let networkIsDown = signInFails("auth/network-request-failed")
    }

    let name: String
    var path = "/"
    /// What `document.cookie` holds.
    var cookies = ""
    var visitor = Visitor.nobody
    var events: [Event] = []
    var configuration = CustomTokenGuard.Configuration.recommended
    /// Nil for the sample app's.
    var routes: JSONValue?
    /// `ask`: looks at the current user; `wait`: waits for auth; `read`: reads the cookie; `sign in …`; `delete …`.
    let calls: String
    /// For each call of the guard: `pass`, `→ path`, `stop`, or `open` while it has not decided.
    let ends: String
    let reasons: String

    var testDescription: String { name }

    /// What a guard did, to be compared as a whole.
    struct Outcome: Hashable, Sendable {
        var calls: [String] = []
        var ends: [String] = []
        var reasons: [String] = []
    }

    var expected: Outcome {
        func parts(_ text: String) -> [String] { text.isEmpty ? [] : text.components(", ") }
        return Outcome(
            calls: parts(calls), ends: parts(ends), reasons: parts(reasons).map { "guard/\($0)" })
    }

    init(
        _ name: String, at path: String = "/", cookies: String = "", _ visitor: Visitor = .nobody, then: [Event] = [],
        routes: JSONValue? = nil, calls: String, ends: String, reasons: String,
        configure: (inout CustomTokenGuard.Configuration) -> Void = { _ in }
    ) {
        (self.name, self.path, self.cookies, self.visitor, events) = (name, path, cookies, visitor, then)
        (self.routes, self.calls, self.ends, self.reasons) = (routes, calls, ends, reasons)
        configure(&configuration)
    }
}

extension String {
    fileprivate func components(_ separator: String) -> [String] { split(separator: separator).map(String.init) }
}
