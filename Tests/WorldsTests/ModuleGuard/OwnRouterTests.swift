import RouterGuard
import Testing

@testable import Worlds

/// Modules that make the page's router, as an app's own `router.js` does.
@Suite("Routers of one's own", .timeLimit(.minutes(5)))
struct OwnRouterTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        let source: String
        var generations: [RouterGeneration] = [.three]
        var files: [String: String] = [:]
        var handover = OwnGuardRun.Handover.atStart
        var opened = "/"
        let verdict: String
        var path: String?
        /// Among those of the page.
        let reasons: [String]

        var testDescription: String { name }
    }

    private static let three = """
        import Vue from 'vue'
        import Router from 'vue-router'
        import VueCookies from 'vue-cookies'
        import firebase from 'firebase/compat/app'
        import 'firebase/compat/auth'
        Vue.use(Router)
        Vue.use(VueCookies)
        const signIn = () => firebase.auth().signInWithCustomToken(Vue.$cookies.get('customtoken'))

        """
    private static let modern = """
        import { createRouter, createWebHistory, createWebHashHistory } from 'vue-router'
        import { getAuth, signInWithCustomToken } from 'firebase/auth'
        import Cookies from 'js-cookie'
        const signIn = () => signInWithCustomToken(getAuth(), Cookies.get('customtoken'))

        """
    private static let routes = "routes: [{ path: '/', name: 'home' }, { path: '/in/:id', name: 'in' }]"

    static let rows: [Row] = [
        Row(
            name: "history mode",
            source: three + """
                const router = new Router({ mode: 'history', \(routes) })
                router.beforeEach((to, from, next) => signIn().then(() => next()))
                export default router
                """, opened: "/in/7", verdict: "signed-in", path: "/in/7", reasons: ["guard/token-accepted"]),
        Row(
            name: "no mode: the path is not looked at",
            source: three + """
                const router = new Router({ \(routes) })
                router.beforeEach((to, from, next) => signIn().then(() => next()))
                export default router
                """, opened: "/in/7", verdict: "signed-in", path: "/", reasons: ["guard/path-outside-hash"]),
        Row(
            name: "Vue Router 4 and 5",
            source: modern + """
                export const router = createRouter({ history: createWebHistory(), \(routes) })
                router.beforeEach(async () => void (await signIn()))
                """, generations: [.four, .five], opened: "/in/7", verdict: "signed-in", path: "/in/7",
            reasons: ["guard/token-accepted"]),
        Row(
            name: "Vue Router 4 behind the hash",
            source: modern + """
                const router = createRouter({ history: createWebHashHistory(), \(routes) })
                router.beforeEach(async () => void (await signIn()))
                export default router
                """, generations: [.four], opened: "/in/7", verdict: "signed-in", path: "/",
            reasons: ["guard/path-outside-hash"]),
        // The guards of routes are numbered as the table numbers them: the second is that of the route below.
        Row(
            name: "routes with guards of their own",
            source: three + """
                const router = new Router({ mode: 'history', routes: [
                  { path: '/a', beforeEnter: (to, from, next) => next('/b') },
                  { path: '/', beforeEnter: (to, from, next) => signIn().then(() => next()), children: [
                    { path: 'b', beforeEnter: (to, from, next) => next({ name: 'end' }) },
                    { path: 'c', name: 'end' }] }] })
                router.beforeEach((to, from, next) => next())
                export default router
                """, opened: "/a", verdict: "signed-in", path: "/c", reasons: ["guard/token-accepted"]),
        Row(
            name: "a list of guards in Vue Router 4",
            source: modern + """
                const router = createRouter({ history: createWebHistory(), routes: [
                  { path: '/', beforeEnter: [() => true, async () => void (await signIn())] }] })
                router.beforeEach(() => true)
                export default router
                """, generations: [.four], verdict: "signed-in", path: "/", reasons: ["guard/token-accepted"]),
        Row(
            name: "views, and a push that swallows failures",
            source: three + """
                import Home from './views/Home.vue'
                const push = Router.prototype.push
                Router.prototype.push = function (to) { return push.call(this, to).catch((error) => error) }
                const router = new Router({ mode: 'history', routes: [
                  { path: '/', component: Home }, { path: '/later', component: () => import('./views/Later.vue') }] })
                router.beforeEach((to, from, next) => signIn().then(() => next()))
                export default router
                """, files: ["src/views/Home.vue": "<template><p/></template>"], verdict: "signed-in", path: "/",
            reasons: ["guard/token-accepted"]),
        Row(
            name: "a route without a path",
            source: three + """
                const router = new Router({ routes: [{ path: '/' }, { name: 'x' }] })
                router.beforeEach((to, from, next) => next())
                export default router
                """, verdict: "failed", reasons: ["guard-module/bad-routes"]),
        Row(
            name: "routes that are no list",
            source: three + """
                const router = new Router({ routes: { path: '/' } })
                router.beforeEach((to, from, next) => next())
                export default router
                """, verdict: "failed", reasons: ["guard-module/bad-routes"]),
        Row(
            name: "no such mode", source: three + "export default new Router({ mode: 'hashed', \(routes) })\n",
            verdict: "failed", reasons: ["guard/threw"]),
        Row(
            name: "a redirect by a function",
            source: three + "export default new Router({ routes: [{ path: '/', redirect: () => '/b' }] })\n",
            verdict: "failed", reasons: ["script/not-simulated"]),
        Row(
            name: "no guard", source: three + "export default new Router({ \(routes) })\n", verdict: "failed",
            reasons: ["guard-module/no-guard"]),
        Row(
            name: "Vue Router 4's names in 3",
            source: "import { createRouter } from 'vue-router'\nexport default createRouter({ \(routes) })\n",
            verdict: "failed", reasons: ["script/not-simulated"]),
    ]

    @Test(arguments: rows)
    func isThePagesRouter(row: Row) async throws {
        for generation in row.generations {
            let run = OwnGuardRun(generation: generation, handover: row.handover, path: row.opened)
            let outcome = try await run.outcome(of: row.source, with: row.files)
            #expect(outcome.verdict == row.verdict, "\(generation): \(outcome)")
            #expect(outcome.path == row.path, "\(generation): \(outcome)")
            for reason in row.reasons { #expect(outcome.reasons.contains(reason), "\(generation): \(outcome)") }
        }
    }
}
