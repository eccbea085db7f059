import BridgePrimitives
import RouterGuard

extension GuardStory {
    /// All that the guard can meet, in the order in which it asks.
    static let all: [GuardStory] = routes + users + cookies + otherReaders + tokens + overtaken + retries + settings

    // MARK: Does the route need a user?

    private static let routes: [GuardStory] = [
        .init("a public page asks nothing", at: "/about", calls: "", ends: "pass", reasons: "no-auth-needed"),
        .init(
            "a public page does not wait for auth", at: "/about", .notKnownYet, calls: "", ends: "pass",
            reasons: "no-auth-needed"),
        .init(
            "a public page leaves the token alone", at: "/about", cookies: "customtoken=t", calls: "", ends: "pass",
            reasons: "no-auth-needed"),
        .init("the sign-in page asks nothing", at: "/signin", calls: "", ends: "pass", reasons: "no-auth-needed"),
        .init(
            "the sign-in page opens even if its record asks for a user: no endless redirect", at: "/signin",
            routes: [["path": "/signin", "meta": ["requiresAuth": true]]], calls: "", ends: "pass",
            reasons: "no-auth-needed"),
        .init("an unknown path opens", at: "/no/such/page", calls: "", ends: "pass", reasons: "no-auth-needed"),
        .init(
            "a deep link below a protected parent is protected", at: "/orders/7", calls: "ask, read",
            ends: "→ /signin", reasons: "cookie-absent"),
        .init(
            "a deep link with a token opens where it points", at: "/orders/7", cookies: "customtoken=t",
            then: [.tokenIsAccepted], calls: "ask, read, sign in t", ends: "pass", reasons: "token-accepted"),
        .init(
            "a child cannot take its parent's mark off", at: "/a/b",
            routes: [
                [
                    "path": "/a", "meta": ["requiresAuth": true],
                    "children": [["path": "b", "meta": ["requiresAuth": false]]],
                ]
            ], calls: "ask, read", ends: "→ /signin", reasons: "cookie-absent"),
        .init(
            "a mark is what JavaScript takes for true", at: "/a",
            routes: [["path": "/a", "meta": ["requiresAuth": "no"]]], calls: "ask, read", ends: "→ /signin",
            reasons: "cookie-absent"),
        .init(
            "0 and the empty text are no marks", at: "/a/b",
            routes: [
                ["path": "/a", "meta": ["requiresAuth": 0], "children": [["path": "b", "meta": ["requiresAuth": ""]]]]
            ], calls: "", ends: "pass", reasons: "no-auth-needed"),
    ]

    // MARK: Is somebody signed in?

    private static let users: [GuardStory] = [
        .init("somebody is signed in", .somebody, calls: "ask", ends: "pass", reasons: "user-present"),
        .init(
            "somebody is signed in, and a token lies there: it is not used", cookies: "customtoken=t", .somebody,
            calls: "ask", ends: "pass", reasons: "user-present"),
        .init("auth is not ready: the guard waits", .notKnownYet, calls: "wait", ends: "open", reasons: ""),
        .init(
            "auth is not ready, a token lies there: the guard still waits", cookies: "customtoken=t", .notKnownYet,
            calls: "wait", ends: "open", reasons: ""),
        .init(
            "auth finds the user of an earlier visit", .notKnownYet, then: [.authIsReady(signedIn: true)],
            calls: "wait, ask", ends: "pass", reasons: "user-present"),
        .init(
            "auth finds nobody, and there is no token", .notKnownYet, then: [.authIsReady(signedIn: false)],
            calls: "wait, ask, read", ends: "→ /signin", reasons: "cookie-absent"),
        .init(
            "auth finds nobody, and the token serves", cookies: "customtoken=t", .notKnownYet,
            then: [.authIsReady(signedIn: false), .tokenIsAccepted], calls: "wait, ask, read, sign in t", ends: "pass",
            reasons: "token-accepted"),
        .init(
            "the user of the first navigation is there for the second", cookies: "customtoken=t",
            then: [.tokenIsAccepted, .navigates(to: "/orders")], calls: "ask, read, sign in t, ask", ends: "pass, pass",
            reasons: "token-accepted, user-present"),
    ]

    // MARK: Which cookie is the token's?

    private static func signsIn(_ name: String, cookies: String, with token: String) -> GuardStory {
        .init(
            name, cookies: cookies, then: [.tokenIsAccepted], calls: "ask, read, sign in \(token)", ends: "pass",
            reasons: "token-accepted")
    }

    private static func findsNone(_ name: String, cookies: String) -> GuardStory {
        .init(name, cookies: cookies, calls: "ask, read", ends: "→ /signin", reasons: "cookie-absent")
    }

    private static func cannotRead(_ name: String, cookies: String) -> GuardStory {
        .init(name, cookies: cookies, calls: "ask, read", ends: "→ /signin", reasons: "cookie-unreadable")
    }

    private static let cookies: [GuardStory] = [
        findsNone("no cookie at all", cookies: ""),
        findsNone("an empty cookie counts as none", cookies: "customtoken="),
        findsNone("a cookie of spaces counts as none", cookies: "customtoken=   "),
        findsNone("a name without an equals sign", cookies: "customtoken"),
        findsNone("only cookies of others", cookies: "theme=dark; lang=ja"),
        findsNone("a name that only ends in ours", cookies: "xcustomtoken=t"),
        findsNone("a name that only begins with ours", cookies: "customtoken2=t"),
        findsNone("letter case of names counts", cookies: "CustomToken=t"),
        signsIn("between others", cookies: "a=1; customtoken=t; b=2", with: "t"),
        signsIn("no space after the semicolon", cookies: "a=1;customtoken=t", with: "t"),
        signsIn("leading spaces of the value are lost", cookies: "customtoken=  t", with: "t"),
        signsIn("further equals signs belong to the value", cookies: "customtoken=a=b==", with: "a=b=="),
        signsIn("quotes are kept", cookies: "customtoken=\"t\"", with: "\"t\""),
        signsIn("percent escapes are decoded", cookies: "customtoken=a%2Eb%2Ec", with: "a.b.c"),
        signsIn("a plus sign is one", cookies: "customtoken=a+b", with: "a+b"),
        signsIn("non-ASCII text", cookies: "customtoken=%E3%81%82\u{3042}", with: "\u{3042}\u{3042}"),
        signsIn("a NUL is a character", cookies: "customtoken=a%00b", with: "a\0b"),
        signsIn("the text null is a token", cookies: "customtoken=null", with: "null"),
        signsIn("two of the name: the first of the text wins", cookies: "customtoken=1; a=2; customtoken=3", with: "1"),
        signsIn("two of the name further back: the last wins", cookies: "a=0; customtoken=1; customtoken=2", with: "2"),
        signsIn("an object in JSON, as text", cookies: "customtoken={\"a\":1}", with: "[object Object]"),
        signsIn("a list in JSON, as text", cookies: "customtoken=[1%2C\"b\"]", with: "1,b"),
        signsIn("braces that hold no JSON", cookies: "customtoken={t}", with: "{t}"),
        cannotRead("an escape that is no UTF-8", cookies: "customtoken=%E9"),
        cannotRead("an escape that is cut off", cookies: "customtoken=t%2"),
        cannotRead("a percent sign that escapes nothing", cookies: "customtoken=100%"),
        signsIn("a broken escape in another cookie does no harm", cookies: "a=%E9; customtoken=t", with: "t"),
    ]

    // MARK: What another cookie library gives

    private static func reading(_ name: String, _ reader: CookieReader, _ cookies: String, _ token: String?)
        -> GuardStory
    {
        .init(
            name, cookies: cookies, then: token == nil ? [] : [.tokenIsAccepted],
            calls: "ask, read" + (token.map { ", sign in \($0)" } ?? ""), ends: token == nil ? "→ /signin" : "pass",
            reasons: token == nil ? "cookie-absent" : "token-accepted", configure: { $0.reader = reader })
    }

    private static let otherReaders: [GuardStory] = [
        reading("js-cookie gives undefined for an absent cookie", .jsCookie, "", nil),
        reading("js-cookie gives an empty text for an empty cookie", .jsCookie, "customtoken=", nil),
        reading("js-cookie passes over a broken escape", .jsCookie, "customtoken=%E9", nil),
        reading("js-cookie takes quotes off", .jsCookie, "customtoken=\"t\"", "t"),
        reading("universal-cookie makes null of the text null", .universalCookie, "customtoken=null", nil),
        reading("universal-cookie makes a number of 0", .universalCookie, "customtoken=0", nil),
        reading("universal-cookie makes a number of 12", .universalCookie, "customtoken=12", "12"),
        reading("universal-cookie makes true of the text true", .universalCookie, "customtoken=true", "true"),
        reading("universal-cookie keeps a broken escape", .universalCookie, "customtoken=%E9", "%E9"),
    ]

    // MARK: Does the token serve?

    private static let tokens: [GuardStory] = [
        .init(
            "while the sign-in runs, the navigation waits", cookies: "customtoken=t", calls: "ask, read, sign in t",
            ends: "open", reasons: ""),
        .init(
            "a token that is an hour old is refused", cookies: "customtoken=old", then: [.tokenIsRefused],
            calls: "ask, read, sign in old", ends: "→ /signin", reasons: "token-refused"),
        .init(
            "after a refusal the sign-in page opens", cookies: "customtoken=old",
            then: [.tokenIsRefused, .navigates(to: "/signin")], calls: "ask, read, sign in old",
            ends: "→ /signin, pass", reasons: "token-refused, no-auth-needed"),
        .init(
            "a refused token is tried again at the next navigation", cookies: "customtoken=t",
            then: [.tokenIsRefused, .navigates(to: "/orders"), .tokenIsAccepted],
            calls: "ask, read, sign in t, ask, read, sign in t", ends: "→ /signin, pass",
            reasons: "token-refused, token-accepted"),
        .init(
            "without retries a lost network ends at the sign-in page", cookies: "customtoken=t",
            then: [.networkIsDown], calls: "ask, read, sign in t", ends: "→ /signin", reasons: "token-refused"),
    ]

    // MARK: Has the user gone elsewhere meanwhile?

    private static let overtaken: [GuardStory] = [
        .init(
            "on a public page when the token is refused: stays there", cookies: "customtoken=t",
            then: [.navigates(to: "/about"), .tokenIsRefused], calls: "ask, read, sign in t", ends: "stop, pass",
            reasons: "no-auth-needed, token-refused, overtaken"),
        .init(
            "on a public page when the token is accepted: the router knows that it is late", cookies: "customtoken=t",
            then: [.navigates(to: "/about"), .tokenIsAccepted], calls: "ask, read, sign in t", ends: "pass, pass",
            reasons: "no-auth-needed, token-accepted"),
        .init(
            "on a public page when auth finds nobody: nobody is sent anywhere", .notKnownYet,
            then: [.navigates(to: "/about"), .authIsReady(signedIn: false)], calls: "wait, ask, read",
            ends: "stop, pass", reasons: "no-auth-needed, cookie-absent, overtaken"),
        .init(
            "two protected pages, both refused: one redirect", cookies: "customtoken=t",
            then: [.navigates(to: "/orders"), .tokenIsRefused, .tokenIsRefused],
            calls: "ask, read, sign in t, ask, read, sign in t", ends: "stop, → /signin",
            reasons: "token-refused, overtaken, token-refused"),
        .init(
            "two protected pages wait for auth, and both find the user", .notKnownYet,
            then: [.navigates(to: "/orders"), .authIsReady(signedIn: true)], calls: "wait, wait, ask, ask",
            ends: "pass, pass", reasons: "user-present, user-present"),
        .init(
            "an overtaken sign-in is not tried again", cookies: "customtoken=t",
            then: [.navigates(to: "/about"), .networkIsDown], calls: "ask, read, sign in t", ends: "stop, pass",
            reasons: "no-auth-needed, token-refused, overtaken", configure: { $0.retryLimit = 3 }),
    ]

    // MARK: May it be tried again?

    private static func down(_ times: Int) -> [Event] { Array(repeating: .networkIsDown, count: times) }
    private static func signIns(_ times: Int) -> String {
        "ask, read" + String(repeating: ", sign in t", count: times)
    }
    private static func retried(_ times: Int, _ end: String) -> String {
        String(repeating: "retried, ", count: times) + end
    }

    private static let retries: [GuardStory] = [
        .init(
            "the network comes back", cookies: "customtoken=t", then: down(2) + [.tokenIsAccepted], calls: signIns(3),
            ends: "pass", reasons: retried(2, "token-accepted"), configure: { $0.retryLimit = 2 }),
        .init(
            "the network stays away", cookies: "customtoken=t", then: down(3), calls: signIns(3), ends: "→ /signin",
            reasons: retried(2, "token-refused"), configure: { $0.retryLimit = 2 }),
        .init(
            "never more than ten attempts", cookies: "customtoken=t", then: down(10), calls: signIns(10),
            ends: "→ /signin", reasons: retried(9, "token-refused"), configure: { $0.retryLimit = 1000 }),
        .init(
            "a negative limit allows none", cookies: "customtoken=t", then: down(1), calls: signIns(1),
            ends: "→ /signin", reasons: "token-refused", configure: { $0.retryLimit = -1 }),
        .init(
            "a refused token is not tried again", cookies: "customtoken=t", then: [.tokenIsRefused], calls: signIns(1),
            ends: "→ /signin", reasons: "token-refused", configure: { $0.retryLimit = 5 }),
        .init(
            "refused after the network came back", cookies: "customtoken=t", then: down(1) + [.tokenIsRefused],
            calls: signIns(2), ends: "→ /signin", reasons: retried(1, "token-refused"),
            configure: { $0.retryLimit = 5 }),
    ]

    // MARK: What sites set differently

    private static let settings: [GuardStory] = [
        .init(
            "the cookie goes once its token has served", cookies: "customtoken=t", then: [.tokenIsAccepted],
            calls: "ask, read, sign in t, delete customtoken", ends: "pass", reasons: "token-accepted, cookie-deleted",
            configure: { $0.deletesCookie = true }),
        .init(
            "a refused token's cookie stays", cookies: "customtoken=t", then: [.tokenIsRefused],
            calls: "ask, read, sign in t", ends: "→ /signin", reasons: "token-refused",
            configure: { $0.deletesCookie = true }),
        .init(
            "the cookie goes although the user has gone too", cookies: "customtoken=t",
            then: [.navigates(to: "/about"), .tokenIsAccepted], calls: "ask, read, sign in t, delete customtoken",
            ends: "pass, pass", reasons: "no-auth-needed, token-accepted, cookie-deleted",
            configure: { $0.deletesCookie = true }),
        .init(
            "a site's own names", cookies: "my%20token=t", then: [.tokenIsRefused],
            routes: [["path": "/", "meta": ["member": true]], ["path": "/login"]], calls: "ask, read, sign in t",
            ends: "→ /login", reasons: "token-refused",
            configure: { ($0.cookieName, $0.signInPath, $0.metaKey) = ("my token", "/login", "member") }),
        .init(
            "under another key no page needs a user", calls: "", ends: "pass", reasons: "no-auth-needed",
            configure: { $0.metaKey = "member" }),
    ]
}
