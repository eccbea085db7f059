import HTTPLoader
import WebViews

private typealias Place = ExamplePlace

extension ReasonExample {
    private static let shown = ExampleForm.view(ViewStory(.load()))

    private static func failing(_ failure: TransportReason) -> ExampleForm {
        .view(ViewStory([.init(fails: failure)], .load()))
    }

    private static func answering(_ answer: ViewStory.Answer) -> ExampleForm { .view(ViewStory([answer], .load())) }

    private static func page(_ body: String) -> ExampleForm { answering(.page(body)) }

    /// What comes of a load.
    static let navigation: [ReasonExample] = transports + answers + decisions + documents

    private static let transports: [ReasonExample] = [
        ReasonExample(
            NavigationReason.timedOut, "The server takes the request and does not answer.", failing(.timedOut),
            mended: shown),
        ReasonExample(
            NavigationReason.couldNotConnect, "The development server is not running, or on another port.",
            failing(.couldNotConnect), mended: shown),
        ReasonExample(NavigationReason.hostNotFound, "The host is misspelt.", failing(.hostNotFound), mended: shown),
        ReasonExample(
            NavigationReason.tlsFailed, "The certificate is self-signed, and the device does not trust it.",
            failing(.tlsUntrusted), mended: shown),
        ReasonExample(
            NavigationReason.connectionLost, "The server ended while it answered.", failing(.connectionLost),
            mended: shown),
        ReasonExample(
            NavigationReason.badResponse, "Something else than HTTP listens on the port.", failing(.malformedResponse),
            mended: shown),
        ReasonExample(
            NavigationReason.responseTooLarge, "The answer has no end.", failing(.tooLarge), mended: shown),
        ReasonExample(
            NavigationReason.failed, "A failure that has no name of its own.", failing(.other), mended: shown),
        ReasonExample(
            NavigationReason.invalidRequest, "A header's value has a line end in it.",
            .view(ViewStory(.load(headers: ["X-Token: a\r\nb"]))),
            mended: .view(ViewStory(.load(headers: ["X-Token: ab"])))),
    ]

    private static let answers: [ReasonExample] = [
        ReasonExample(
            NavigationReason.tooManyRedirects, "The start page and the sign-in page send the load to each other.",
            .view(ViewStory([.redirect(to: "/login"), .redirect(Place.login, to: "/")], .load())),
            mended: .view(ViewStory([.redirect(to: "/login"), .init(Place.login)], .load()))),
        ReasonExample(
            NavigationReason.badRedirect, "The Location is no address.", answering(.redirect(to: "http://[")),
            mended: .view(ViewStory([.redirect(to: "/login"), .init(Place.login)], .load()))),
        ReasonExample(
            NavigationReason.unsupportedScheme, "The server redirects to the app's own scheme.",
            answering(.redirect(to: "myapp://signed-in")),
            mended: .view(ViewStory([.redirect(to: "/login"), .init(Place.login)], .load()))),
        ReasonExample(
            NavigationReason.noContent, "The server answers 204.", answering(.init(Place.page, 204, [], "")),
            mended: shown),
        ReasonExample(
            NavigationReason.cannotShow, "The page is sent as an attachment.",
            answering(.page("<p>Hello</p>", at: Place.page, "Content-Disposition: attachment")), mended: shown),
        ReasonExample(
            NavigationReason.notHTML, "The API's JSON is opened as a page.",
            answering(.init(Place.page, 200, ["Content-Type: application/json"], "{}")), mended: shown),
    ]

    private static let decisions: [ReasonExample] = [
        ReasonExample(
            NavigationReason.cancelledByDelegate,
            "The app's decidePolicy knows a list of hosts, and this one is not on it.",
            .view(ViewStory(.cancelActions, .load())), mended: shown),
        ReasonExample(
            NavigationReason.responseCancelledByDelegate,
            "The app's decidePolicy cancels what it does not expect of a response.",
            .view(ViewStory(.cancelResponses, .load())), mended: shown),
        ReasonExample(
            NavigationReason.notCached, "The request wants what is in the cache, and nothing is.",
            .view(ViewStory(.load(cachedOnly: true))), mended: shown),
        ReasonExample(
            NavigationReason.nothingToReload, "The app reloads a view that has loaded nothing.",
            .view(ViewStory(.reload)), mended: .view(ViewStory(.load(), .reload))),
        ReasonExample(
            NavigationReason.appBoundDomain,
            "The view is limited to app-bound domains, and the page is on none of them.",
            .view(ViewStory(boundDomains: ["other.example"], limitsNavigations: true, .load())),
            mended: .view(ViewStory(boundDomains: ["example.com"], limitsNavigations: true, .load()))),
        ReasonExample(
            NavigationReason.appBoundDomainsIgnored, "An entry of WKAppBoundDomains has a scheme in front.",
            .view(ViewStory(boundDomains: ["https://app.example.com/"], limitsNavigations: false, .load())),
            mended: .view(ViewStory(boundDomains: ["example.com"], limitsNavigations: true, .load()))),
        ReasonExample(
            NavigationReason.userScriptsSkipped, "The app has WKAppBoundDomains and does not limit its views to them.",
            .view(ViewStory(boundDomains: ["example.com"], .addUserScript("1"), .load())),
            mended: .view(
                ViewStory(boundDomains: ["example.com"], limitsNavigations: true, .addUserScript("1"), .load()))),
        ReasonExample(
            NavigationReason.addressOfOtherOrigin, "A router pushes an address of another host.",
            .view(ViewStory(.load(), .pushState("https://api.example.com/orders"))),
            mended: .view(ViewStory(.load(), .pushState("/orders")))),
    ]

    private static let refreshed = "<meta http-equiv='refresh' content='0; url=/'>"

    private static let documents: [ReasonExample] = [
        ReasonExample(
            NavigationReason.refreshLater, "The document asks for a refresh in an hour.",
            .view(
                ViewStory(
                    [.page("<meta http-equiv='refresh' content='3600; url=/login'>")], .load(),
                    .followRefreshes(.seconds(5)))), mended: .view(ViewStory(.load(), .followRefreshes(.seconds(5))))),
        ReasonExample(
            NavigationReason.refreshUnsupported, "The document's refresh goes to the app's own scheme.",
            .view(
                ViewStory(
                    [.page("<meta http-equiv='refresh' content='0; url=myapp://done'>")], .load(),
                    .followRefreshes(.seconds(5)))), mended: .view(ViewStory(.load(), .followRefreshes(.seconds(5))))),
        ReasonExample(
            NavigationReason.tooManyRefreshes, "The page refreshes itself without an end.",
            .view(ViewStory([.page(refreshed)], .load(), .followRefreshes(.seconds(600)))),
            mended: .view(ViewStory(.load(), .followRefreshes(.seconds(600))))),
        ReasonExample(
            NavigationReason.refreshInFrame, "A frame's document asks for a refresh.",
            .view(ViewStory([.page("<iframe src='/login'></iframe>"), .page(refreshed, at: Place.login)], .load())),
            mended: .view(ViewStory([.page("<iframe src='/login'></iframe>"), .init(Place.login)], .load()))),
        ReasonExample(
            NavigationReason.frameRefused, "The page that is to be framed allows no frames.",
            .view(
                ViewStory(
                    [
                        .page("<iframe src='/login'></iframe>"),
                        .page("<p>In</p>", at: Place.login, "X-Frame-Options: DENY"),
                    ], .load())),
            mended: .view(ViewStory([.page("<iframe src='/login'></iframe>"), .init(Place.login)], .load()))),
        ReasonExample(
            NavigationReason.frameInItself, "A page frames itself.", page("<iframe src='/'></iframe>"),
            mended: .view(ViewStory([.page("<iframe src='/login'></iframe>"), .init(Place.login)], .load()))),
        ReasonExample(
            NavigationReason.inFrame, "A frame's load fails.",
            .view(
                ViewStory(
                    [.page("<iframe src='/login'></iframe>"), .init(Place.login, fails: .couldNotConnect)], .load())),
            mended: shown),
        ReasonExample(
            NavigationReason.tooManyScriptNavigations, "A user script sends each page on to the next.",
            .view(ViewStory([.init(), .init(Place.login)], .addUserScript(endless), .load())),
            mended: .view(ViewStory([.init(), .init(Place.login)], .load()))),
    ]

    private static let endless = "location.href = location.pathname == '/' ? '/login' : '/'"
}
