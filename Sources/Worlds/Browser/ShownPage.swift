import BridgePrimitives
import BridgeTrace
import HTTPLoader
import Scenarios
import WebViews

/// The page that is shown, in the model or in a real engine: what its user, its scripts and the app do in it.
///
/// For implementers: a method returns once what it has set off has come to its end, and the world's page is judged anew
/// where that is another document.
protocol ShownPage: Sendable {
    /// The app loads another address in the view, or somebody types one: no page asks for it.
    func load(_ url: WebURL) async throws

    /// A link that the page has; nil where the selector finds none that leads to an http or https URL.
    func link(at selector: String) async throws -> ShownLink?

    /// The user follows a link; one that wants another window leaves this view as it is, since the app has no UI delegate.
    func click(_ link: ShownLink) async throws

    /// The user sends a form.
    func send(_ form: FormSubmission, to action: WebURL) async throws

    /// The page's code makes a request.
    ///
    /// - Returns: nil once it is answered, by whatever status; why it is not.
    func fetch(_ url: WebURL, _ fetch: PageFetch) async throws -> UnansweredFetch?

    /// As by `evaluateJavaScript`.
    ///
    /// - Throws: what kept the script from being run at all.
    func evaluate(_ script: String) async throws -> Result<JSONValue, ScriptFailure>

    /// The same for somebody who only looks: what the script leads to is not waited for.
    func value(of script: String) async throws -> Result<JSONValue, ScriptFailure>

    /// A script of the page posts to a handler, and the app answers.
    ///
    /// - Throws: `webview/no-such-handler`.
    func post(_ message: PageMessage) async throws

    /// Lets time pass until `holds` says so.
    ///
    /// - Returns: nil once it does; why nobody waits any longer.
    func wait(
        within limit: Duration, until holds: @Sendable () async throws -> Bool
    ) async throws -> ExpectationReason?

    /// Whether the view's store has a cookie of the name.
    func hasCookie(named name: String) async throws -> Bool

    /// How the page looks now.
    func ending() async throws -> (verdict: Verdict, route: String?)
}

/// Something that the user of a page taps, and that leads elsewhere.
struct ShownLink: Hashable, Sendable {
    let url: WebURL
    /// Nil for a link that is not looked for in the page.
    var selector: String?
    /// Whether its `target` is another window's name (HTML §7.3.1): `_self`, `_parent` and `_top` are this one.
    let wantsOtherWindow: Bool

    init(to url: WebURL, target: String, at selector: String? = nil) {
        (self.url, self.selector) = (url, selector)
        wantsOtherWindow = !["", "_self", "_parent", "_top"].contains(ASCIIText.lowercased(target.utf8))
    }
}

/// Why nothing answered a request of the page's.
struct UnansweredFetch: Sendable {
    /// The most particular first; none where an engine keeps them to itself.
    let reasons: [ReasonCode]
    /// One clause.
    let message: String

    /// An engine tells a page only that it failed (Fetch, "network error").
    static let untold = UnansweredFetch(reasons: [], message: "nothing answered the page's request")

    private init(reasons: [ReasonCode], message: String) { (self.reasons, self.message) = (reasons, message) }

    init(_ failure: NavigationFailure) {
        let cause = failure.cause.isEmpty ? "" : ": \(failure.cause)"
        self.init(reasons: failure.reasons.reversed(), message: Self.untold.message + cause)
    }
}
