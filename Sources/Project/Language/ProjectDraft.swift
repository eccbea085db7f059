import BridgePrimitives
import Scenarios

/// A project as far as it has been read.
struct ProjectDraft: Sendable {
    var project = AppProject()
    var version = 1

    /// The keys of a project file: reader, messages, schema and reference have them from here.
    static let settings = Settings(
        "a project file", startingWith: ProjectDraft(),
        [
            Field("version", \.version, .version, "The version of the file's language: 1.")
                .required("this project file has no version", "begin with `version: 1`"),
            Field("auth", auth, "The auth service, which stands in for your Firebase project."),
            Field(
                "backend", \.project.backend, .settings(OwnBackend.settings),
                "Your backend; the built-in one unless given."),
            Field("web", web, "Your page; the sample web app unless given."),
            Field(
                "trust", \.project.trusted, FieldType.certificates.list,
                "Certificates in PEM form: your servers' own, or that of the authority which issued theirs, as `mkcert -CAROOT`"
                    + " names it. They are trusted besides the system's."),
            Field(
                "handover", \.project.handover, FieldType.handover.list,
                "What your app does with the token before it opens the page; as a scenario says unless given."),
        ])

    private static let auth = Settings(
        "auth", startingWith: ProjectDraft(),
        [
            Field(
                "project", \.project.auth.projectID, .projectID,
                "Your Firebase project's id; `demo-bridge` unless given."),
            Field("api-key", \.project.auth.apiKey, .text, "The API key that app and page send; any will do."),
            Field(
                "strictness", \.project.auth.strictness, .word,
                "`strict` answers as production does, `lenient` as the Firebase Auth Emulator: for an Admin SDK under"
                    + " FIREBASE_AUTH_EMULATOR_HOST. `strict` unless given."),
            Field(
                "tokens", \.project.auth.tokens, .word,
                "The form of ID tokens; strict implies signed, lenient unsigned."),
            Field(
                "email-enumeration-protection", \.project.auth.emailEnumerationProtection, .bool,
                "Whether an unknown address and a wrong password are one error, `INVALID_LOGIN_CREDENTIALS`. Firebase has it on"
                    + " in projects made since September 2023; off unless given."),
            Field(
                "single-project", \.project.auth.singleProject, .word,
                "What becomes of requests that name another project: `off` serves it, empty, beside yours; `warn` says so"
                    + " too, once for each; `error` refuses it. `off` unless given."),
            Field(
                "port", \.project.auth.port, .number(1...65_535),
                "Where the auth service listens; unless given 9099 for a backend that runs already, else any free port."
            ),
            Field("users", \.project.auth.users, .file, "A file of users, tenants and settings to begin with."),
            Field(
                "user", \.project.auth.user, .settings(Scenario.User.settings),
                "Whose session is handed over, unless a scenario says."),
        ])

    private static let pageURL = Field<ProjectDraft>(
        "url", \.project.web.url, .urlTemplate,
        "Where your page is served. With `start`, `${port}` is a free port, which the command gets as PORT."
    ).only("a page is in a folder or at a URL, not both") { $0.project.web.folder == nil }

    private static let pageStart = Field<ProjectDraft>(
        "start", \.project.web.start, .settings(ServiceStart.ofPage),
        "How to start what serves it, your development server; unless given it runs already."
    ).only("it serves your page at a URL, and there is none") { $0.project.web.url != nil }

    private static let web = Settings(
        "web", startingWith: ProjectDraft(),
        [
            Field(
                "folder", \.project.web.folder, .file,
                "A folder with an index.html, what your bundler makes: it is served over HTTPS."),
            pageURL, pageStart,
            Field(
                "engine", \.project.web.engine, .word,
                "What opens the page: `model`, the headless web view, which runs no scripts of the page; or a real engine,"
                    + " in which they run."),
            Field(
                "signed-in", \.project.web.signedIn, .signedInProof,
                "How a signed-in page is known in a real engine, beside that it is not the sign-in page; `auto` unless given. In"
                    + " the model a selector or a request counts where the document shows it without scripts."),
            Field(
                "within", \.project.web.within, .duration,
                "In a real engine: how long a page may take to its end; 30s unless given."),
            Field(
                "patience", \.project.web.patience, .duration,
                "In a real engine: how long a page that loads nothing more, and has nobody signed in, is waited for; 5s"
                    + " unless given."),
            Field("profile", \.project.web.profile, .name(.profile), "The engine whose cookie behaviour counts."),
            Field(
                "sign-in-path", \.project.web.signInPath, .path,
                "Where your page sends users without a session; `/signin` unless given."),
            Field(
                "cookie-name", \.project.web.cookieName, .checked { $0.cookieComplaint($1, "") },
                "The cookie that your page's guard reads; unless given the one that is handed over, or that the backend"
                    + " answers with."),
            Field(
                "routes", \.project.web.routes, .routes,
                "A JSON file with your routes, as in docs/guard-cases.md; unless given, all of your own page but"
                    + " `sign-in-path` needs a user."),
            Field("guard", \.project.web.pageGuard, .pageGuard, "How your page's custom-token guard is written."),
        ],
        complaint: { ServiceStart.complaint(about: $0.project.web.url, $0.project.web.start) })
}
