import BridgePrimitives
import Testing

@testable import Worlds

@Suite("Which file a package.json names", .timeLimit(.minutes(5)))
struct PackageExportsTests {
    /// Entry point, package.json, path of the ES module; nil when there is none.
    private static let rows: [(entry: String, manifest: JSONValue, path: String?)] = [
        (".", ["exports": "./index.js"], "index.js"),
        ("./auth", ["exports": "./index.js"], nil),
        // The firebase package names its entry points so.
        (
            "./auth",
            [
                "exports": [
                    "./auth": [
                        "types": "./auth/index.d.ts",
                        "node": ["require": "./auth/index.cjs.js", "import": "./auth/node.mjs"],
                        "browser": ["require": "./auth/browser.cjs.js", "import": "./auth/esm/index.esm.js"],
                        "default": "./auth/default.js",
                    ]
                ]
            ], "auth/esm/index.esm.js"
        ),
        // A condition without a file for browsers falls through to the next.
        (".", ["exports": ["browser": ["require": "./a.cjs"], "default": "./b.js"]], "b.js"),
        (".", ["exports": [".": ["import": ["node": "./n.js", "default": "./d.mjs"], "default": "./c.js"]]], "d.mjs"),
        // The first condition of the text wins, not the best.
        (".", ["exports": ["default": "./d.js", "browser": "./b.js"]], "d.js"),
        (".", ["exports": [".": ["./no-such-entry", "./first.mjs", "./second.mjs"]]], "first.mjs"),
        // `module` is for bundlers; before there was `exports`, it was all that there was.
        (".", ["exports": ["module": "./m.js", "import": "./i.js"]], "i.js"),
        (".", ["module": "build/index.js"], "build/index.js"),
        ("./auth", ["module": "build/index.js"], nil),
        (".", ["main": "index.js"], nil),
        // Nothing outside the package, nothing that is no ES module.
        (".", ["exports": "./../other/index.js"], nil), (".", ["exports": "/etc/passwd.js"], nil),
        (".", ["exports": "./a//b.js"], nil), (".", ["exports": "./index.cjs"], nil),
        (".", ["exports": "./index.cjs.js"], nil), (".", ["exports": ""], nil),
        (".", ["exports": [:]], nil), (".", ["exports": []], nil), (".", ["exports": nil], nil),
        (".", ["exports": 1], nil), (".", [], nil), (".", nil, nil),
    ]

    @Test func namesTheModuleForBrowsers() {
        for row in Self.rows {
            #expect(PackageExports(row.manifest).module(at: row.entry) == row.path, "\(row.entry) \(row.manifest)")
        }
    }

    @Test func findsItsWayOutOfDeepConditions() {
        var manifest: JSONValue = "./deep.js"
        for _ in 0..<200 { manifest = ["browser": manifest] }
        #expect(PackageExports(["exports": manifest]).module(at: ".") == "deep.js")
    }

    @Test(arguments: [
        ("idb", true), ("@firebase/app", true), ("a.b-c_d", true), ("", false), ("@", false), ("@firebase", false),
        ("@/app", false), ("@firebase/", false), ("../idb", false), ("a/b", false), (".bin", false), ("..", false),
        ("@firebase/..", false), ("@firebase/app/x", false), ("a b", false), ("a\0", false), ("\u{3042}", false),
        ("a\\b", false),
    ])
    func aPackagesName(text: String, isName: Bool) {
        #expect(PackageExports.isName(text) == isName)
    }
}
