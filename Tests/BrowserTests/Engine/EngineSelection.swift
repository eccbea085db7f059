/// A scenario that CI runs in each engine; `make test-all` runs all of them.
///
/// How they were chosen: all that end otherwise than in the model (``ModelDifference``), and one for each thing that an
/// engine does by other code than the model: the ways of giving it the session, the cookies that its jar judges, the steps
/// in a page, the endings, what becomes of its store, and each thing that it refuses because only the model can do it.
/// Scenarios of the native half alone are left to the model.
struct EngineSelection: Sendable {
    /// The scenario's name.
    let scenario: String
    /// What it is the example of.
    let why: String

    /// Those that an engine runs.
    static let run = [
        Self(
            scenario: "A cookie without HttpOnly is sent, and visible to the guard",
            why: "the app's copy in the view's store signs in"),
        Self(
            scenario: "An HttpOnly cookie in the store keeps a script from writing one of its name",
            why: "a user script at document start, and what the store holds against it"),
        Self(
            scenario: "A guard that waits for auth first sees what a script at document end has written",
            why: "a user script at document end"),
        Self(scenario: "A quote in the token breaks the script", why: "a user script that is not JavaScript"),
        Self(
            scenario: "A script that prints the session leaves a line in the console",
            why: "what a user script writes to the console"),
        Self(scenario: "A script's cookie for another path is not read", why: "a script's cookie with a path"),
        Self(
            scenario: "A script that looks at location.hostname leaks nothing",
            why: "a user script on a page of another site, behind a redirect"),
        Self(
            scenario: "A cookie in the native storage only never reaches the page",
            why: "the app's own cookie storage"),
        Self(scenario: "The load waits until the cookie is in the store", why: "an awaited write to the store"),
        Self(scenario: "An app that gives the copy the root path signs in", why: "a copy with a path"),
        Self(
            scenario: "With one spelling of the domain the new value takes the place of the old one",
            why: "a copy with a domain and a value of its own"),
        Self(
            scenario: "A dot before the domain makes another cookie, and the old value wins",
            why: "two cookies of one name"),
        Self(scenario: "A copy with the backend's Domain never reaches the web app", why: "a copy for another host"),
        Self(
            scenario: "An ID token in the store's cookie is sent with each request, and signs no client in",
            why: "another kind of token in the cookie"),
        Self(
            scenario: "A blank page with the web app's URL takes the cookie in time",
            why: "HTML of the app's under the web app's URL"),
        Self(
            scenario: "A page that asks again gets the session again",
            why: "a message handler that answers, and all cookies deleted"),
        Self(
            scenario: "A redirect sets the cookie, and the page behind it gets it",
            why: "a cookie that the page's own server sets in a redirect"),
        Self(
            scenario: "A session cookie is for the server, which shows its page to whoever has one",
            why: "a page that the server renders"),
        Self(scenario: "A page that has the app in a frame sends the frame's cookie along", why: "frames"),
        Self(
            scenario: "A page that is loaded before the store is waited for wakes it up",
            why: "a store that is cold at first"),
        Self(
            scenario: "Chromium refuses SameSite=None without Secure",
            why: "an attribute that the engines judge differently"),
        Self(scenario: "Before iOS 18 a native copy keeps SameSite=None", why: "SameSite of a copy"),
        Self(
            scenario: "A form that another site posts brings no Lax cookie",
            why: "SameSite from another site, by a link, a form and an address"),
        Self(scenario: "On plain HTTP a cookie without Secure signs in", why: "a page over plain HTTP"),
        Self(
            scenario: "Behind Firebase Hosting the server never sees customtoken",
            why: "an edge that strips cookies on the way"),
        Self(
            scenario: "A cookie with an expiry outlives the app's process",
            why: "the store after the process has ended"),
        Self(scenario: "A link to a new window leaves the page as it is", why: "a window that a page wants"),
        Self(scenario: "The page has no link that the selector finds", why: "a step that finds nothing in the page"),
        Self(scenario: "What a script of the app gives can be asked for", why: "the value of a script"),
        Self(
            scenario: "A script that leads elsewhere is a load of the page's",
            why: "a script that leads to another document"),
        Self(
            scenario: "A page is waited for until the handoff has ended there",
            why: "waiting for a route, a script and a verdict"),
        Self(
            scenario: "Who deletes the cookies does not sign the page out",
            why: "a reload, and the page's own session"),
        Self(
            scenario: "A cookie that the app deletes by name is gone, and the page's session stays",
            why: "one cookie deleted"),
        Self(
            scenario: "An app that removes all website data leaves nothing to the next page",
            why: "all website data removed"),
        Self(scenario: "With another user's ID token the page is the other user's", why: "the verdict other-user"),
        Self(
            scenario: "A user who was disabled after the exchange stays out",
            why: "a sign-in that the auth service refuses"),
        Self(
            scenario: "The Firebase Auth Emulator accepts a custom token older than an hour",
            why: "a lenient auth service"),
        Self(scenario: "A page that comes on the second load", why: "a page that its server breaks, opened again"),
        Self(scenario: "Once the fault is out, all is well", why: "a sign-in that is broken off"),
        Self(
            scenario: "After a reinstallation the app is signed in and the web view is empty",
            why: "a store that goes with the app"),
        Self(
            scenario: "An app that waits for the unlock and clears nothing finds the page signed in",
            why: "a start of the app after a reboot"),
        Self(
            scenario: "A user who started the last version in time stays signed in through the transfer",
            why: "an update and a transfer of the app"),
        Self(scenario: "Another user's answer out of a cache signs the other one in", why: "a sign-out everywhere"),
    ]

    /// Those that an engine refuses.
    static let refused = [
        Self(
            scenario: "An app with bound domains that does not limit its views runs no script in them",
            why: "app-bound domains"),
        Self(scenario: "Without a cookie the article's guard never calls next", why: "a guard of the scenario's own"),
        Self(scenario: "An app that shows its own pages only leaks nothing", why: "a navigation delegate"),
        Self(
            scenario: "A setCookie that nobody awaits loses the race against the first request",
            why: "a write to the store that is not awaited"),
        Self(
            scenario: "When the network process dies before the cookie is on disk, it is gone",
            why: "a crash of the network process"),
        Self(scenario: "A store that takes no cookies takes none from a user script", why: "a store's cookie policy"),
        Self(scenario: "A phone that is set back is signed in as it was", why: "a store that is set back"),
        Self(
            scenario: "Another version of the system finds the page's session where the last one kept it",
            why: "another profile in the middle"),
        Self(scenario: "A private store ends with the app's process", why: "a private store"),
        Self(scenario: "A process pool in common is no store in common", why: "a second view"),
        Self(scenario: "Apps of one access group have one user", why: "another app's store"),
        Self(
            scenario: "A view that is made anew has the script for the new token",
            why: "some kinds of website data removed"),
        Self(scenario: "The next session begins when the last one is cleaned up", why: "what happens together"),
        Self(
            scenario: "What goes down once the cookie is on disk leaves it there",
            why: "a session that is given to no page"),
        Self(scenario: "A sign-out everywhere leaves nothing to the next user", why: "the page's ID token"),
    ]
}
