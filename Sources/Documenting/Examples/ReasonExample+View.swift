import CookieStores
import Cookies
import HTTPLoader
import WebViews

private typealias Place = ExamplePlace

extension ReasonExample {
    private static let httpOnly = NativeCookie(
        name: "customtoken", value: "abc", domain: "app.example.com", isHTTPOnly: true)
    private static let plain = NativeCookie(name: "customtoken", value: "abc", domain: "app.example.com")
    private static let write = "document.cookie = 'customtoken=def; path=/'"
    private static let bound = ["example.com"]

    /// What only a whole web view brings about: cookies of documents, scripts, Clear-Site-Data.
    static let view: [ReasonExample] = documents + scripts + clearing

    private static let documents: [ReasonExample] = [
        ReasonExample(
            StoreReason.cookiesDisabled, "The store's cookie policy was set to disallow, and nobody set it back.",
            .view(ViewStory(.disallowCookies, .set(plain))), mended: .view(ViewStory(.set(plain)))),
        ReasonExample(
            StoreReason.documentWithoutCookies, "The script runs in about:blank, before any page is loaded.",
            .view(ViewStory(.evaluate(write))), mended: .view(ViewStory(.load(), .evaluate(write)))),
        ReasonExample(
            StoreReason.opaqueOrigin, "The page is shown in a sandboxed frame without allow-same-origin.",
            .view(
                ViewStory(
                    [.page("<iframe sandbox='allow-scripts' src='/login'></iframe>"), .init(Place.login)], .load(),
                    .evaluateInFrame("try { \(write) } catch (error) { error.name }"))),
            mended: .view(
                ViewStory(
                    [
                        .page("<iframe sandbox='allow-scripts allow-same-origin' src='/login'></iframe>"),
                        .init(Place.login),
                    ],
                    .load(), .evaluateInFrame("try { \(write) } catch (error) { error.name }")))),
        ReasonExample(
            StoreReason.credentialsOmitted,
            "The page fetches the exchange without credentials, and its answer sets the cookie.",
            .view(
                ViewStory(
                    [.init(), .init(Place.login, 200, ["Set-Cookie: customtoken=abc; Path=/"])], .load(),
                    .fetch(Place.login, omitsCredentials: true))),
            mended: .view(
                ViewStory(
                    [.init(), .init(Place.login, 200, ["Set-Cookie: customtoken=abc; Path=/"])], .load(),
                    .fetch(Place.login)))),
        ReasonExample(
            StoreReason.appBoundFiltered,
            "Info.plist has WKAppBoundDomains, and the cookie's domain is not among them.",
            .view(ViewStory(boundDomains: ["other.example"], .set(plain))),
            mended: .view(ViewStory(boundDomains: bound, .set(plain)))),
        ReasonExample(
            ScriptReason.opaqueOrigin, "A script of a sandboxed frame reads document.cookie.",
            .view(
                ViewStory(
                    [.page("<iframe sandbox='allow-scripts' src='/login'></iframe>"), .init(Place.login)], .load(),
                    .evaluateInFrame("try { document.cookie } catch (error) { error.name }"))),
            mended: .view(
                ViewStory(
                    [
                        .page("<iframe sandbox='allow-scripts allow-same-origin' src='/login'></iframe>"),
                        .init(Place.login),
                    ],
                    .load(), .evaluateInFrame("try { document.cookie } catch (error) { error.name }")))),
        ReasonExample(
            ScriptReason.documentWithoutCookies,
            "The HTML was loaded without a base URL, so that its document is about:blank.",
            .view(ViewStory(.set(plain), .html("<p>Hello</p>", base: nil), .evaluate("document.cookie"))),
            mended: .view(ViewStory(.set(plain), .html("<p>Hello</p>", base: Place.page), .evaluate("document.cookie")))
        ),
        ReasonExample(
            ScriptReason.phantom,
            "Script writes over an HttpOnly cookie: the store refuses, and the page that wrote sees its own text all the same.",
            .view(
                ViewStory(
                    .load(), .set(httpOnly), .evaluate("document.cookie"), .evaluate(write),
                    .evaluate("document.cookie"))),
            mended: .view(
                ViewStory(
                    .load(), .set(plain), .evaluate("document.cookie"), .evaluate(write), .evaluate("document.cookie")))
        ),
        ReasonExample(
            ScriptReason.staleCopy,
            "The page has read the cookie before the server made it HttpOnly, and still sees its copy.",
            .view(
                ViewStory(
                    .load(), .set(plain), .evaluate("document.cookie"), .set(httpOnly), .evaluate("document.cookie"))),
            mended: .view(
                ViewStory(
                    .load(), .set(plain), .evaluate("document.cookie"), .set(httpOnly), .anotherView, .load(),
                    .evaluate("document.cookie")))),
    ]

    private static let scripts: [ReasonExample] = [
        ReasonExample(
            ScriptFailureReason.syntaxError, "The token, or a name, has a quote in it and ends the script's string.",
            .view(ViewStory(.load(), .evaluate("document.cookie = 'customtoken=it's; path=/'"))),
            mended: .view(ViewStory(.load(), .evaluate("document.cookie = \"customtoken=it's; path=/\"")))),
        ReasonExample(
            ScriptFailureReason.threw, "The script uses an element that is not there yet.",
            .view(ViewStory(.load(), .evaluate("undefined.cookie = 1"))),
            mended: .view(ViewStory(.load(), .evaluate("document.cookie = 'a=1'")))),
        ReasonExample(
            ScriptFailureReason.notSimulated, "The script uses what the headless view does not have.",
            .view(ViewStory(.load(), .evaluate("localStorage.setItem('token', 'abc')"))),
            mended: .view(ViewStory(.load(), .evaluate(write)))),
        ReasonExample(
            ScriptFailureReason.unsupportedResult,
            "The last value of the script is a function, which native code cannot take.",
            .view(ViewStory(.load(), .evaluate("(function () {})"))),
            mended: .view(ViewStory(.load(), .evaluate("(function () {})(); true")))),
        ReasonExample(
            ScriptFailureReason.terminated, "A loop of the script does not end.",
            .view(ViewStory(.load(), .evaluate("for (;;) {}"))), mended: .view(ViewStory(.load(), .evaluate("1 + 1"))),
            comparesEngines: false),
        ReasonExample(
            ScriptFailureReason.appBoundDomain, "The app has WKAppBoundDomains, and its view is not limited to them.",
            .view(ViewStory(boundDomains: bound, .load(), .evaluate(write))),
            mended: .view(ViewStory(boundDomains: bound, limitsNavigations: true, .load(), .evaluate(write)))),
        ReasonExample(
            ScriptFailureReason.injectionSkipped,
            "The same app's user script is left out of the page, and nothing says so.",
            .view(ViewStory(boundDomains: bound, .addUserScript(write), .load())),
            mended: .view(ViewStory(boundDomains: bound, limitsNavigations: true, .addUserScript(write), .load()))),
    ]

    private static func signOut(_ value: String, at url: String = Place.login) -> ViewStory.Answer {
        .page("<p>Goodbye</p>", at: url, "Clear-Site-Data: \(value)")
    }

    private static let clearing: [ReasonExample] = [
        ReasonExample(
            ClearSiteDataReason.cookiesCleared, "Every page answers with the header that was meant for signing out.",
            .view(ViewStory([signOut("\"cookies\"")], .set(plain), .load(Place.login))),
            mended: .view(ViewStory([.init(Place.login)], .set(plain), .load(Place.login)))),
        ReasonExample(
            ClearSiteDataReason.storageCleared, "The answer deletes what the page keeps beside its cookies.",
            .view(ViewStory([signOut("\"storage\"")], .load(Place.login))),
            mended: .view(ViewStory([.init(Place.login)], .load(Place.login)))),
        ReasonExample(
            ClearSiteDataReason.insecureOrigin, "The header came over http.",
            .view(
                ViewStory(
                    [signOut("\"cookies\"", at: "http://app.example.com/login")], .load("http://app.example.com/login"))
            ),
            mended: .view(ViewStory([signOut("\"cookies\"")], .load(Place.login))), besides: []),
        ReasonExample(
            ClearSiteDataReason.unknownType, "The quotes are missing, so that browsers know none of it.",
            .view(ViewStory([signOut("cookies")], .load(Place.login))),
            mended: .view(ViewStory([signOut("\"cookies\"")], .load(Place.login)))),
    ]

    private static let bearer = ["Authorization: Bearer abc"]

    /// What becomes of a page's service worker.
    static let worker: [ReasonExample] = [
        ReasonExample(
            ServiceWorkerReason.needsAppBoundDomain, "On iOS a web view has service workers on app-bound domains only.",
            .view(ViewStory(.load(), .registerWorker(headers: bearer))),
            mended: .view(
                ViewStory(boundDomains: bound, limitsNavigations: true, .load(), .registerWorker(headers: bearer)))),
        ReasonExample(
            ServiceWorkerReason.insecureOrigin, "The page came over http.",
            .view(ViewStory([.init(Place.insecure)], .load(Place.insecure), .registerWorker(headers: bearer))),
            mended: .view(ViewStory(.load(), .registerWorker(headers: bearer))), as: "webkitgtk"),
        ReasonExample(
            ServiceWorkerReason.opaqueOrigin, "The HTML was loaded without a base URL.",
            .view(ViewStory(.html("<p>Hello</p>", base: nil), .registerWorker(headers: bearer))),
            mended: .view(ViewStory(.load(), .registerWorker(headers: bearer))), as: "webkitgtk"),
        ReasonExample(
            ServiceWorkerReason.foreignScope, "The scope is an address of the backend.",
            .view(ViewStory(.load(), .registerWorker(scope: "https://api.example.com/", headers: bearer))),
            mended: .view(ViewStory(.load(), .registerWorker(headers: bearer))), as: "webkitgtk"),
        ReasonExample(
            ServiceWorkerReason.forbiddenHeader, "The worker wants to add the cookie itself.",
            .view(ViewStory(.load(), .registerWorker(headers: ["Cookie: customtoken=abc"]))),
            mended: .view(ViewStory(.load(), .registerWorker(headers: bearer))), as: "webkitgtk"),
        ReasonExample(
            ServiceWorkerReason.headersAdded,
            "From its second visit on, the page's requests have what the worker adds.",
            .view(ViewStory(.load(), .registerWorker(headers: bearer), .load())),
            mended: .view(ViewStory(.load(), .load())),
            as: "webkitgtk"),
    ]
}
