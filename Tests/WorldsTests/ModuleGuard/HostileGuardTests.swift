import Reasons
import RouterGuard
import Testing

/// Modules that do not end, do not fit or do not mean well: each page load ends, with a reason.
@Suite("Hostile guards", .timeLimit(.minutes(5)))
struct HostileGuardTests {
    @Test(arguments: [
        ("export default 7", "guard-module/no-guard"),
        ("export default null", "guard-module/no-guard"),
        ("export default { beforeEach() {} }", "guard-module/no-guard"),
        ("export default function setup(router) {}", "guard-module/no-guard"),  // it registers none
        ("const a = ;\nexport default a", "guard-module/not-javascript"),
        ("const a = await 1\nexport default a", "guard-module/await-outside-function"),
        ("if (true) {\n  await 1\n}\nexport default () => true", "guard-module/await-outside-function"),
        ("export default (to) => {\n  await 1\n}", "guard-module/await-outside-function"),
        ("while (true) {}\nexport default 1", "script/terminated"),
        ("export default () => { while (true) {} }", "script/terminated"),
        ("export default async () => { for (;;) await null }", "script/terminated"),
        (
            "import { getAuth } from 'firebase/auth'\nexport default () => { for (;;) getAuth().currentUser }",
            "script/terminated"
        ),
        ("throw new Error('no')\nexport default 1", "guard/threw"),
        ("throw { get message() { throw 1 }, toString() { throw 2 } }\nexport default 1", "guard/threw"),
        (
            "export default () => { throw new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 2 } }) }",
            "guard/threw"
        ),
        ("export default () => ({ get path() { throw new Error('no') } })", "guard/threw"),
        ("export default () => ({ get then() { throw new Error('no') } })", "guard/threw"),
        ("export default () => { const a = {}; a.a = a; return { path: '/', query: a } }", "guard/threw"),
        ("export default (to, from, next) => { next({ get name() { throw 1 } }) }", "guard/threw"),
        ("export default () => { (function f() { f() })() }", "guard/threw"),
        ("export default () => ({ then() {} })", "guard/never-decided"),
        (
            "import { getAuth, signInWithCustomToken as s } from 'firebase/auth'\nexport default async () => { for (;;) { try { await s(getAuth(), 'x') } catch {} } }",
            "guard/never-decided"
        ),
        (
            "export default (router) => { for (let i = 0; i < 12000; i += 1) router.beforeEach(() => true) }",
            "guard/redirect-loop"
        ),
        (
            "export default (to, from, next) => { for (let i = 0; i < 12000; i += 1) next() }",
            "guard/next-called-twice"
        ),
        (
            "Symbol.for = null; JSON.stringify = null; JSON.parse = null; Array.isArray = null\nexport default () => ({ get path() { throw 1 } })",
            "guard/threw"
        ),
        ("delete globalThis.$sbguard\nexport default () => false", "guard/threw"),
        ("console.log($sbport)\nexport default 1", "guard/threw"),  // the port is not there for modules
        ("export default () => { location.href = 'data:,x'; return false }", "guard/threw"),
        ("export default () => import('./x.js')", "script/not-simulated"),
        ("})(); (function () {\nexport default 1", "guard-module/not-javascript"),
    ])
    func everyLoadEnds(source: String, reason: String) async throws {
        for generation in [RouterGeneration.three, .four] {
            do {
                let outcome = try await OwnGuardRun(generation: generation).outcome(of: source)
                // What Vue Router 3 does not look at it waits for.
                let waits = generation == .three && outcome.reasons.contains("guard/return-ignored")
                #expect(outcome.reasons.contains(reason) || waits, "\(generation): \(outcome)")
            } catch let problem as GuardModuleProblem {
                #expect(problem.reason.rawValue == reason)
            }
        }
    }
}
