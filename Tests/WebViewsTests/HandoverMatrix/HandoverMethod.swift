import BridgePrimitives
import Cookies
import HTTPLoader
import WebViews

/// The ways in which apps hand a session over to their web view, by number.
enum HandoverMethod: Int, CaseIterable, Sendable {
    case userScriptAtStart = 1
    case userScriptAtEnd = 2
    case sharedStorageNonPersistent = 3
    case sharedStoragePersistent = 4
    case awaitedNativeCookie = 5
    case unawaitedNativeCookie = 6
    case cookieHeader = 7
    case cookieHeaderAndJar = 8
    case authorizationHeader = 9
    case setCookieOnDocument = 10
    case bootstrapRedirect = 11
    case bootstrapPost = 12
    case tokenInQuery = 13
    case tokenInFragment = 14
    case evaluateAfterLoad = 15
    case evaluateBeforeLoad = 16
    case fetchFromPage = 17
    case messageBridge = 18
    case serviceWorker = 19
    case firebaseSessionCookie = 20
    case firebaseIDTokenCookie = 21
    case warmUpDocument = 22
    case nativeHTTPOnlyAndScript = 23

    /// The cookies that a method is tried with; nil where it hands over no cookie.
    var kinds: [CookieKind?] {
        switch self {
        case .userScriptAtStart, .userScriptAtEnd, .evaluateAfterLoad, .evaluateBeforeLoad, .warmUpDocument:
            [CookieKind(isPersistent: false, isHTTPOnly: false), CookieKind(isPersistent: true, isHTTPOnly: false)]
        case .sharedStorageNonPersistent: [CookieKind(isPersistent: false, isHTTPOnly: true)]
        case .sharedStoragePersistent: [CookieKind(isPersistent: true, isHTTPOnly: true)]
        case .awaitedNativeCookie, .unawaitedNativeCookie, .cookieHeaderAndJar, .setCookieOnDocument,
            .bootstrapRedirect, .bootstrapPost:
            CookieKind.allCases
        case .fetchFromPage:
            [CookieKind(isPersistent: false, isHTTPOnly: true), CookieKind(isPersistent: true, isHTTPOnly: true)]
        case .firebaseSessionCookie, .nativeHTTPOnlyAndScript: [CookieKind(isPersistent: true, isHTTPOnly: true)]
        case .firebaseIDTokenCookie:
            [CookieKind(isPersistent: true, isHTTPOnly: false), CookieKind(isPersistent: true, isHTTPOnly: true)]
        case .cookieHeader, .authorizationHeader, .tokenInQuery, .tokenInFragment, .messageBridge, .serviceWorker: [nil]
        }
    }

    /// Whether the method needs a page that is open.
    var needsPage: Bool {
        switch self {
        case .evaluateAfterLoad, .fetchFromPage, .firebaseSessionCookie, .serviceWorker: true
        default: false
        }
    }

    /// Behind Firebase Hosting only this name reaches the backend.
    var cookieName: String { self == .firebaseSessionCookie ? "__session" : "token" }

    /// How long a persistent cookie of the method lives.
    var lifetime: Duration {
        switch self {
        case .firebaseIDTokenCookie: .seconds(3600)  // the token inside lives as long
        case .firebaseSessionCookie: .seconds(5 * 86_400)
        default: .seconds(86_400)
        }
    }
}

/// Which cookie is handed over. All of them cover the subdomains of app.localhost.
struct CookieKind: Hashable, Sendable, CaseIterable, CustomStringConvertible {
    let isPersistent: Bool
    let isHTTPOnly: Bool

    static let allCases = [
        CookieKind(isPersistent: false, isHTTPOnly: false), CookieKind(isPersistent: false, isHTTPOnly: true),
        CookieKind(isPersistent: true, isHTTPOnly: false), CookieKind(isPersistent: true, isHTTPOnly: true),
    ]

    var description: String {
        (isPersistent ? "persistent" : "non-persistent") + (isHTTPOnly ? " HttpOnly" : "") + " cookie"
    }
}
