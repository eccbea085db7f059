public import BridgePrimitives
public import Scenarios

/// The web app that is opened. What is nil is as in the sample.
public struct OwnPage: Hashable, Sendable {
    /// Served by us over HTTPS; the output of a bundler.
    public var folder: String?
    /// Served by somebody else; may have `${port}` in it where a command is started.
    public var url: TextTemplate?
    /// What serves it there; nil for what runs already.
    public var start: ServiceStart?
    /// What opens it; nil for the headless web view.
    public var engine: EngineName?
    /// How a page is known to be signed in that is opened in a real engine.
    public var signedIn = SignedInProof.signIn
    /// How long a page in a real engine may take.
    public var within: Duration?
    /// How long a page in a real engine that rests with nobody signed in may stay so.
    public var patience: Duration?
    /// The name of a cookie profile.
    public var profile: String?
    /// Where the page sends users without a session.
    public var signInPath: String?
    /// The cookie that the page's guard reads.
    public var cookieName: String?
    /// The route table, in the guard language; nil for one in which all but the sign-in page need a user.
    public var routes: JSONValue?
    public var pageGuard: PageGuard?

    public init() {}

    /// Whether the page is not the sample's.
    public var isOwn: Bool { folder != nil || url != nil }

    /// Nil for a page that nobody has to start.
    public var service: StartableService? {
        guard let url, let start else { return nil }
        return StartableService(.web, at: url, start)
    }
}
