import PageEngines

/// A scenario that ends otherwise in real engines than in the model, and why that is so.
///
/// The suite fails for a difference that is not here, and for one that is here and has gone.
struct ModelDifference: Sendable {
    /// The scenario's name.
    let scenario: String
    let engines: [PageEngineKind]
    /// What of its expectations is not met.
    let unmet: String
    let why: String

    private init(
        _ scenario: String, in engines: [PageEngineKind] = PageEngineKind.allCases, unmet: String, why: String
    ) {
        self.scenario = scenario
        self.engines = engines
        self.unmet = unmet
        self.why = why
    }

    /// The first one takes a page's whole time, so it is begun first.
    static let all = [
        Self(
            "The page's sign-in is never answered", unmet: "guard/token-refused",
            why: "the SDK in the page waits without an end, and the model's client does not"),
        Self(
            "A page that needs no user opens without a cookie", unmet: "guard/no-auth-needed",
            why: "only the model tells what a guard decided by itself"),
        Self(
            "A guard that does not try again takes a lost connection for a refused token", unmet: "guard/token-refused",
            why: "only the model tells what a guard decided by itself"),
        Self(
            "A value that is badly encoded makes vue-cookies throw", unmet: "guard/cookie-unreadable",
            why: "only the model tells what a guard decided by itself"),
        Self(
            "A cookie without an expiry ends with the app's process", unmet: "send/session-ended",
            why: "an engine cannot be asked why it does not send a cookie that is gone"),
        Self(
            "And so it ends with the app's process", unmet: "send/session-ended",
            why: "an engine cannot be asked why it does not send a cookie that is gone"),
        Self(
            "What script writes for thirty days goes after seven without the user",
            unmet: "note/deleted-after-inactivity", why: "an engine's clock is the machine's"),
        Self(
            "And ends with the days that it was made for", unmet: "send/expired",
            why: "an engine's clock is the machine's"),
        Self(
            "An engine that drops hand-made Cookie headers sends none", in: [.chromium],
            unmet: "send/manual-header-dropped", why: "Chromium sends what it is given"),
        Self(
            "A cookie in a header of the app's own is on the first request", unmet: "handoff/cookie-in-header-only",
            why: "WebKitGTK drops the header: manualCookieHeader = dropped"),
        Self(
            "After a redirect the header of the app's own is gone", unmet: "load/manual-cookie-dropped",
            why: "WebKitGTK drops the header: manualCookieHeader = dropped"),
        Self(
            "The app's header keeps the store's cookie at home", unmet: "send/manual-header-wins",
            why: "WebKitGTK drops the header: manualCookieHeader = dropped"),
        Self(
            "A header that the app writes by hand does not reach the page behind a redirect", in: [.webkitgtk],
            unmet: "with a header cookie", why: "WebKitGTK drops the header: manualCookieHeader = dropped"),
        Self(
            "A Cookie header by hand does not go along to another host", unmet: "load/manual-cookie-dropped",
            why: "an engine stops the redirects by itself; the codes of each are the model's"),
        Self(
            "An Authorization header goes with one load and its redirect, and with nothing after it", in: [.chromium],
            unmet: "with a header authorization",
            why: "Chromium gets the header for one request, by DevTools, and WebKit for the load"),
        Self(
            "A page that reads another cookie than the backend sets has no session", unmet: "guard/cookie-absent",
            why: "the sample page has the cookie's name in its own files"),
        Self(
            "The main thread waits for a handler that needs the main thread", unmet: "race/deadlock",
            why: "an engine has no main thread of an app that stands still"),
        Self(
            "Login and page redirect to each other, since neither gets the cookie", unmet: "load/redirect-loop",
            why: "an engine stops the redirects by itself; the codes of each are the model's"),
        Self(
            "A sign-out that forgets nothing else leaves the page to the old user",
            unmet: "handoff/page-still-signed-in",
            why: "the page signs in anew with the token that it finds; the model's has its session from before"),
        Self(
            "A script that is left installed writes the old user's token after the sign-out",
            unmet: "handoff/page-still-signed-in",
            why: "the page signs in anew with the token that it finds; the model's has its session from before"),
        Self(
            "A role that changes while the page is open is not in the page's ID token", unmet: "handoff/stale-claims",
            why: "only the model tells what a page's ID token says"),
        Self(
            "Chrome takes it on localhost", in: [.webkitgtk], unmet: "verdict signed-in",
            why: "WebKit keeps Secure cookies from plain HTTP, also if the host is this machine"),
        Self(
            "An app that takes the locked keychain for a sign-out clears the page's session",
            unmet: "handoff/data-removed", why: "only the model tells what was removed of a page's data"),
    ]
}
