public import BridgePrimitives

/// How a page in a real engine ended, as seen from outside: at the auth service, at the proxy, in its address.
public enum PageReason: String, Reason {
    case signedIn = "page/signed-in"
    case proven = "page/proven"
    case noSignIn = "page/no-sign-in"
    case noProof = "page/no-proof"
    case sessionRefused = "page/session-refused"
    case onSignInPage = "page/on-sign-in-page"
    case signedInTooLate = "page/signed-in-too-late"
    case leftWhileSigningIn = "page/left-while-signing-in"
    case threw = "page/threw"
    case waiting = "page/waiting"
    case looping = "page/looping"
    case errorStatus = "page/error-status"
    case blockedByPolicy = "page/blocked-by-policy"
    case busy = "page/busy"
    case neverAsked = "page/never-asked-app"
    case badProof = "page/bad-proof"
    case authNotReached = "page/auth-not-reached"
    case requestFailed = "page/request-failed"
    case noSuchLink = "page/no-such-link"
    case scriptNotRun = "page/script-not-run"

    public var meaning: String {
        switch self {
        case .signedIn: "The auth service signed the page's user in."
        case .proven: "What the project file wants of a signed-in page is there."
        case .noSignIn: "The page came to rest and had not asked the auth service for a user."
        case .noProof: "What the project file wants of a signed-in page did not come."
        case .sessionRefused: "The page's server was sent the session, and led to the sign-in page all the same."
        case .onSignInPage: "The page ended on its sign-in page."
        case .signedInTooLate: "The page signed in and ended on its sign-in page all the same."
        case .leftWhileSigningIn: "The page asked to sign in, and went to another page before the answer came."
        case .threw: "A script of the page threw an exception that nobody caught, or that was caught and only printed."
        case .waiting: "The page waits for an answer that does not come."
        case .looping: "The page goes from one address to the next without an end."
        case .errorStatus: "The page's server answered with an error, and that is what is shown."
        case .blockedByPolicy: "The page's content security policy blocks what the page asks for."
        case .busy: "A script of the page does not end, and the page answers nothing."
        case .neverAsked: "The page posted to none of the app's message handlers."
        case .badProof: "What web.signed-in says is no selector or expression that the page can evaluate."
        case .authNotReached: "The page asked the auth service and got no answer that it could read."
        case .requestFailed: "A request of the page's failed."
        case .noSuchLink: "The page that is shown has no such link."
        case .scriptNotRun: "A script of the page's did not come, or the engine did not run it."
        }
    }

    public var fix: String {
        switch self {
        case .signedIn, .proven: ""
        case .noSignIn: "Let the page call signInWithCustomToken with what the app handed over, before it shows itself."
        case .noProof: "Look at what the page shows instead, and whether web.signed-in asks for the right thing."
        case .sessionRefused:
            "Read the page server's log: the cookie's name there, the project that it verifies for, a session cookie that"
                + " is verified as an ID token, a user who is disabled or was revoked."
        case .onSignInPage: "Look at what sent the page there, above."
        case .signedInTooLate: "Await the sign-in before the guard decides, and leave the sign-in page once it is done."
        case .leftWhileSigningIn: "Await signInWithCustomToken before you set location or submit a form."
        case .threw: "Mend what the exception names, or catch it."
        case .waiting: "Look at who should answer; let the page give up after a while and say so."
        case .looping: "Let the guard leave its own target alone, and the sign-in page without a guard."
        case .errorStatus: "Look at the path, and at what the page's server says of it."
        case .blockedByPolicy: "Name the host under that directive of the policy."
        case .busy: "Look for a loop without an end."
        case .neverAsked: "Use one name for the handler in the page and in the app."
        case .badProof: "Correct it in the project file."
        case .requestFailed:
            "See that the host is right and runs, allows the page's origin, and has a certificate that is trusted."
        case .noSuchLink: "Correct the selector; for a link that a script makes, run it with --engine webkitgtk."
        case .scriptNotRun:
            "See that its host is there, and that it is served as text/javascript; with integrity=, write the hash of what is"
                + " served now."
        case .authNotReached:
            "Look at the console: mixed content, a content security policy or CORS keep requests back in the page."
        }
    }
}
