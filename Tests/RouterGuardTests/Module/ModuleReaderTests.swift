import Reasons
import Testing

@testable import RouterGuard

@Suite("Imports and exports of a module", .timeLimit(.minutes(5)))
struct ModuleReaderTests {
    /// What is found, and the text that is left.
    private func read(_ source: String) throws(ModuleReader.Problem) -> (found: [String], rest: String) {
        let bytes = Array(source.utf8)
        let found = try ModuleReader.read(bytes)
        let imports = found.imports.map { link in
            "\(link.line) \(link.specifier): "
                + link.names.map { "\($0.exported) as \($0.local)" }.joined(separator: ", ")
        }
        let exports = found.exports.map { "\($0.name) = \($0.local)\($0.mayChange ? " may change" : "")" }
        let passings = found.passings.map { "\($0.name) is \($0.exported) of \($0.specifier)" }
        return (imports + exports + passings, ModuleScript.body(bytes, found.edits))
    }

    @Test(
        arguments: [
            ("import a from 'm'", ["1 m: default as a"], ";                "),
            ("import * as a from \"m\";", ["1 m: * as a"], ";                      "),
            ("import {a, b as c, default as d,} from 'm'", ["1 m: a as a, b as c, default as d"], nil),
            ("import a, {b} from 'm'", ["1 m: default as a, b as b"], nil),
            ("import a, * as b from 'm'", ["1 m: default as a, * as b"], nil),
            ("import 'm'\nx", ["1 m: "], ";         \nx"),
            ("import {\n  a,\n} from 'm'\nx", ["1 m: a as a"], ";       \n    \n          \nx"),  // lines stay
            ("import from from 'm'", ["1 m: default as from"], nil),
            ("import type, {a} from 'm'", ["1 m: default as type, a as a"], nil),
            ("// import a from 'b'\n'import c from d'; `import e from 'f'`", [], nil),
            ("export default 7", ["default = $sbdflt"], ";var $sbdflt = 7"),
            ("export default (to) => true", ["default = $sbdflt"], ";var $sbdflt = (to) => true"),
            ("export default async (to) => 1", ["default = $sbdflt"], ";var $sbdflt = async (to) => 1"),
            ("export default function f(a) {}", ["default = f"], ";              function f(a) {}"),
            ("export default async function* f() {}", ["default = f"], ";              async function* f() {}"),
            ("export default function (a) {}", ["default = $sbdflt"], ";              function $sbdflt  (a) {}"),
            ("export default class extends A {}", ["default = $sbdflt"], ";              class $sbdflt  extends A {}"),
            ("export function f() {}", ["f = f"], ";      function f() {}"),
            ("export async function f() {}", ["f = f"], ";      async function f() {}"),
            ("export class C {}", ["C = C"], ";      class C {}"),
            ("export const a = 1, b = [2, 3]\nconst c = 4", ["a = a", "b = b"], nil),
            ("export const f = (x) => {\n  return x, 1\n}\nexport const g = 2", ["f = f", "g = g"], nil),
            ("export let a = 1; let b, c", ["a = a may change"], ";      let a = 1; let b, c"),
            ("export var a", ["a = a may change"], nil),
            ("const a = 1; export { a, a as b, a as default }", ["a = a", "b = a", "default = a"], nil),
            ("export { a as b } from './m.js'", ["b is a of ./m.js"], nil),
            ("export * from './m.js'", ["* is * of ./m.js"], nil),
            ("export * as n from './m.js'", ["n is * of ./m.js"], nil),
            ("x(import.meta.env)", [], "x($importMeta.env)"),
            (
                "export const a = f(import.meta.env), b = import('x')", ["a = a", "b = b"],
                ";      const a = f($importMeta.env), b = impor$('x')"
            ),
            ("const v = () => import('./v.js')", [], "const v = () => impor$('./v.js')"),
            ("o = { import(a) {}, export: 1 }; o.import('x'); o.export", [], nil),
            ("{ import('x') }", [], "{ impor$('x') }"),
        ] as [(String, [String], String?)])
    func finds(source: String, expected: [String], rest: String?) throws {
        let read = try read(source)
        #expect(read.found == expected)
        if let rest { #expect(read.rest == rest) }
        // Not one line more or less.
        #expect(
            read.rest.split(separator: "\n", omittingEmptySubsequences: false).count
                == source.split(separator: "\n", omittingEmptySubsequences: false).count)
    }

    @Test(arguments: [
        ("import a fro 'm'", GuardModuleReason.notJavaScript), ("import { a b } from 'm'", .notJavaScript),
        ("import", .notJavaScript), ("import {", .notJavaScript), ("import a from m", .notJavaScript),
        ("import * from 'm'", .notJavaScript), ("export", .notJavaScript), ("export a", .notJavaScript),
        ("export { 'a b' as c } from 'm'", .notJavaScript), ("export const 1", .unsupported),
        ("import type { A } from 'm'", .notJavaScript), ("export interface A {}", .notJavaScript),
        ("export type A = string", .notJavaScript), ("export const { a, b } = c", .unsupported),
        ("import a from 'm' with { type: 'json' }", .unsupported), ("import a from 'm\\x'", .notJavaScript),
        ("const a = 'b", .notJavaScript),
    ])
    func refuses(source: String, reason: GuardModuleReason) {
        let problem = #expect(throws: ModuleReader.Problem.self) { try read("\n" + source) }
        #expect(problem?.reason == reason)
        #expect(problem?.line == 2)
    }
}
