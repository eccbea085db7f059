import RouterGuard
import Testing
import WebViews
import WorldTestSupport

@testable import Worlds

/// Guards as teams write them, each as a text: what becomes of the handoff, and why.
@Suite("Guards of one's own", .timeLimit(.minutes(5)))
struct OwnGuardTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        let source: String
        var generations: [RouterGeneration] = [.four]
        var handover = OwnGuardRun.Handover.atStart
        let verdict: String
        var path: String? = "/"
        /// Among those of the page.
        let reasons: [String]
        /// Nil where the user is signed in.
        var cause: String?

        var testDescription: String { name }
    }

    private static let modular = """
        import { getAuth, signInWithCustomToken, onAuthStateChanged } from 'firebase/auth'
        import Cookies from 'js-cookie'
        const auth = getAuth()
        const needsUser = (to) => to.matched.some((record) => record.meta.requiresAuth)

        """

    // MARK: - Guards that work

    static let good: [Row] = [
        Row(
            name: "returns its decision",
            source: modular + """
                export default async (to) => {
                  if (!needsUser(to)) return true
                  await auth.authStateReady()
                  if (auth.currentUser) return
                  const token = Cookies.get('customtoken')
                  if (!token) return { name: 'signin' }
                  try { await signInWithCustomToken(auth, token) } catch { return '/signin' }
                }
                """, verdict: "signed-in", reasons: ["guard/token-accepted"]),
        Row(
            name: "takes next, with promises",
            source: modular + """
                export function guard(to, from, next) {
                  if (!needsUser(to)) { next(); return }
                  onAuthStateChanged(auth, (user) => {
                    if (user) return next()
                    const token = Cookies.get('customtoken')
                    if (!token) return next('/signin')
                    signInWithCustomToken(auth, token).catch(() => next('/signin'))
                  })
                }
                """, generations: [.three, .four, .five], verdict: "signed-in", reasons: ["guard/token-accepted"]),
        Row(
            name: "the compatible API",
            source: """
                import firebase from 'firebase/compat/app'
                import 'firebase/compat/auth'
                import VueCookies from 'vue-cookies'
                export default async function (to, from, next) {
                  if (firebase.auth().currentUser || !to.meta.requiresAuth) return next()
                  const token = VueCookies.get('customtoken')
                  if (!token) return next({ path: '/signin', query: { from: to.fullPath } })
                  await firebase.auth().signInWithCustomToken(token)
                  next()
                }
                """, generations: [.three, .four], verdict: "signed-in", reasons: ["guard/token-accepted"]),
        Row(
            name: "firebase.auth() of a script tag",
            source: """
                export default (to, from, next) => {
                  const token = /customtoken=([^;]*)/.exec(document.cookie)?.[1]
                  firebase.auth().signInWithCustomToken(token).then(() => next(), () => next('/signin'))
                }
                """, generations: [.three, .four], verdict: "signed-in", reasons: ["guard/token-accepted"]),
        Row(
            name: "a function that takes the router",
            source: modular + """
                export default function setupGuards(router) {
                  router.beforeEach((to) => to.path !== '/nowhere')
                  router.beforeResolve(async (to) => {
                    const token = Cookies.get('customtoken')
                    if (token && !auth.currentUser) await signInWithCustomToken(auth, token)
                  })
                  router.afterEach((to, from, failure) => console.log(to.path, failure))
                  router.onError((error) => console.error(error))
                }
                """, verdict: "signed-in", reasons: ["guard/token-accepted"]),
        Row(
            name: "registers under another name, and next",
            source: modular + """
                export const install = (r) => { r.beforeEach((to, from, next) => signInWithCustomToken(auth, Cookies.get('customtoken')).then(() => next())) }
                """, generations: [.three, .four], verdict: "signed-in", reasons: ["guard/token-accepted"]),
        Row(
            name: "finds the session of last time",
            source: modular + """
                export default async (to) => {
                  await auth.authStateReady()
                  return auth.currentUser ? (await auth.currentUser.getIdToken()).length > 100 : '/signin'
                }
                """, handover: .storedSession, verdict: "signed-in",
            reasons: ["guard/waits-for-auth", "guard/user-present"]),
        Row(
            name: "waits for auth, so it sees a script at document end",
            source: """
                import { getAuth, signInWithCustomToken } from 'firebase/auth'
                import UniversalCookie from 'universal-cookie'
                const cookies = new UniversalCookie()
                export default async () => {
                  await getAuth().authStateReady()
                  const { user } = await signInWithCustomToken(getAuth(), cookies.get('customtoken'))
                  const { claims } = await user.getIdTokenResult()
                  if (claims.sub === user.uid) cookies.remove('customtoken')
                }
                """, handover: .atEnd, verdict: "signed-in", reasons: ["guard/token-accepted", "guard/cookie-deleted"]),
    ]

    @Test(arguments: good)
    func aGuardThatWorks(row: Row) async throws {
        for generation in row.generations {
            let outcome = try await OwnGuardRun(generation: generation, handover: row.handover).outcome(of: row.source)
            #expect(outcome.verdict == row.verdict, "\(generation): \(outcome)")
            #expect(outcome.path == row.path, "\(generation): \(outcome)")
            for reason in row.reasons { #expect(outcome.reasons.contains(reason), "\(generation): \(outcome)") }
        }
    }

    // MARK: - Typical mistakes

    static let mistaken: [Row] = [
        Row(
            name: "looks at currentUser before auth has read its storage",
            source: modular + "export default (to) => (auth.currentUser || !needsUser(to) ? true : '/signin')\n",
            handover: .storedSession, verdict: "signed-out", path: nil,
            reasons: ["guard/auth-not-ready"], cause: "guard/auth-not-ready"),
        Row(
            name: "the copy is HttpOnly",
            source: modular + """
                export default async (to) => {
                  if (!needsUser(to)) return true
                  const token = Cookies.get('customtoken')
                  if (!token) return '/signin'
                  await signInWithCustomToken(auth, token)
                }
                """, handover: .httpOnly, verdict: "signed-out", path: "/signin",
            reasons: ["guard/cookie-absent", "guard/redirected"], cause: "script/http-only"),
        Row(
            name: "nothing was handed over",
            source: modular + """
                export default (to, from, next) => {
                  if (!needsUser(to)) return next()
                  if (!Cookies.get('customtoken')) return next('/signin')
                }
                """, generations: [.three, .four], handover: .never, verdict: "signed-out", path: "/signin",
            reasons: ["guard/cookie-absent"], cause: "handoff/never-handed-over"),
        Row(
            name: "the token is old",
            source: modular + """
                export default async (to) => {
                  if (!needsUser(to)) return
                  try { await signInWithCustomToken(auth, Cookies.get('customtoken')) } catch (error) {
                    if (error.code === 'auth/invalid-custom-token') return '/signin'
                    throw error
                  }
                }
                """, handover: .tooLate, verdict: "signed-out", path: "/signin",
            reasons: ["guard/token-refused", "guard/redirected"], cause: "token/expired"),
        Row(
            name: "next is missing in a branch",
            source: modular + """
                export default (to, from, next) => {
                  if (!needsUser(to)) next()
                  const token = Cookies.get('customtoken')
                  if (token) signInWithCustomToken(auth, token).then(() => next())
                }
                """, generations: [.three, .four, .five], handover: .never, verdict: "hanging", path: nil,
            reasons: ["guard/cookie-absent", "guard/never-called-next"], cause: "handoff/never-handed-over"),
        Row(
            name: "returns its decision, and takes next",
            source: modular + "export default async (to, from, next) => (auth.currentUser ? true : '/signin')\n",
            verdict: "hanging", path: nil, reasons: ["guard/invalid-guard", "guard/never-called-next"],
            cause: "guard/never-called-next"),
        Row(
            name: "returns its decision to Vue Router 3, and takes next",
            source: modular + "export default async (to, from, next) => (auth.currentUser ? true : '/signin')\n",
            generations: [.three], verdict: "hanging", path: nil, reasons: ["guard/return-ignored"],
            cause: "guard/return-ignored"),
        Row(
            name: "is written for Vue Router 4",
            source: modular + "export default (to) => (needsUser(to) ? '/signin' : true)\n",
            generations: [.three], verdict: "hanging", path: nil, reasons: ["guard/return-ignored"],
            cause: "guard/return-ignored"),
        Row(
            name: "a promise that nobody settles", source: "export default (to) => new Promise(() => {})",
            verdict: "hanging", path: nil, reasons: ["guard/never-decided"], cause: "guard/never-decided"),
        Row(
            name: "no return behind the redirect",
            source: modular + """
                export default (to, from, next) => {
                  if (needsUser(to) && !Cookies.get('customtoken')) next('/signin')
                  next()
                }
                """, generations: [.three, .four], handover: .never, verdict: "signed-out", path: "/signin",
            reasons: ["guard/cookie-absent", "guard/next-called-twice"], cause: "handoff/never-handed-over"),
        Row(
            name: "guards the sign-in page too",
            source: modular
                + "export default (to, from, next) => Cookies.get('customtoken') ? next() : next('/signin?again=' + to.fullPath.length)\n",
            generations: [.three, .four], handover: .never, verdict: "looping", path: nil,
            reasons: ["guard/redirect-loop"], cause: "handoff/never-handed-over"),
        Row(
            name: "throws",
            source: modular + "export default (to) => {\n  return auth.user.uid\n}\n",
            generations: [.three, .four], verdict: "failed", path: nil, reasons: ["guard/threw"],
            cause: "guard/threw"),
        Row(
            name: "an asynchronous guard throws",
            source: modular + """
                export default async () => {
                  const token = Cookies.get('customtoken')
                  if (!token) throw new Error('no token')
                }
                """, handover: .never, verdict: "failed", path: nil, reasons: ["guard/cookie-absent", "guard/threw"],
            cause: "handoff/never-handed-over"),
        Row(
            name: "to Vue Router 3 a promise is nobody's",
            source: modular + """
                export default async (to, from, next) => {
                  await signInWithCustomToken(auth, 'x' + Cookies.get('customtoken'))
                  next()
                }
                """, generations: [.three], verdict: "hanging", path: nil,
            reasons: ["guard/token-refused", "guard/threw", "guard/never-called-next"], cause: "token/malformed"),
        Row(
            name: "another cookie's name",
            source: modular + """
                export default async (to) => {
                  if (!needsUser(to)) return true
                  const token = Cookies.get('custom_token')
                  if (!token) return '/signin'
                  await signInWithCustomToken(auth, token)
                }
                """, verdict: "signed-out", path: "/signin", reasons: ["guard/other-cookie"],
            cause: "guard/other-cookie"),
        Row(
            name: "sees the token and does nothing with it",
            source: "export default (to) => to.path === '/signin' || document.cookie.includes('user=') || '/signin'",
            verdict: "signed-out", path: "/signin", reasons: ["guard/token-not-used"], cause: "guard/token-not-used"),
        Row(
            name: "never looks for a token",
            source: modular + """
                export default async (to) => {
                  await auth.authStateReady()
                  if (!auth.currentUser && needsUser(to)) return { path: '/signin' }
                }
                """, verdict: "signed-out", path: "/signin", reasons: ["guard/cookie-not-read"],
            cause: "guard/cookie-not-read"),
        Row(
            name: "waits until auth is ready, and lets everybody in",
            source: modular + "export default async () => { await auth.authStateReady(); return true }",
            verdict: "signed-out", path: "/", reasons: [], cause: "guard/cookie-not-read"),
        Row(
            name: "does not await its sign-in",
            source: modular + """
                export default async (to) => {
                  if (!needsUser(to)) return true
                  await auth.authStateReady()
                  signInWithCustomToken(auth, Cookies.get('customtoken'))
                  return auth.currentUser ? true : '/signin'
                }
                """, verdict: "signed-out", path: "/signin", reasons: ["guard/sign-in-not-awaited"],
            cause: "guard/sign-in-not-awaited"),
        Row(
            name: "goes on behind its sign-in",
            source: modular + """
                export default (to, from, next) => {
                  if (!needsUser(to)) return next()
                  const token = Cookies.get('customtoken')
                  if (token) signInWithCustomToken(auth, token).then(() => next())
                  next('/signin')
                }
                """, generations: [.three, .four], verdict: "signed-out", path: "/signin",
            reasons: ["guard/sign-in-not-awaited"], cause: "guard/sign-in-not-awaited"),
        Row(
            name: "signs in with what no cookie has",
            source: modular + """
                export default async (to) => {
                  if (!needsUser(to)) return true
                  try { await signInWithCustomToken(auth, Cookies.get('token')) } catch { return '/signin' }
                }
                """, verdict: "signed-out", path: "/signin", reasons: ["guard/token-refused", "guard/other-cookie"],
            cause: "guard/other-cookie"),
        Row(
            name: "goes on behind next with what no cookie has",
            source: modular + """
                export default (to, from, next) => {
                  if (!needsUser(to)) return next()
                  const token = Cookies.get('ct')
                  if (!token) next('/signin')
                  signInWithCustomToken(auth, token).then(() => next()).catch(() => next('/signin'))
                }
                """, generations: [.three, .four], verdict: "signed-out", path: "/signin",
            reasons: ["guard/other-cookie"], cause: "guard/other-cookie"),
        Row(
            name: "sends everybody away, whoever they are",
            source: modular + "export default (to, from, next) => { if (needsUser(to)) next('/signin')\n next() }\n",
            generations: [.three, .four], verdict: "signed-out", path: "/signin", reasons: ["guard/next-called-twice"],
            cause: "guard/cookie-not-read"),
        Row(
            name: "reads before scripts at document end",
            source: modular + """
                export default (to) => needsUser(to) && !Cookies.get('customtoken') ? '/signin' : true
                """, handover: .atEnd, verdict: "signed-out", path: "/signin",
            reasons: ["guard/cookie-absent", "guard/read-before-document-end"], cause: "handoff/written-too-late"),
        Row(
            name: "timers are not simulated",
            source: "export default (to, from, next) => { setTimeout(() => next(), 100) }",
            generations: [.three, .four], verdict: "failed", path: nil,
            reasons: ["guard/threw", "script/not-simulated"], cause: "script/not-simulated"),
        Row(
            name: "fetch is not simulated",
            source: "export default async () => { await fetch('/me') }", verdict: "failed", path: nil,
            reasons: ["guard/threw", "script/not-simulated"], cause: "script/not-simulated"),
        Row(
            name: "nor where the guard catches it",
            source: """
                export default async (to) => {
                  if (to.path === '/signin') return true
                  const token = document.cookie.match(/customtoken=([^;]*)/)?.[1]
                  try { await fetch('/sign-in', { method: 'POST', body: token }); return true }
                  catch (error) { return '/signin' }
                }
                """, verdict: "signed-out", path: "/signin", reasons: ["script/not-simulated"],
            cause: "script/not-simulated"),
        Row(
            name: "what the guard catches of it is no matter where it signs in otherwise",
            source: modular + """
                export default async (to) => {
                  if (!needsUser(to)) return true
                  try { new XMLHttpRequest() } catch {}
                  try { await signInWithCustomToken(auth, Cookies.get('customtoken')) } catch { return '/signin' }
                  return true
                }
                """, verdict: "signed-in", path: "/", reasons: ["guard/token-accepted"], cause: nil),
        Row(
            name: "other sign-ins are not simulated",
            source: """
                import { getAuth, signInWithPopup, GoogleAuthProvider } from 'firebase/auth'
                export default () => signInWithPopup(getAuth(), new GoogleAuthProvider()).then(() => true)
                """, verdict: "failed", path: nil, reasons: ["script/not-simulated"], cause: "script/not-simulated"),
        Row(
            name: "the modular auth has no such method",
            source: modular + "export default () => auth.signInWithCustomToken(Cookies.get('customtoken'))",
            verdict: "failed", path: nil, reasons: ["guard/threw"], cause: "guard/threw"),
        Row(
            name: "stops the navigation", source: "export default () => false", generations: [.four],
            verdict: "failed", path: nil, reasons: ["guard/aborted"], cause: "guard/aborted"),
        Row(
            name: "next(null) throws", source: "export default (to, from, next) => { next(null); next() }",
            generations: [.three], verdict: "failed", path: nil, reasons: ["guard/threw"], cause: "guard/threw"),
        Row(
            name: "next with an error", source: "export default (to, from, next) => next(new Error('no'))",
            generations: [.three, .four], verdict: "failed", path: nil, reasons: ["guard/threw"],
            cause: "guard/threw"),
    ]

    @Test(arguments: mistaken)
    func aMistakeIsNamed(row: Row) async throws {
        for generation in row.generations {
            let outcome = try await OwnGuardRun(generation: generation, handover: row.handover).outcome(of: row.source)
            #expect(outcome.verdict == row.verdict, "\(generation): \(outcome)")
            if let path = row.path { #expect(outcome.path == path, "\(generation): \(outcome)") }
            for reason in row.reasons { #expect(outcome.reasons.contains(reason), "\(generation): \(outcome)") }
            #expect(outcome.cause == row.cause, "\(generation): \(outcome)")
        }
    }
}
