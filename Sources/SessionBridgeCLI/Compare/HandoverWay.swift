import HandoffBackend
import Scenarios

/// One way of handing the session over, and what it needs.
struct HandoverWay: Sendable {
    let name: String
    let injections: [Injection]
    /// What is opened.
    var path = "/"
    /// Of the cookie that is looked for; nil for the world's.
    var cookieName: String?

    init(_ name: String, _ injections: Injection...) { (self.name, self.injections) = (name, injections) }

    /// Before the page is opened. Where the view brings its ID token itself, the app has no need of the backend.
    var preparation: [Step] {
        let isByServer = injections.contains { $0.method.isByServer }
        return [.signIn(SignIn())] + (isByServer ? [] : [.exchange(field: "idtoken")])
    }

    /// In the order of the table.
    static let all: [HandoverWay] = [
        HandoverWay("user script, start", Injection(.userScript)),
        HandoverWay("user script, end", Injection(.userScriptAtEnd)),
        HandoverWay("native storage only", Injection(.nativeStorage)),
        HandoverWay("cookie store, awaited", Injection(.cookieStore)),
        HandoverWay("cookie store, not awaited", Injection(.cookieStore, isAwaited: false)),
        HandoverWay("Cookie header", Injection(.header)),
        HandoverWay("Cookie header and user script", Injection(.header), Injection(.userScript)),
        HandoverWay("server Set-Cookie in the view", Injection(.serverCookie)),
        HandoverWay("query", Injection(.query)),
        HandoverWay("fragment", Injection(.fragment)),
        HandoverWay("message handler", Injection(.message)),
        HandoverWay("loadHTMLString", Injection(.htmlString)),
        session,
    ]

    /// Under the one name that Firebase Hosting passes on, to a page of the server's own.
    private static var session: HandoverWay {
        var way = HandoverWay("session cookie", Injection(.sessionCookie))
        (way.path, way.cookieName) = (ViewHandover.accountPath, "__session")
        return way
    }

    static let longestName = all.map(\.name.count).max() ?? 0
}
