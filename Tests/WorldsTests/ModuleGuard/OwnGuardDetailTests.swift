import RouterGuard
import Testing
import WebViews
import WorldTestSupport

@testable import Worlds

/// What is told of a guard of one's own beside its verdict: places, exceptions, secrets, and what it leaves behind.
@Suite("Details of guards of one's own", .timeLimit(.minutes(5)))
struct OwnGuardDetailTests {
    /// An error is named with its place in the module, whatever stands before it.
    @Test(arguments: [
        (
            "export default () => {\n  missing()\n}",
            "threw ReferenceError: Can't find variable: missing at src/guard.js:2:10"
        ),
        (
            "import Cookies from 'js-cookie'\n\nexport default async () => {\n  await null; null.x\n}",
            " at src/guard.js:4:19"
        ),
        ("import { helper } from './helper.js'\nexport default () => helper()", " at src/helper.js:2:"),
        (
            "import { getAuth, signInWithCustomToken } from 'firebase/auth'\nexport default async () => {\n  await signInWithCustomToken(getAuth(), 'x')\n}",
            "threw FirebaseError: Firebase: Error (auth/invalid-custom-token). at src/guard.js:3:"
        ),
        ("export default () => { throw 'text' }", "threw …"),
    ])
    func anErrorHasItsPlace(source: String, text: String) async throws {
        let files = ["src/helper.js": "export function helper() {\n  return window.nothing.here\n}"]
        let outcome = try await OwnGuardRun().outcome(of: source, with: files)
        #expect(outcome.details.contains { $0.contains(text) }, "\(outcome)")
    }

    /// The cause says what was thrown, and the first line's columns, which are not the file's, are left out.
    @Test(arguments: [
        (
            "export default (to) => {\n  missing()\n}",
            "missing at src/guard.js:2:10, which ends the navigation."
        ),
        (
            "export default (to, from, next) => next(new Error('no'))",
            "the guard ended in an error, which ends the navigation: no"
        ),
        ("const a = ;\nexport default a", " at src/guard.js:1. The file is no JavaScript module."),
        (
            "export const setup = () => 1, guard = () => true, x = 1\nexport default { mode: 'history' }",
            "no function, but an object; there are also the exports setup, guard. The module"
        ),
        ("export default null", "default of src/guard.js is no function, but null. The module"),
        (
            "try {\n  await 1\n} finally {}\nexport default 1",
            "await stands outside of an async function at src/guard.js:2"
        ),
    ])
    func theCauseSaysWhatWasThrown(source: String, text: String) async throws {
        for generation in [RouterGeneration.three, .four] {
            let outcome = try await OwnGuardRun(generation: generation).outcome(of: source)
            #expect(outcome.causeText.contains(text), "\(generation): \(outcome)")
        }
    }

    /// Whether it is thrown, rejected or handed to next, and whatever it is part of.
    @Test(arguments: [
        "() => { throw new Error('token ' + secret) }", "async () => { throw 'token ' + secret }",
        "(to, from, next) => next(new Error('token ' + secret))", "() => { secret.a.b(secret)[secret] }",
        "() => ({ path: '/nowhere', query: { secret } })", "() => new Error('token ' + document.cookie)",
    ])
    func aSecretInAnErrorIsNotTold(guardFunction: String) async throws {
        for generation in [RouterGeneration.three, .four] {
            let source = "const secret = 'hunter' + '2hunter2'\nexport default \(guardFunction)"
            let outcome = try await OwnGuardRun(generation: generation).outcome(of: source)
            #expect(!"\(outcome)".contains("hunter2") && !"\(outcome)".contains("eyJ"), "\(outcome)")
        }
    }

    /// The sample page's own guard, as a module with auth and cookies from packages, ends as its preset does.
    @Test(arguments: [
        OwnGuardRun.Handover.atStart, .atEnd, .never, .httpOnly, .storedSession, .tooLate,
    ])
    func theSampleGuardDoesAsItsPresetDoes(handover: OwnGuardRun.Handover) async throws {
        let files = try WebAppFiles()
        let guardText = String(decoding: try #require(files.files["/guard.js"]).content, as: UTF8.self)
        let source = """
            import VueCookies from 'vue-cookies'
            import { getAuth, signInWithCustomToken } from 'firebase/auth'
            import { customTokenGuard } from './page/guard.js'
            const auth = getAuth()
            const parts = {
              authStateReady: () => auth.authStateReady(), get currentUser() { return auth.currentUser },
              signInWithCustomToken: (token) => signInWithCustomToken(auth, token),
            }
            const cookie = { read: () => VueCookies.get('customtoken'), remove: () => VueCookies.remove('customtoken') }
            const decide = customTokenGuard({ auth: parts, cookie })
            export const modern = (to, from) => decide(to, from)
            export const classic = (to, from, next) => decide(to, from).then(next)
            """
        let preset = try await OwnGuardRun(handover: handover).outcomeOfPreset()
        for (name, generation) in [("modern", RouterGeneration.four), ("classic", .three)] {
            let own = try await OwnGuardRun(generation: generation, handover: handover)
                .outcome(of: source, with: ["src/page/guard.js": guardText], export: name)
            #expect(own.verdict == preset.verdict && own.path == preset.path, "\(own)\n\(preset)")
            #expect(own.cause == preset.cause, "\(own)\n\(preset)")
            #expect(own.reasons.sorted() == preset.reasons.sorted(), "\(own)\n\(preset)")
        }
    }

    /// Neither the view nor the script's world outlives the page.
    @Test func aModuleLeavesNothingBehind() async throws {
        let module = try GuardModule.read("guard.js") { _ in .bytes(Array("export default () => true".utf8)) }
        var settings = WorldSettings()
        settings.ownGuard = (module, .four)
        weak var view: HeadlessWebView?
        try await withWorld(settings, material: SharedMaterial.material.get()) { world in
            try await world.browser.open(path: "/")
            _ = await world.browser.reload()
            view = world.browser.view
            #expect(view != nil)
        }
        #expect(view == nil)
    }

    /// A guard may lead to another document, which loads with a guard of its own.
    @Test(arguments: ["", "await getAuth().authStateReady();"])
    func aGuardLeavesTheDocument(wait: String) async throws {
        let source = """
            import { getAuth } from 'firebase/auth'
            export default async (to) => {
              \(wait)
              if (to.path !== '/signin') { window.location.href = '/signin'; return false }
            }
            """
        let outcome = try await OwnGuardRun().outcome(of: source)
        #expect(outcome.verdict == "signed-out" && outcome.path == "/signin", "\(outcome)")
    }

    /// What Vue Router hands to a guard; the leaf's `meta` alone in 3, merged with its parents' in 4.
    @Test(arguments: [
        (RouterGeneration.three, #"{"title":"An order"}"#), (.four, #"{"requiresAuth":true,"title":"An order"}"#),
    ])
    func theRouteIsAsTheRouterGivesIt(generation: RouterGeneration, meta: String) async throws {
        let source = """
            const expected = '/orders/7 /orders/7?a=1#b order {"a":"1"} {"id":"7"} #b \(meta) 2 1  / 0'
            export default (to, from, next) => {
              if (to.path === '/about') return next()
              const route = [to.path, to.fullPath, to.name, JSON.stringify(to.query), JSON.stringify(to.params), to.hash,
                JSON.stringify(to.meta), to.matched.length, to.matched.filter((r) => r.meta.requiresAuth).length,
                to.redirectedFrom, from.path, from.matched.length].join(' ')
              if (route !== expected) throw new Error(route)
              next('/about')
            }
            """
        let outcome = try await OwnGuardRun(generation: generation, path: "/orders/7?a=1#b").outcome(of: source)
        #expect(outcome.path == "/about", "\(outcome)")
    }

    @Test func anExportIsChosen() async throws {
        let source = "export const one = () => '/about'; export const two = () => '/signin'; export const x = 1"
        for (name, path) in [("one", "/about"), ("two", "/signin")] {
            let guarded = source.replacing("() =>", with: "(to) => to.path !== '/' ||")
            #expect(try await OwnGuardRun().outcome(of: guarded, export: name).path == path)
        }
        let unclear = try await OwnGuardRun().outcome(of: source)
        #expect(unclear.cause == "guard-module/no-guard", "\(unclear)")
    }
}
