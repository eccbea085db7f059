import Reasons
import Testing

@testable import RouterGuard

@Suite("A guard's modules", .timeLimit(.minutes(5)))
struct GuardModuleTests {
    private func read(
        _ files: [String: String], at path: String = "src/guard.js", export: String? = nil
    ) throws(GuardModuleProblem) -> GuardModule {
        try GuardModule.read(path, export: export) { name in
            files[name].map { .bytes(Array($0.utf8)) } ?? .absent
        }
    }

    @Test(arguments: [
        ("import { a } from './auth'", "src/auth.js"), ("import { a } from './auth.js'", "src/auth.js"),
        ("import { a } from '../lib/auth'", "lib/auth/index.js"), ("import { a } from '@/auth'", "src/auth.js"),
        ("export * from './auth.mjs'", "src/auth.mjs"),
    ])
    func importsAreFollowed(line: String, file: String) throws {
        let module = try read([
            "src/guard.js": line + "\nexport default () => true", file: "export const a = 1; export default 2",
        ])
        #expect(module.scripts.map(\.name) == [file, "src/guard.js"])
        #expect(module.scripts[1].text.contains("$sbimport(\"\(file)\")"))
    }

    /// An await that an async arrow function has, or that is a name.
    @Test(arguments: [
        "async (to) => await f(to)", "async (to) =>\n  1 +\n  await f(to)", "async () => { await 1 }", "{ await: 1 }",
        "x.await", "async () => [1].map((a) => a) + await 2",
    ])
    func anAwaitThatBelongsThere(expression: String) throws {
        #expect(try read(["src/guard.js": "export default " + expression]).scripts.count == 1)
    }

    @Test func eachModuleIsThereOnceBehindWhatItImports() throws {
        let module = try read([
            "src/guard.js": "import './a'; import './b'; export default 1", "src/a.js": "import './c'",
            "src/b.js": "import './c'; import 'js-cookie'", "src/c.js": "",
        ])
        #expect(module.scripts.map(\.name) == ["src/c.js", "src/a.js", "src/b.js", "src/guard.js"])
    }

    /// Its view is not run, and needs no place among the scripts.
    @Test func aViewIsNoModuleOfTheGuards() throws {
        let module = try read(["src/guard.js": "import A from './A.vue'; export default A", "src/A.vue": "<p/>"])
        #expect(module.scripts.map(\.name) == ["src/guard.js"])
    }

    /// Whose reason, at which place, in which words.
    @Test(arguments: [
        (["src/guard.js": ""], "src/guard.js guard-module/no-guard src/guard.js exports nothing"),
        ([:], "src/guard.js guard-module/unreadable src/guard.js cannot be read"),
        (
            ["src/guard.js": "\nimport a from 'axios'"],
            "src/guard.js:2 guard-module/unknown-import the package \"axios\" is not simulated"
        ),
        (
            ["src/guard.js": "import a from 'firebase/firestore'"],
            "src/guard.js:1 guard-module/unknown-import the package \"firebase/firestore\" is not simulated"
        ),
        (["src/guard.js": "import a from './b'"], "src/guard.js:1 guard-module/unreadable \"./b\" is not there"),
        (
            ["src/guard.js": "import a from './b'", "src/b.ts": ""],
            "src/guard.js:1 guard-module/not-javascript src/b.ts is TypeScript"
        ),
        (
            ["src/guard.js": "import a from './b.vue'"],
            "src/guard.js:1 guard-module/not-javascript src/b.vue is a Vue component"
        ),
        (
            ["src/guard.js": "import a from './b.js'", "src/b.js": "export const c = 1"],
            "src/guard.js:1 guard-module/unknown-import src/b.js exports no default"
        ),
        (
            ["src/guard.js": "import { c } from './b.js'", "src/b.js": "export let c = 1"],
            "src/guard.js:1 guard-module/unsupported c of src/b.js is a variable that may change after it was imported"
        ),
        (
            ["src/guard.js": "import '../../etc/passwd'"],
            "src/guard.js:1 guard-module/outside-project \"../../etc/passwd\" is not in the project's folder"
        ),
        (
            ["src/guard.js": "import '/etc/passwd'"],
            "src/guard.js:1 guard-module/unknown-import the package \"/etc/passwd\" is not simulated"
        ),
        (
            ["src/guard.js": "import './a'", "src/a.js": "\n\nimport './guard.js'"],
            "src/a.js:3 guard-module/import-cycle src/guard.js imports src/a.js imports src/guard.js"
        ),
        (
            ["src/guard.js": "import './guard.js'"],
            "src/guard.js:1 guard-module/import-cycle src/guard.js imports src/guard.js"
        ),
        (
            ["src/guard.js": "export default 1\0"],
            "src/guard.js guard-module/unreadable src/guard.js is not text in UTF-8"
        ),
        (
            ["src/guard.js": "const f = async () => 1\nawait f()"],
            "src/guard.js:2 guard-module/await-outside-function await stands at the module's top level"
        ),
        (
            ["src/guard.js": "const f = async () => 1, a = await f()"],
            "src/guard.js:1 guard-module/await-outside-function await stands at the module's top level"
        ),
        (
            ["src/guard.js": "import './b'\nexport default 1", "src/b.js": "for await (const a of b) {}"],
            "src/b.js:1 guard-module/await-outside-function await stands at the module's top level"
        ),
        (
            ["src/guard.js": "export default {"],
            "src/guard.js:1 guard-module/not-javascript a bracket is open at the end of the text"
        ),
    ])
    func aProblemHasItsPlace(files: [String: String], expected: String) {
        let problem = #expect(throws: GuardModuleProblem.self) { try read(files) }
        #expect(problem.map { "\($0.place) \($0.reason.rawValue) \($0.message)" } == expected)
        #expect(problem?.fix.isEmpty == false)
    }

    @Test(arguments: [
        ("../../etc/passwd", GuardModuleReason.outsideProject), ("/etc/passwd", .outsideProject),
        ("src/../../x.js", .outsideProject), ("..", .outsideProject), ("", .outsideProject), (".", .outsideProject),
        ("a\0b.js", .outsideProject), ("a\\b.js", .outsideProject), ("guard.ts", .notJavaScript),
        ("Guard.vue", .notJavaScript), ("nowhere.js", .unreadable),
    ])
    func aNameThatLeadsNowhere(path: String, reason: GuardModuleReason) {
        let problem = #expect(throws: GuardModuleProblem.self) { try read([:], at: path) }
        #expect(problem?.reason == reason)
    }

    @Test func bytesThatAreNoTextAndFilesThatAreTooLarge() {
        for (content, reason) in [
            (GuardModule.FileContent.bytes([0x65, 0xFF]), GuardModuleReason.unreadable), (.tooLarge, .tooLarge),
            (.outside, .outsideProject), (.bytes([UInt8](repeating: 0x20, count: 10 << 20)), .tooLarge),
        ] {
            let problem = #expect(throws: GuardModuleProblem.self) { try GuardModule.read("g.js") { _ in content } }
            #expect(problem?.reason == reason)
        }
    }

    /// A chain as long as the limit, and one module more; no chain costs call depth.
    @Test(arguments: [(62, nil), (200, GuardModuleReason.tooLarge)] as [(Int, GuardModuleReason?)])
    func aChainOfImports(length: Int, reason: GuardModuleReason?) {
        var files = ["src/m\(length).js": "", "src/guard.js": "import './m0.js'; export default 1"]
        for index in 0..<length { files["src/m\(index).js"] = "import './m\(index + 1).js'" }
        do throws(GuardModuleProblem) {
            let module = try read(files)
            #expect(reason == nil && module.scripts.count == length + 2)
        } catch { #expect(error.reason == reason) }
    }

    @Test func anExportIsNamed() throws {
        let files = ["src/guard.js": "export const a = 1; export const guard = 2"]
        #expect(try read(files, export: "guard").exportName == "guard")
        let problem = #expect(throws: GuardModuleProblem.self) { try read(files, export: "gard") }
        #expect(problem?.reason == .noGuard && problem?.fix == "did you mean \"guard\"?")
    }
}
