public import BridgePrimitives
public import Scenarios

/// What the table says of project files, for people and for machines.
public enum ProjectLanguage: Sendable {
    /// The JSON Schema (draft 2020-12) of a project file.
    ///
    /// What only the reader knows is not in it: which keys exclude each other, whether files are there, whether the
    /// token has a place in the request.
    public static func schema(_ vocabulary: Vocabulary) -> JSONValue {
        var schema = JSONObject([
            ("$schema", "https://json-schema.org/draft/2020-12/schema"),
            ("title", "A project file of session-bridge"),
        ])
        for (name, value) in ShapeSchema.object(ProjectDraft.settings.shape) { schema[name] = value }
        schema["$defs"] = .object(ShapeSchema.definitions(vocabulary))
        return .object(schema)
    }

    /// The text of `docs/project-file.md`.
    public static var reference: String {
        let lines =
            [
                "# The project file",
                "",
                "`\(ProjectFile.name)` says where your backend and your page are and what they call things. It is looked for",
                "in the working directory and upwards; `--project-file FILE` names another, `--no-project-file` none, and",
                "flags win over it. `session-bridge init` writes one. This page is printed by",
                "`session-bridge schema --project-file --markdown`; without `--markdown` it is a JSON Schema, with which editors",
                "complete and check. `${env.NAME}` in a text is a variable of the environment.",
                "",
                "The file starts commands. One that was not named must belong to you or to root, as must its folder, and",
                "neither may be for everybody to write: else it is `project/foreign-file`.",
                "",
                "| verb | takes of it |",
                "| --- | --- |",
                "| `run`, `demo` | all |",
                "| `serve` | `auth` but its `user`; `url` and `start` of `backend` and `web`; `web.folder` |",
                "| `exec` | `auth` but its `user` and `port` |",
                "| `trace` | `web.url`, for an address that is a path, `web.engine` and `web.profile` |",
                "",
                "A scenario beside it uses it, and wins over it where it says something itself: `inject:`, `guard:`, `user:`,",
                "`profile:`, `strictness:`. What it says of the built-in backend (`backend:`, `exchange: { field }`, `edge:`) is",
                "not about yours. Unless `--state` names a folder, each project keeps its keys in one of its own.",
                "",
            ] + ShapeReference.table(ProjectDraft.settings.shape) + [""] + ownGuard + [
                "",
                "## What the commands of `start` get",
                "",
                "| variable | |",
                "| --- | --- |",
                "| `FIREBASE_AUTH_EMULATOR_HOST` | host and port of the auth service |",
                "| `GCLOUD_PROJECT`, `GOOGLE_CLOUD_PROJECT` | the project's id |",
                "| `GOOGLE_APPLICATION_CREDENTIALS` | the key file of a service account, whose custom tokens are accepted |",
                "| `SESSION_BRIDGE_CERTIFICATES` | the URL of the certificates that ID tokens are verified with |",
                "| `SESSION_BRIDGE_TLS_CERTIFICATE`, `SESSION_BRIDGE_TLS_KEY` | files for a server of yours that speaks TLS on this machine |",
                "| `PORT` | the port of `${port}`, where `url` has that |",
                "| `SESSION_BRIDGE_BACKEND` | for `web.start`: where the backend is |",
                "",
                "An Admin SDK with the first of them takes ID tokens unverified and mints custom tokens without a signature,",
                "which only `strictness: lenient` accepts. A verifier of your own works with `strict`: it fetches the",
                "certificates, and mints with the service account's key.",
                "A backend that sets `Secure` cookies has to be on https: the two files hold a certificate for `localhost` and",
                "`127.0.0.1` that everything here trusts (WebKitGTK for `localhost` alone), and its key. One that your server",
                "has already goes under `trust`.",
                "Each scenario starts the commands anew, the backend's first, in a world with its own accounts, and ends them",
                "with all their children. What goes wrong is `start/…`, for the page's server as for the backend.",
                "Its clock is the machine's: `advance` moves the world's alone.",
            ]
        return lines.joined(separator: "\n")
    }

    private static let ownGuard = [
        "## A guard of your own",
        "",
        "`web: { guard: { module: src/router/guard.js } }` runs your guard, unchanged, in the page's own JavaScript. The module",
        "exports it as `export default (to, from) => …`, `export function guard(to, from, next) { … }` or a constant, or it",
        "exports a function that takes the router and calls `beforeEach` or `beforeResolve`, or the router itself: its mode and",
        "routes are the page's then, with their `beforeEnter`. A scenario says the same with `guard: { module: … }`; the file's",
        "name counts from the scenario's folder, and the project's folder is never left.",
        "",
        "| it finds | |",
        "| --- | --- |",
        "| `to`, `from`, `next`, the router | as Vue Router 3, 4 or 5 gives them, as `generation` says; a `*` in routes is 4's catch-all |",
        "| `document.cookie` | the page's cookies, with all that hides one from scripts |",
        "| `firebase/app`, `firebase/auth` | `currentUser`, `authStateReady`, listeners, `signInWithCustomToken`, `signOut`, ID tokens: by way of the auth service |",
        "| `firebase/compat/app`, `firebase/compat/auth` | the same as `firebase.auth()` |",
        "| `js-cookie`, `vue-cookies`, `universal-cookie` | reading as these libraries do |",
        "| `vue-router`, `vue` | `new VueRouter`, or `createRouter` and the histories, as `generation` has them; `Vue.use` and what else a router's module needs |",
        "| `./views/Account.vue` | an empty component: nothing is shown |",
        "| `./auth.js`, `./auth`, `@/auth` | your own modules beside it: up to 64, of 1 MiB each; `@` is the folder `src` |",
        "| `import.meta.env`, `process.env` | of a production build, without your variables |",
        "",
        "What needs another turn, a sign-in or auth's storage, is answered after the user scripts at document end. Timers,",
        "`fetch`, the DOM and other packages are not there: `script/not-simulated` and `guard-module/unknown-import` say where",
        "the module uses them. What stands behind `next()` in a guard runs before what `next()` brings about.",
    ]
}
