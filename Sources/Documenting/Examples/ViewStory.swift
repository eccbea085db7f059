public import Cookies
public import HTTPLoader

/// What happens to pages in a headless web view, and who answers its requests.
public struct ViewStory: Hashable, Sendable {
    /// What a site answers at one URL.
    public struct Answer: Hashable, Sendable {
        public let url: String
        public let status: Int
        /// As on the wire: `Name: value`.
        public let headers: [String]
        public let body: String
        /// Why no answer comes; the rest does not count then.
        public let failure: TransportReason?

        public init(
            _ url: String = ExamplePlace.page, _ status: Int = 200, _ headers: [String] = ["Content-Type: text/html"],
            _ body: String = "<title>Page</title>"
        ) {
            (self.url, self.status, self.headers, self.body, failure) = (url, status, headers, body, nil)
        }

        /// No answer comes.
        public init(_ url: String = ExamplePlace.page, fails failure: TransportReason) {
            (self.url, status, headers, body, self.failure) = (url, 0, [], "", failure)
        }

        /// A page with that body.
        public static func page(_ body: String, at url: String = ExamplePlace.page, _ headers: String...) -> Answer {
            Answer(url, 200, ["Content-Type: text/html"] + headers, body)
        }

        public static func redirect(_ url: String = ExamplePlace.page, to target: String) -> Answer {
            Answer(url, 302, ["Location: \(target)"], "")
        }
    }

    public enum Event: Hashable, Sendable {
        case load(String = ExamplePlace.page, headers: [String] = [], cachedOnly: Bool = false)
        /// HTML that the app has, as the document of a URL.
        case html(String, base: String?)
        case reload
        case addUserScript(String)
        case evaluate(String)
        /// In the page's first frame.
        case evaluateInFrame(String)
        /// A script reads `document.cookie`.
        case read
        case set(NativeCookie)
        /// `setCookie(_:completionHandler:)`, and nobody waits for the handler.
        case setUnawaited(NativeCookie)
        /// Into the app's own storage, `HTTPCookieStorage.shared`.
        case setInNativeStorage(NativeCookie)
        case disallowCookies
        case fetch(String, omitsCredentials: Bool = false)
        case registerWorker(scope: String = "/", headers: [String] = ["Authorization: Bearer …"])
        case pushState(String)
        case wait(Duration)
        case relaunch
        case crashNetworkProcess
        /// The delegate cancels what it is asked about from now on.
        case cancelActions
        case cancelResponses
        /// Another web view of the same app, in a web process of its own.
        case anotherView
        /// What the document's refresh asks for is followed for so long.
        case followRefreshes(Duration)
    }

    public let answers: [Answer]
    public let events: [Event]
    /// `WKAppBoundDomains`; nil for an Info.plist without it.
    public let boundDomains: [String]?
    public let limitsNavigations: Bool

    public init(
        _ answers: [Answer], boundDomains: [String]? = nil, limitsNavigations: Bool = false, _ events: Event...
    ) {
        (self.answers, self.events, self.boundDomains) = (answers, events, boundDomains)
        self.limitsNavigations = limitsNavigations
    }

    /// With one page, at ``ExamplePlace/page``.
    public init(boundDomains: [String]? = nil, limitsNavigations: Bool = false, _ events: Event...) {
        (answers, self.events, self.boundDomains) = ([Answer()], events, boundDomains)
        self.limitsNavigations = limitsNavigations
    }
}

/// A handoff as a scenario file tells it.
public struct ScenarioStory: Hashable, Sendable {
    /// One document.
    public let yaml: String
    /// Modules that it names, beside it.
    public let modules: [Module]

    public struct Module: Hashable, Sendable {
        public let name: String
        public let text: String
    }

    public init(_ yaml: String, modules: [(String, String)] = []) {
        self.yaml = yaml
        self.modules = modules.map { Module(name: $0.0, text: $0.1) }
    }
}
