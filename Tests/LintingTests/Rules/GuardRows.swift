import Linting
import Reasons

let guardRows: [RuleRow] = [
    RuleRow(
        .signInNotAwaited, "nobody waits",
        script: """
            router.beforeEach(async (to) => {
              signInWithCustomToken(auth, token)
              return true
            })
            """,
        right: """
            router.beforeEach(async (to) => {
              await signInWithCustomToken(auth, token)
              return true
            })
            """),
    RuleRow(
        .signInNotAwaited, "then is waiting",
        script: "router.beforeEach((to, from, next) => { signInWithCustomToken(auth, t); next() })",
        right: "router.beforeEach((to, from, next) => { signInWithCustomToken(auth, t).then(() => next()) })"),
    RuleRow(
        .signInNotAwaited, "outside of a guard the page that follows has no user yet",
        script: "async function start() { signInWithCustomToken(auth, t)\n router.push('/orders') }",
        right: "async function start() { await signInWithCustomToken(auth, t)\n router.push('/orders') }"),
    RuleRow(
        .signInNotAwaited, "whoever only signs in may let it run",
        script: "signInWithCustomToken(auth, t); location.href = '/orders'",
        right: "signInWithCustomToken(auth, t); list.push(1); other.location = 'here'.length"),
    RuleRow(
        .nextCalledTwice, "no return behind the redirect",
        script: "router.beforeEach((to, from, next) => { if (!user) next('/login'); next() })",
        right: "router.beforeEach((to, from, next) => { if (!user) return next('/login'); next() })"),
    RuleRow(
        .nextCalledTwice, "else is another way",
        script: """
            export function guard(to, from, next) {
              if (a) { next('/a') }
              if (b) { next('/b') } else { next() }
            }
            """,
        right: """
            export function guard(to, from, next) {
              if (a) { next('/a') }
              else if (b) { next('/b') } else { next() }
            }
            """),
    RuleRow(
        .nextNotCalled, "a branch without it",
        script: "router.beforeEach((to, from, next) => { if (user) { next() } })",
        right: "router.beforeEach((to, from, next) => { if (user) { next() } else { next('/login') } })"),
    RuleRow(
        .nextNotCalled, "a server's middleware and a reducer are no guards",
        script: "export const guard = (to, from, next) => { if (to.meta.open) { next() } }",
        right:
            "app.use((req, res, next) => { if (a) { next() } }); x.reduce((last, one, next) => { if (a) { next() } })"),
    RuleRow(
        .nextNotCalled, "where a loop or a promise decides nothing is claimed",
        script: "router.beforeEach((to, from, next) => { try { next() } catch (e) { log(e) } if (a) {} })\n"
            + "const g = (to, from, next) => { other(to) }",
        right:
            "router.beforeEach((to, from, next) => { for (const r of to.matched) { if (r.meta.a) return next('/') } next() })"
    ),
    RuleRow(
        .lifetimeBeyondToken, "another session's token may live for long",
        script: "res.cookie('fb_token', t, { maxAge: 432000000 })",
        right: "res.cookie('remember_token', t, { maxAge: 432000000 })"),
    RuleRow(
        .nextNotCalled, "a return without it",
        script: "router.beforeEach((to, from, next) => { if (!user) return; next() })",
        right: "router.beforeEach((to, from, next) => { if (!user) { wait().then(next); return } next() })"),
    RuleRow(
        .returnBesideNext, "what is returned is not looked at",
        script: "router.beforeEach((to, from, next) => { if (!user) return '/login'\n next() })",
        right: "router.beforeEach((to, from) => { if (!user) return '/login'\n return true })"),
    RuleRow(
        .returnBesideNext, "a semicolon changes nothing",
        script: "router.beforeEach((to, from, next) => { if (!user) return '/login'; next(); });",
        right: "router.beforeEach((to, from, next) => { if (!user) return next('/login'); next(); });"),
    RuleRow(
        .cookieSplitAtEquals, "whichever comes first",
        script: "const token = document.cookie.split('=')[1]",
        right: "const token = query.split('=')[1]"),
    RuleRow(
        .scriptCookieHeader, "a forbidden header",
        script: "window.x = fetch('/api', { headers: { Cookie: 'a=1' } })",
        right: "window.x = fetch('/api', { headers: { Authorization: bearer } })"),
    RuleRow(
        .userBeforeReady, "null at first",
        script: "router.beforeEach((to) => auth.currentUser ? true : '/login')",
        right:
            "router.beforeEach(async (to) => { await auth.authStateReady(); return auth.currentUser ? true : '/login' })"
    ),
    RuleRow(
        .popupInWebView, "no popups there",
        [("App.swift", "let v = WKWebView()"), ("web/a.js", "signInWithPopup(auth, provider)")],
        [("App.swift", "let v = UIView()"), ("web/a.js", "signInWithPopup(auth, provider)")]),
    RuleRow(
        .emulatorOnOneSide, "the page stays in production",
        [
            ("App.swift", "FirebaseApp.configure()\nAuth.auth().useEmulator(withHost: \"127.0.0.1\", port: 9099)"),
            ("web/a.js", "const auth = getAuth(app)"),
        ],
        [
            ("App.swift", "FirebaseApp.configure()\nAuth.auth().useEmulator(withHost: \"127.0.0.1\", port: 9099)"),
            ("web/a.js", "const auth = getAuth(app); connectAuthEmulator(auth, 'http://127.0.0.1:9099')"),
        ]),
    RuleRow(
        .emulatorOnOneSide, "the app does",
        [
            ("App.swift", "FirebaseApp.configure()"),
            ("web/a.js", "const auth = getAuth(app); connectAuthEmulator(auth, 'http://127.0.0.1:9099')"),
        ],
        [("App.swift", "FirebaseApp.configure()"), ("web/a.js", "const auth = getAuth(app)")]),
    RuleRow(
        .unreadSource, "a string without an end",
        script: "const a = 'open\nconst b = 1", right: "const a = 'closed'\nconst b = 1"),
]
