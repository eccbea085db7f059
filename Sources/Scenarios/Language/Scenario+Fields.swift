import Reasons

/// A scenario as far as it has been read.
struct ScenarioDraft: Sendable {
    var name = ""
    var tags: [String] = []
    var setting = Scenario.Setting()
    var steps: [LocatedStep] = []
    var expectation = ScenarioExpectation()
    var version = 1
    var variables: [NamedTemplate] = []
    var rows: [Int] = []
    var setUp: [LocatedStep] = []
    var tearDown: [LocatedStep] = []
    var knownFailure: KnownFailure?

    /// The keys of a scenario.
    static let settings = Settings(
        "scenario", startingWith: ScenarioDraft(),
        [
            Field("name", \.name, .text, "What happens, in one sentence.")
                .required("this scenario has no name", "begin with `name: What happens`", reason: .noName),
            Field("tags", \.tags, FieldType.tag.list, "What `run --tag` and `--exclude` choose by."),
            Field("version", \.version, .version, "The version of the language that the file is written in."),
            Field(
                "variables", \.variables, .readBefore(.texts),
                "What the other keys name as `${var.NAME}`, and so do the variables below; `run --var NAME=VALUE` wins over them."
            ),
            Field(
                "rows", \.rows, .readBefore(.rows(ScenarioRows.shape)),
                "A table: the scenario runs once for each row, whose values are `${row.NAME}`."),
            Field(
                "engine", \.setting.engine, .word,
                "What opens the page: `model`, the headless web view, or a real engine, in which the page's own scripts run."
            ),
            Field("profile", \.setting.profile, .name(.profile), "The engine whose cookie behaviour counts."),
            Field("strictness", \.setting.strictness, .word, "Whether the auth service answers as production does."),
            Field(
                "email-enumeration-protection", \.setting.emailEnumerationProtection, .bool,
                "Whether an unknown address and a wrong password are one error, `auth/invalid-credential`, as in projects made"
                    + " since September 2023."),
            Field("edge", \.setting.edge, .name(.edge), "What stands in front of the backend and the web app."),
            Field("guard", \.setting.pageGuard, .pageGuard, "How the page's custom-token guard is written."),
            Field(
                "faults", \.setting.faults, FieldType.fault.list,
                "What goes wrong in the services, as the control endpoint takes it."),
            Field("user", \.setting.user, .settings(Scenario.User.settings), "Whose account it is."),
            Field("app", app, "What the app's Info.plist and its web views' configuration say."),
            Field("webview", webview, "How the app's web views behave."),
            Field("backend", backend, "How the backend answers."),
            Field("web", web, "What the web app does."),
            Field("set-up", \.setUp, .steps, "Steps that come before `steps`, after those of the folders."),
            Field(
                "order", \.setting.order, .order,
                "In which order things happen that the system promises no order for, as `explore` names them."),
            Field("steps", \.steps, .steps, "What happens, one after the other.")
                .required("this scenario has no steps", "add `steps:`", reason: .noSteps),
            Field("expect", \.expectation, .expectation, "What must be so at the end.")
                .required(
                    "this scenario expects nothing", "add `expect:`, or it cannot fail",
                    reason: .noExpectation),
            Field(
                "tear-down", \.tearDown, .steps,
                "Steps that are taken when all is judged, also after a failure; before those of the folders."),
            Field(
                "known-failure", \.knownFailure, .settings(KnownFailure.settings),
                "Why it fails for now: it passes while it does, and fails when it does not, or for another reason."),
        ], isDocument: true)

    private static let app = Settings(
        "app", startingWith: ScenarioDraft(),
        [
            Field("bound-domains", \.setting.boundDomains, FieldType.text.list, "The list WKAppBoundDomains."),
            Field(
                "limits-navigations", \.setting.limitsNavigations, .bool,
                "Whether its web views set limitsNavigationsToAppBoundDomains, and so keep scripts and handlers there."
            ).only("without `bound-domains` there is nothing to limit to") { $0.setting.boundDomains != nil },
            Field(
                "access-group", \.setting.accessGroup, .text,
                "A keychain access group in which the app, and the team's other one, keep their Firebase user: its team is"
                    + " `TEAM123456`, as in `TEAM123456.shared`. Each calls `useUserAccessGroup` when it starts; unless"
                    + " given, each app has its own user."),
        ])

    private static let webview = Settings(
        "webview", startingWith: ScenarioDraft(),
        [
            Field(
                "tracking-prevention", \.setting.preventsTracking, .bool,
                "Whether tracking prevention is on; as in the profile unless given."),
            Field(
                "stays-on-app", \.setting.staysOnApp, .bool,
                "Whether the app's navigation delegate cancels what leads to another host than the web app's."),
            Field(
                "cold-store", \.setting.hasColdStore, .bool,
                "Whether calls to the default store are answered only once a view loads something, as on a first launch."
            ),
            Field(
                "user-scripts", \.setting.appScripts, FieldType.settings(Scenario.AppScript.settings).list,
                "Scripts of the app's own, which run after those that hand the session over."),
        ])

    private static let backend = Settings(
        "backend", startingWith: ScenarioDraft(),
        [
            Field(
                "cookie-name", \.setting.cookieName, .checked { $0.cookieComplaint($1, "") },
                "The cookie that carries the custom token; `customtoken` unless given."),
            Field(
                "cookie-attributes", \.setting.cookieAttributes, .checked { $0.cookieComplaint("customtoken", $1) },
                "Attributes of that cookie, as in a Set-Cookie line, Max-Age in place of Expires; the usual ones unless given."
            ),
            Field(
                "claims-size", \.setting.claimsSize, .number(1...3000),
                "How many bytes of claims of its own the backend puts into the custom token; none unless given."),
            Field(
                "clock-tolerance", \.setting.clockTolerance, .tolerance,
                "How far the clocks of phone, auth service and backend may differ: `0s` to `60s`."),
            Field(
                "port", \.setting.backendPort, .number(1...65535),
                "Where the built-in backend listens; any free port unless given. Such scenarios run one at a time."),
            Field(
                "certificates", \.setting.certificates, .word,
                "How long the backend keeps the auth service's certificates; all but the first are mistakes."),
            Field(
                "bad-tokens", \.setting.badTokens, .word,
                "What the backend does about a token that it does not take; one that is `unanswered` is waited for."),
            Field(
                "checks-revocation", \.setting.checksRevocation, .bool,
                "Whether the server asks the auth service about each session cookie if its user's sessions were ended, as"
                    + " verifySessionCookie does with `checkRevoked`."),
        ])

    private static let web = Settings(
        "web", startingWith: ScenarioDraft(),
        [
            Field(
                "scheme", \.setting.scheme, .word,
                "Whether backend and web app are on TLS; on plain HTTP the profile says what becomes of Secure cookies."
            ),
            Field(
                "port", \.setting.webPort, .number(1...65535),
                "Where the web app listens, as the browser sees it; any free port unless given. Such scenarios run one at a"
                    + " time. Cookies do not look at it; origins do."),
            Field(
                "cookie-name", \.setting.pageCookieName, .checked { $0.cookieComplaint($1, "") },
                "The cookie that the page looks for; the backend's unless given."),
            Field(
                "redirects", \.setting.redirects, FieldType.settings(Scenario.Redirect.settings).list,
                "Paths that answer with a redirect."),
            Field(
                "frames", \.setting.frames, FieldType.settings(Scenario.Frame.settings).list,
                "Paths that answer with a page that has nothing but other pages in frames."),
            Field(
                "service-worker", \.setting.hasServiceWorker, .bool,
                "Whether the page registers a service worker, which adds a header to later requests; on iOS it may on"
                    + " `app.bound-domains` alone."),
        ])
}

extension Scenario.User {
    package static let settings = Settings(
        "user", startingWith: Scenario.User(),
        [
            Field("email", \.email, .text, "The account's e-mail address."),
            Field("password", \.password, .text, "Its password."),
        ])
}

extension Scenario.Redirect {
    static let settings = Settings(
        "redirect", startingWith: Scenario.Redirect(from: "", to: ""),
        [
            Field("from", \.from, .path, "A path of the web app.")
                .required("a redirect needs `from`", "add `from: /old`"),
            Field(
                "to", \.to, .text(placeholders: ["partner"]),
                "A path, or a URL; `${partner}` is the origin of another site, and its `/embed` has the web app in a frame."
            ).required("a redirect needs `to`", "add `to: /new`"),
        ])
}

extension Scenario.Frame {
    static let settings = Settings(
        "frame", startingWith: Scenario.Frame(at: "", shows: []),
        [
            Field("at", \.at, .path, "A path of the web app.")
                .required("a frame needs `at`", "add `at: /framed`"),
            Field(
                "shows", \.shows, FieldType.text(placeholders: ["partner", "sibling"]).list,
                "For each frame a path, or a URL; `${partner}` is the origin of another site, `${sibling}` that of a host below the web app's."
            ).required("a frame needs `shows`", "add `shows: /`"),
        ])
}

extension Scenario.AppScript {
    static let settings = Settings(
        "script", startingWith: Scenario.AppScript(source: ""),
        [
            Field("source", \.source, .text, "What runs in each document of the view's own, not in frames.")
                .required("a user script needs its `source`", "add `source: globalThis.isApp = true`"),
            Field("at", \.time, .word, "When it runs."),
        ])
}
