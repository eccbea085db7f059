public import BridgePrimitives

/// Something happened to a user's account or sign-in.
public struct AccountEvent: Hashable, Sendable {
    public enum Action: String, Sendable {
        case created, found, signedIn = "signed-in", signedOut = "signed-out", updated, deleted, refused
        /// A lenient service did what production does not; the reasons say what.
        case lenient
        /// Kept by the app for its transfer to another team, or brought back.
        case carried
    }
    public let action: Action
    /// The account's `localId`; nil when none was found.
    public let uid: String?
    /// `password`, `custom`, `anonymous` …; nil when no sign-in was involved.
    public let provider: String?
    public let reasons: [ReasonCode]
    /// Which member of a request was refused, and for what, or how many accounts of an import the reasons are about;
    /// nil where the reasons say it all.
    public let detail: MaskedText?

    public init(
        _ action: Action, uid: String?, provider: String? = nil, reasons: [ReasonCode] = [], detail: MaskedText? = nil
    ) {
        (self.action, self.uid, self.provider, self.reasons) = (action, uid, provider, reasons)
        self.detail = detail
    }
}

/// A token was made, accepted or refused.
public struct TokenEvent: Hashable, Sendable {
    public enum Action: String, Sendable { case issued, accepted, refused }
    public enum Form: String, Sendable {
        case idToken = "ID token"
        case customToken = "custom token"
        case sessionCookie = "session cookie"
        case refreshToken = "refresh token"
        /// A session of a server's own: a value that Firebase did not make.
        case session
    }
    public let action: Action
    public let form: Form
    public let token: MaskedText
    public let uid: String?
    public let reasons: [ReasonCode]
    /// How the verifier came by the certificates; nil where none were asked for, or none were got.
    public let certificates: ReasonCode?

    public init(
        _ action: Action, _ form: Form, token: MaskedText, uid: String?, reasons: [ReasonCode] = [],
        certificates: ReasonCode? = nil
    ) {
        (self.action, self.form, self.token, self.uid, self.reasons) = (action, form, token, uid, reasons)
        self.certificates = certificates
    }
}

/// A cookie by name, for lists of what was sent, withheld, visible or hidden.
public struct CookieMention: Hashable, Sendable {
    /// Who put a cookie on a request.
    public enum Writer: String, CaseIterable, Sendable {
        /// A cookie store, by its rules.
        case store
        /// The app by hand, in a `Cookie` header of its own: no store was asked.
        case app
    }
    public let name: String
    /// Empty, as ``path`` is, for a cookie that the app wrote: a header has neither.
    public let domain: String
    public let path: String
    public let value: MaskedText
    public let writer: Writer
    /// Why it was left out, or shown though the jar holds it otherwise; empty when there is nothing to explain.
    public let reasons: [ReasonCode]

    public init(
        name: String, domain: String = "", path: String = "", value: MaskedText, writer: Writer = .store,
        reasons: [ReasonCode] = []
    ) {
        (self.name, self.domain, self.path, self.value) = (name, domain, path, value)
        (self.writer, self.reasons) = (writer, reasons)
    }
}

/// A request left for the network: one hop.
public struct RequestEvent: Hashable, Sendable {
    /// Joins a request to its response; unique in a log.
    public let hop: Int
    public let method: String
    public let url: MaskedText
    /// The jar that was asked for cookies; nil where none was, or what it gave stayed behind.
    public let store: String?
    /// What the wire carried, whoever wrote it.
    public let sent: [CookieMention]
    public let withheld: [CookieMention]
    /// What else there is to say: a manual header dropped, an authorization header lost on a redirect.
    public let notes: [ReasonCode]
    /// The header fields as they are sent, in their order.
    public let fields: [MaskedField]

    public init(
        hop: Int, method: String, url: MaskedText, store: String?, sent: [CookieMention] = [],
        withheld: [CookieMention] = [], notes: [ReasonCode] = [], fields: [MaskedField] = []
    ) {
        (self.hop, self.method, self.url, self.store) = (hop, method, url, store)
        (self.sent, self.withheld, self.notes, self.fields) = (sent, withheld, notes, fields)
    }
}

/// The answer to a request, or the failure to get one.
public struct ResponseEvent: Hashable, Sendable {
    /// Where an answer came from.
    public enum Source: String, Sendable {
        case network
        case serviceWorker = "service-worker"
        case cache
    }
    public let hop: Int
    /// Nil when there was no answer.
    public let status: Int?
    /// As far as the engine says.
    public let answeredBy: Source
    /// The media type, in lower case and without parameters.
    public let type: String?
    /// The server's own words for what went wrong, of an error's body or of a backend's answer to the app.
    public let said: MaskedText?
    public let location: MaskedText?
    /// Names of the cookies that the answer wants to set, in order.
    public let setCookieNames: [String]
    /// Measured, in real time; the one thing that differs between two runs of the same world.
    public let elapsed: Duration
    public let reasons: [ReasonCode]

    public init(
        hop: Int, status: Int?, location: MaskedText? = nil, setCookieNames: [String] = [], elapsed: Duration,
        answeredBy: Source = .network, type: String? = nil, said: MaskedText? = nil, reasons: [ReasonCode] = []
    ) {
        (self.hop, self.status, self.location) = (hop, status, location)
        self.answeredBy = answeredBy
        self.type = type
        self.said = said
        (self.setCookieNames, self.elapsed, self.reasons) = (setCookieNames, elapsed, reasons)
    }
}

/// A service of a served world answered a request from outside.
public struct ServedEvent: Hashable, Sendable {
    public let method: String
    /// Without its query, which is where secrets stand.
    public let url: MaskedText
    /// Nil when the connection was closed instead.
    public let status: Int?
    /// Each cookie that came with the request, in its order: a server sees names and values, and neither whose they are
    /// nor what was kept back.
    public let cookies: [MaskedField]
    /// Names of the cookies that the answer wants to set, in order.
    public let setCookieNames: [String]
    /// Measured, in real time.
    public let elapsed: Duration

    public init(
        method: String, url: MaskedText, status: Int?, cookies: [MaskedField] = [], setCookieNames: [String] = [],
        elapsed: Duration
    ) {
        (self.method, self.url, self.status, self.elapsed) = (method, url, status, elapsed)
        (self.cookies, self.setCookieNames) = (cookies, setCookieNames)
    }
}

/// A jar decided on a cookie that somebody wanted to set or delete.
public struct CookieWriteEvent: Hashable, Sendable {
    public enum Source: String, Sendable {
        case response = "Set-Cookie", script = "document.cookie", native = "native API"
        /// Nobody wrote: the engine lost the cookie or cleared it away.
        case engine = "engine"
    }

    /// What the store did with it, in the words of the jar's own decision.
    public enum Outcome: String, Sendable, CaseIterable {
        /// `ignored`: nothing was refused and nothing changed.
        case stored, replaced, deleted, rejected, ignored
    }
    public let store: String
    public let source: Source
    /// Where the write came from: the response's or the document's host; the cookie's domain for native writes.
    public let host: String
    public let name: String
    public let value: MaskedText
    /// Attributes as stored, in the words of a `Set-Cookie` line.
    public let attributes: String
    public let outcome: Outcome
    public let reasons: [ReasonCode]
    /// The request whose response set it; nil where no request of the trace did.
    public let hop: Int?
    /// How many bytes name and value have together, of which engines take 4096 (RFC 6265bis §5.6); nil where nobody has
    /// said.
    public let size: Int?

    public init(
        store: String, source: Source, host: String, name: String, value: MaskedText, attributes: String,
        outcome: Outcome, reasons: [ReasonCode], hop: Int? = nil, size: Int? = nil
    ) {
        (self.store, self.source, self.host, self.name) = (store, source, host, name)
        (self.value, self.attributes, self.outcome, self.reasons) = (value, attributes, outcome, reasons)
        (self.hop, self.size) = (hop, size)
    }

    /// Whether the store has the cookie now.
    public var isInStore: Bool {
        switch outcome {
        case .stored, .replaced: true
        case .deleted, .rejected, .ignored: false
        }
    }
}

/// A script read `document.cookie`.
public struct CookieReadEvent: Hashable, Sendable {
    public let store: String
    public let url: MaskedText
    public let visible: [CookieMention]
    public let hidden: [CookieMention]
    /// Why the document's script has no cookies at all.
    public let reasons: [ReasonCode]

    public init(
        store: String, url: MaskedText, visible: [CookieMention], hidden: [CookieMention], reasons: [ReasonCode] = []
    ) {
        (self.store, self.url, self.visible, self.hidden) = (store, url, visible, hidden)
        self.reasons = reasons
    }
}

/// A server in front of another one passed a request on without some of its cookies.
public struct EdgeEvent: Hashable, Sendable {
    /// The edge's name.
    public let edge: String
    public let url: MaskedText
    /// Names of the cookies that went on, and of those that did not, in the header's order.
    public let forwarded: [String]
    public let dropped: [String]
    public let reasons: [ReasonCode]

    public init(edge: String, url: MaskedText, forwarded: [String], dropped: [String], reasons: [ReasonCode]) {
        (self.edge, self.url) = (edge, url)
        (self.forwarded, self.dropped, self.reasons) = (forwarded, dropped, reasons)
    }
}

/// Somebody moved the clock.
public struct ClockEvent: Hashable, Sendable {
    public let change: String
    public init(change: String) { self.change = change }
}
