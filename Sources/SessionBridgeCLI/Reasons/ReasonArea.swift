import BridgePrimitives

/// What the codes with one word before the slash have in common.
struct ReasonArea: Hashable, Sendable {
    let name: String
    /// What the area is about: one sentence or two.
    let introduction: String
    /// Where its codes are met: the command or the place in a report.
    let place: String

    private init(_ name: String, _ introduction: String, _ place: String) {
        (self.name, self.introduction, self.place) = (name, introduction, place)
    }

    /// In the order in which a handoff goes through them, then what is around it.
    static let all: [ReasonArea] = handoff + services + around

    /// The area of a code; nil if its area has no description.
    static func of(_ code: ReasonCode) -> ReasonArea? {
        let name = code.rawValue.prefix { $0 != "/" }
        return all.first { $0.name == name }
    }

    private static let handoff: [ReasonArea] = [
        .init(
            "handoff", "What went wrong between app, backend and page, in the words of the whole story.",
            "run, demo, trace"),
        .init("store", "Why a cookie was not stored.", "explain, cookies, run, trace"),
        .init("note", "What an engine altered about a cookie as it stored it.", "explain, cookies, run, trace"),
        .init("send", "Why a request went without a cookie.", "explain, cookies, run, trace"),
        .init(
            "script", "Why document.cookie lacks a cookie, and what becomes of scripts.", "explain, cookies, run, trace"
        ),
        .init("native", "Why HTTPCookie(properties:) makes no cookie.", "run, from Swift"),
        .init(
            "foundation", "What HTTPCookie lost or let pass of a header that was written for browsers.", "run, trace"),
        .init("edge", "What a server in front of the backend does to cookies.", "explain --edge, run"),
        .init("profile", "How sure the behaviour is that a verdict rests on.", "run, explain"),
        .init("worker", "What becomes of a page's service worker in a web view.", "run, from Swift"),
        .init("clear-site-data", "What a Clear-Site-Data header deleted, or why it did not.", "run, trace"),
        .init("navigation", "Why a load ended without a page, or what is worth knowing about the page.", "run, trace"),
        .init("load", "How an HTTP load went, hop by hop.", "trace, run"),
        .init(
            "request", "Why a request of a page brought nothing that its script could use.", "run, trace with --engine"),
        .init("webview", "What the web view's own interface refuses.", "from Swift"),
        .init("transport", "Why a request got no response at all.", "every verb that makes requests"),
        .init("exchange", "What is wrong with a backend's answer to the ID token.", "run, demo with a project file"),
        .init("token", "Why a token is refused, and by whom.", "token, run"),
        .init("value", "How a value is written that should be a token.", "run, explain FILE"),
        .init("sdk", "What a server's SDKs and frameworks report in their own words.", "run, demo with a project file"),
        .init("session", "What became of a session that a server keeps.", "run, trace with --engine; explain FILE"),
        .init("race", "What becomes of events that come in no promised order.", "explore, run"),
        .init("guard", "What the page's navigation guard decided, and how it is written.", "run, demo"),
        .init("guard-module", "Why a guard's own module cannot be run.", "run, demo with guard.module"),
        .init(
            "page", "How a page showed whether somebody is signed in, and what it asks of the app that shows it.",
            "run, trace with --engine; an app's own views"),
        .init("nonce", "What is wrong with the nonce of Sign in with Apple.", "run"),
        .init("web-session", "What became of a web authentication session.", "run, from Swift"),
        .init("redirect", "What went wrong on the way to an identity provider and back.", "run, serve"),
        .init("grant", "Why the token endpoint gives a service account nothing.", "serve, exec"),
    ]

    private static let services: [ReasonArea] = [
        .init("auth", "What the auth service answers, under Identity Toolkit's names.", "serve, run"),
        .init("strictness", "What the lenient service let pass and production would not.", "serve --lenient, run"),
        .init("access-token", "Why an administrator's access token is refused.", "serve"),
        .init("client", "What the native Firebase client answers, under the SDK's names.", "run, from Swift"),
        .init("app", "What the sample app does not do, by its own rules.", "run"),
        .init("apple", "What the simulated Apple refuses.", "run, serve"),
        .init("oidc", "What the simulated OpenID provider refuses.", "run, serve"),
        .init("function", "Why a blocking function did not let a user sign in.", "run, serve"),
        .init("apple-sheet", "What became of Apple's sign-in sheet.", "run"),
        .init("twitter", "What the simulated Twitter refuses.", "run, serve"),
        .init("keychain", "What the keychain answers, as SecItem functions do.", "run, from Swift"),
        .init("device", "What a device or an app cannot do now.", "run"),
        .init("transfer", "What becomes of a user when an app moves to another team.", "run"),
        .init("backend", "Why the built-in backend refuses a request.", "serve, run"),
        .init("certificates", "How a verifier came by the certificates.", "run, trace"),
        .init("account", "What the account behind a token is like.", "serve, run"),
        .init("users", "What the backend of users refuses.", "serve, run"),
        .init(
            "fault", "What was made to go wrong on purpose, or is wrong with what was asked for.", "run, faults, serve"),
        .init("faults", "Why a handoff is not tried under faults.", "faults"),
        .init("inbox", "Why there is no mail or message to open.", "run"),
        .init("seeds", "What is wrong with the accounts that a service begins with.", "serve --seed-file"),
    ]

    private static let around: [ReasonArea] = [
        .init("url", "Why a text is no address.", "every verb that takes one"),
        .init("cookie-file", "What is wrong with a file of cookies.", "cookies, trace --cookies"),
        .init("cookie-database", "What is wrong with the file that a store is kept in.", "from Swift"),
        .init("cookies", "What is wrong with a line of the cookies protocol.", "cookies"),
        .init("stdio", "What is wrong with a line that asks for a handoff.", "handoff --stdio"),
        .init("account-database", "What is wrong with the file that accounts are kept in.", "serve"),
        .init("user-database", "What is wrong with the file that the backend's users are kept in.", "serve"),
        .init("usage", "What is wrong with a command line.", "every verb"),
        .init("state", "What is wrong with the folder of keys and databases.", "serve, demo, run"),
        .init("project", "What is wrong with session-bridge.yaml.", "every verb that reads it"),
        .init("scenario", "What is wrong with a scenario file.", "run"),
        .init("run", "Why a run of scenarios is no pass.", "run"),
        .init("proxy", "What the proxy refused, and why.", "proxy, exec, trace --engine"),
        .init("engine", "What a real engine or its helper did not do.", "trace, run with --engine"),
        .init("server", "Why a listener or its certificates cannot be had.", "serve, exec"),
        .init("inspector", "What the inspector's page cannot show.", "inspect, run --ui"),
        .init("web", "What is wrong with the folder of a web app.", "serve --web"),
        .init("start", "Why a service of the project file did not start.", "demo, run, exec"),
        .init("har", "What is wrong with a recording.", "explain FILE"),
        .init("lint", "What an app's sources are about to do wrong.", "lint"),
        .init("doctor", "What does not fit together in a machine, a project and an app's folder.", "doctor"),
        .init("source", "What of an app's sources cannot be read.", "lint, doctor"),
        .init("report", "What is wrong with the report of a run, or keeps several from being one.", "report"),
        .init("traces", "What is wrong with a trace file, or how two differ.", "inspect, diff"),
        .init("output", "Why a result could not be written.", "every verb that writes files"),
        .init("explain", "What a recording does not show.", "explain FILE"),
        .init("command", "What became of a command that exec ran.", "exec"),
        .init("control", "What the control endpoints refuse.", "serve"),
        .init("announced", "What is odd about an address of one's own that is announced.", "serve --web, --backend"),
    ]
}
