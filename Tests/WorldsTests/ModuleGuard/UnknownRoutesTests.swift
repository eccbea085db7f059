import RouterGuard
import Testing
import WorldTestSupport

@testable import Worlds

/// A guard whose page's routes nobody has given: no verdict depends on what is not known.
@Suite("A guard without known routes", .timeLimit(.minutes(5)))
struct UnknownRoutesTests {
    /// Columns: how the guard tells the sign-in page from the others, and what it answers without a cookie.
    @Test(arguments: [
        ("to.meta.public", "{ path: '/login', query: { next: to.fullPath } }"),
        ("to.meta.guestOnly", "'/login'"),
        ("!to.meta.requiresAuth", "'/login'"),
        ("!to.meta.needsLogin", "'/login'"),
        ("!to.matched.some((record) => record.meta.auth)", "'/login'"),
        ("to.path === '/login'", "'/login'"),
        ("to.name === 'Login'", "'/login'"),
        ("to.name === 'login'", "{ name: 'login' }"),
    ])
    func aCorrectGuardIsCalledNothingElse(isOpen: String, away: String) async throws {
        let source = """
            import { getAuth, signInWithCustomToken } from 'firebase/auth'
            import Cookies from 'js-cookie'
            export default async function guard (to) {
              if (\(isOpen)) return true
              const auth = getAuth()
              await auth.authStateReady()
              if (auth.currentUser) return true
              const token = Cookies.get('customtoken')
              if (!token) return \(away)
              await signInWithCustomToken(auth, token)
              return true
            }
            """
        for (handover, verdict) in [(OwnGuardRun.Handover.never, "signed-out"), (.atStart, "signed-in")] {
            let run = OwnGuardRun(handover: handover, path: "/account", unknownRoutesBeside: "/login")
            let outcome = try await run.outcome(of: source)
            #expect(outcome.verdict == verdict, "\(isOpen): \(outcome)")
        }
    }

    /// A guard that never leaves the sign-in page alone loops, whatever the routes are.
    @Test func aLoopThatNoRouteCouldEndIsOne() async throws {
        let source = "export default (to) => ({ path: '/login', query: { next: to.fullPath } })"
        let run = OwnGuardRun(handover: .never, path: "/account", unknownRoutesBeside: "/login")
        #expect(try await run.outcome(of: source).verdict == "looping")
    }
}
