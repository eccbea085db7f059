extension ArticleSnippets {
    static let sharedSession = ArticleSnippets(
        title: "The app's session in its web view",
        snippets: [
            Snippet(
                "Ask the SDK for a fresh ID token, whatever is in memory: `getIDTokenForcingRefresh(true)`.",
                "SharedSession/SessionSharing", "public static func freshToken("),
            Snippet(
                "Post it to the backend with `URLSession`, and take what comes in a completion handler.",
                "SharedSession/ArticleExchange", "URLSession.shared.dataTask(",
                "In the query, as the article has it, the token is in the server's log (`handoff/token-in-url`) and the"
                    + " backend here takes none (`backend/empty-body`); in a form it is answered."),
            Snippet(
                "Wait for the answer as long as it takes.", "SharedSession/ArticleExchange",
                "public static func cookies(",
                "As in the article: its server verifies in a `try` whose `catch` only logs, a bad token is never answered"
                    + " (`backend/not-answered`), and after a minute there is no cookie and no reason."),
            Snippet(
                "What the article leaves out: an end to the waiting, and what became of it.",
                "SharedSession/SessionExchange", "public func cookie(for",
                "Awaited; a timeout of the app's own, 200 looked for, errors thrown."),
            Snippet(
                "Take the cookie with the custom token out of the response's header fields.",
                "SharedSession/SessionExchange", "let cookies = HTTPCookie.cookies(",
                "Read for the page's address, since the cookie is to be the page's; and 200 is looked for."),
            Snippet(
                "Write it by a user script at document start: `document.cookie='customtoken=…'`.",
                "SharedSession/ArticlePage", "public static func script(",
                "As in the article: a cookie without an expiry, so that nothing of the five days is left"
                    + " (`send/session-ended`)."),
            Snippet(
                "Put it into `HTTPCookieStorage.shared` too, with `setCookies(_:for:mainDocumentURL:)`.",
                "SharedSession/ArticlePage", "HTTPCookieStorage.shared.setCookies(",
                "As in the article: no web view reads that storage (`send/other-store`)."),
            Snippet(
                "Load the web app.", "SharedSession/ArticlePage", "public func open(with",
                "The end of the load is awaited, so that a test can look at what it sent: nothing."),
            Snippet(
                "What the article leaves out: the view's own store, waited for.", "SharedSession/RepairedPage",
                "public func open(with", "The first request has the cookie, with its expiry and its HttpOnly."),
            Snippet(
                "What it leaves out of its script: the site that it is for, quotes, the expiry.",
                "SharedSession/RepairedPage", "public static func script("),
            Snippet(
                "What it leaves out of the sign-out: the view's data.", "SharedSession/RepairedPage",
                "public func forget("),
        ])

    static let twitterToServer = ArticleSnippets(
        title: "Twitter, and a server that knows its users",
        snippets: [
            Snippet(
                "Make an `OAuthProvider` for `twitter.com`, in the button's action.", "TwitterToServer/TwitterSignIn",
                "public func signIn(",
                "Kept in a property unless a test wants the article's mistake (`client/provider-released`)."),
            Snippet(
                "Show its page with `getCredentialWith`, and sign in with the credential.",
                "TwitterToServer/TwitterSignIn", "provider.getCredentialWith("),
            Snippet(
                "Send the ID token as `Authorization: Bearer` to the server.", "TwitterToServer/UsersClient",
                "private func send(", "Asked for at each request: a token that was kept ends after an hour."),
            Snippet(
                "The server keeps the user by uid, once.", "TwitterToServer/UsersClient", "public func register(",
                "The server is `Sources/HandoffBackend`; how it keeps certificates is a setting of the scenario, a batch"
                    + " once a day among them (`backend: { certificates: by-batch }`)."),
            Snippet(
                "Later requests find the current user.", "TwitterToServer/UsersClient", "public func currentUser("),
            Snippet(
                "Read the answer, a JSON:API document.", "TwitterToServer/UsersClient", "public struct User:",
                "`Decodable` by hand: one type for one document, and no library."),
            Snippet(
                "Use the credential's access token with Twitter's own API.", "TwitterToServer/TwitterAccountClient",
                "public func account(",
                "The signature is written out (RFC 5849), as Firebase gives the tokens and no client. What Twitter refuses"
                    + " has a reason in the trace (`twitter/token-unknown`)."),
        ])
}
