public import Cookies

/// What happens to cookies in one jar, one event after the other.
public struct CookieStory: Hashable, Sendable {
    /// Who is around a response, a document or a request.
    public struct Surroundings: Hashable, Sendable {
        /// The page at the top, where that is another one.
        public var top: String?
        /// The document that starts a top-level navigation; nil for the app.
        public var startedBy: String?
        public var method = "GET"
        public var redirectedFrom: [String] = []
        /// Nil for the engine's default.
        public var trackingPrevention: Bool?
        public var isDecorated = false
        public var isCloaked = false

        public init(
            top: String? = nil, startedBy: String? = nil, method: String = "GET", redirectedFrom: [String] = [],
            trackingPrevention: Bool? = nil, isDecorated: Bool = false, isCloaked: Bool = false
        ) {
            (self.top, self.startedBy, self.method, self.redirectedFrom) = (top, startedBy, method, redirectedFrom)
            (self.trackingPrevention, self.isDecorated) = (trackingPrevention, isDecorated)
            self.isCloaked = isCloaked
        }
    }

    public enum Event: Hashable, Sendable {
        /// A `Set-Cookie` line of a response.
        case response(String, from: String, Surroundings = Surroundings())
        /// What a script assigns to `document.cookie`.
        case script(String, on: String, Surroundings = Surroundings())
        case native(NativeCookie)
        case nativeDeletion(NativeCookie)
        case wait(Duration)
        case relaunch
        /// Tracking prevention deletes what script wrote on a site.
        case inactivity(site: String)
        /// The site answers with Clear-Site-Data: "cookies".
        case clear(site: String)
        /// So many cookies, `c1`, `c2` and so on, of a host.
        case many(Int, from: String)
        /// A request that wants its `Cookie` header.
        case request(String, Surroundings = Surroundings())
        /// A script that reads `document.cookie`.
        case read(String, Surroundings = Surroundings())
    }

    public let events: [Event]

    public init(_ events: Event...) { self.events = events }
}

extension ExampleForm {
    /// One `Set-Cookie` line of a response.
    static func setCookie(
        _ line: String, from url: String = ExamplePlace.page, _ around: CookieStory.Surroundings = .init()
    ) -> ExampleForm {
        .cookies(CookieStory(.response(line, from: url, around)))
    }

    /// One line of a response, then a request.
    static func setCookie(
        _ line: String, from url: String = ExamplePlace.page, thenGet next: String = ExamplePlace.page,
        _ around: CookieStory.Surroundings = .init()
    ) -> ExampleForm {
        .cookies(CookieStory(.response(line, from: url), .request(next, around)))
    }

    /// One line of a response, then a script that reads.
    static func setCookie(
        _ line: String, from url: String = ExamplePlace.page, thenReadOn page: String,
        _ around: CookieStory.Surroundings = .init()
    ) -> ExampleForm {
        .cookies(CookieStory(.response(line, from: url), .read(page, around)))
    }

    /// One write to `document.cookie`.
    static func write(
        _ text: String, on url: String = ExamplePlace.page, _ around: CookieStory.Surroundings = .init()
    ) -> ExampleForm {
        .cookies(CookieStory(.script(text, on: url, around)))
    }
}

/// The hosts that examples play on.
public enum ExamplePlace: Sendable {
    public static let page = "https://app.example.com/"
    public static let login = "https://app.example.com/login"
    public static let backend = "https://api.example.com/auth"
    public static let insecure = "http://app.example.com/"
    public static let other = "https://elsewhere.example/"
    public static let file = "file:///index.html"
}
