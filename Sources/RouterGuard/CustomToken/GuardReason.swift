public import BridgePrimitives

/// Why a guard decided as it did, and how a guarded navigation ended.
public enum GuardReason: String, Reason {
    case noAuthNeeded = "guard/no-auth-needed"
    case userPresent = "guard/user-present"
    case cookieAbsent = "guard/cookie-absent"
    case cookieUnreadable = "guard/cookie-unreadable"
    case tokenAccepted = "guard/token-accepted"
    case tokenRefused = "guard/token-refused"
    case neverCalledNext = "guard/never-called-next"
    case returnIgnored = "guard/return-ignored"
    case neverDecided = "guard/never-decided"
    case nextCalledTwice = "guard/next-called-twice"
    case redirected = "guard/redirected"
    case aborted = "guard/aborted"
    case cancelled = "guard/cancelled"
    case duplicated = "guard/duplicated"
    case threw = "guard/threw"
    case redirectLoop = "guard/redirect-loop"
    case unmatchedRoute = "guard/unmatched-route"
    case authNotReady = "guard/auth-not-ready"
    case waitsForAuth = "guard/waits-for-auth"
    case authReady = "guard/auth-ready"
    case cookieDeleted = "guard/cookie-deleted"
    case retried = "guard/retried"
    case overtaken = "guard/overtaken"
    case staleRedirect = "guard/stale-redirect"
    case invalidGuard = "guard/invalid-guard"
    case readBeforeDocumentEnd = "guard/read-before-document-end"
    case pathOutsideHash = "guard/path-outside-hash"
    case cookieNotRead = "guard/cookie-not-read"
    case otherCookie = "guard/other-cookie"
    case tokenNotUsed = "guard/token-not-used"
    case signInNotAwaited = "guard/sign-in-not-awaited"

    public var meaning: String {
        switch self {
        case .noAuthNeeded: "No record of the route asks for a signed-in user."
        case .userPresent: "Somebody is signed in already, so the guard lets the navigation pass."
        case .cookieAbsent: "The page's script sees no token cookie, or an empty one."
        case .cookieUnreadable: "The token cookie is there, but its percent-encoding is broken and reading it throws."
        case .tokenAccepted: "Signing in with the token from the cookie succeeded."
        case .tokenRefused: "Signing in with the token from the cookie failed."
        case .neverCalledNext: "The guard returned without calling next, so the navigation never ends."
        case .returnIgnored:
            "The guard never called next; Vue Router 3 ignores what a guard returns, so the navigation never ends."
        case .neverDecided: "The guard takes no next, and what it gave back never comes to a decision."
        case .nextCalledTwice: "The guard called next again after it had already decided."
        case .redirected: "A guard sent the navigation to another location."
        case .aborted: "A guard stopped the navigation."
        case .cancelled: "A newer navigation took this one's place."
        case .duplicated: "The navigation would have gone to the route that is current already."
        case .threw: "The guard threw an error, which ends the navigation."
        case .redirectLoop: "The guards kept redirecting and were stopped after a fixed number of calls."
        case .authNotReady:
            "The guard looked for a user before auth had read its storage, and took nobody for an answer."
        case .waitsForAuth: "Auth has not read its storage yet, and the guard waits for it."
        case .authReady: "Auth has read its storage, and the guard that waited for it goes on."
        case .cookieDeleted: "The token cookie was deleted after it had served."
        case .retried: "The sign-in failed for a reason that says nothing about the token, and was tried again."
        case .overtaken: "A newer navigation has begun, so the guard redirects nobody any more."
        case .staleRedirect: "A guard redirected although a newer navigation had begun, and dragged the user along."
        case .invalidGuard:
            "A guard that takes next ended without calling it, which Vue Router 4 reports in development."
        case .readBeforeDocumentEnd:
            "The guard read the cookies in the turn of mounting, before the user scripts at document end had run."
        case .pathOutsideHash:
            "The router reads its route from behind the address's #; the path before it was not looked at."
        case .unmatchedRoute: "No record matches the path; the router enters it all the same."
        case .cookieNotRead: "The guard found nobody signed in and decided without a look at the cookies."
        case .otherCookie: "The guard looked for a cookie of another name than the one that has the token."
        case .signInNotAwaited: "The guard began to sign in, and decided before that was done."
        case .tokenNotUsed:
            "The guard read the cookies, and decided without signing in with the token: it looks for another name, or leaves what it finds."
        }
    }

    public var fix: String {
        switch self {
        case .noAuthNeeded:
            "If the page is not public, put meta.requiresAuth on its record or a parent's; a guard of another kind"
                + " must read the cookie for this path."
        case .userPresent, .tokenAccepted, .redirected, .waitsForAuth, .authReady, .cookieDeleted, .retried, .overtaken:
            ""
        case .authNotReady: "Wait for auth.authStateReady() before looking at currentUser."
        case .staleRedirect: "Compare the guard's navigation with the latest one before redirecting."
        case .invalidGuard: "Call next, or take two parameters and return the decision."
        case .readBeforeDocumentEnd:
            "Inject the script at document start, or wait for auth.authStateReady() before reading the cookie."
        case .pathOutsideHash: "Open the path behind a #, as in /#/orders, or give the router history mode."
        case .cookieAbsent:
            "Check that the cookie was stored for this host and path, is not HttpOnly, and had not expired."
        case .cookieUnreadable: "Percent-encode the cookie's value where it is written."
        case .tokenRefused: "Look at the sign-in's own reason; custom tokens live for an hour at most."
        case .neverCalledNext: "Call next in the branch without a cookie too, for example next('/signin')."
        case .returnIgnored:
            "Take next as the third parameter and call it with the decision; for an app with Vue Router 4 write"
                + " `generation: 4` beside `module:`."
        case .neverDecided: "Settle the promise that the guard returns in every branch, and end its retries."
        case .nextCalledTwice: "Call next once in every branch; return right after a redirect."
        case .aborted: "Find the guard that calls next(false) or next(error)."
        case .cancelled: "Let one navigation end before another starts, or ignore this outcome."
        case .duplicated: "Nothing was lost; ignore this outcome."
        case .threw: "Catch the error inside the guard and call next from there."
        case .redirectLoop:
            "Take meta.requiresAuth off the sign-in page; a guard of another kind must let the page through that it sends to."
        case .cookieNotRead: "Read the token cookie where nobody is signed in, and sign in with it before deciding."
        case .otherCookie:
            "Use one name where the cookie is written and where it is read; web.cookie-name says which one it is."
        case .signInNotAwaited: "Await signInWithCustomToken, or return its promise, before deciding."
        case .tokenNotUsed:
            "Look for the cookie by its name, and await signInWithCustomToken with its value before deciding."
        case .unmatchedRoute: "Add a record for the path, or one for '*' that shows a not-found page."
        }
    }
}

extension GuardReason {
    /// The reason that goes with a navigation failure.
    init(_ kind: NavigationFailure.Kind) {
        switch kind {
        case .redirected: self = .redirected
        case .aborted: self = .aborted
        case .cancelled: self = .cancelled
        case .duplicated: self = .duplicated
        }
    }
}
