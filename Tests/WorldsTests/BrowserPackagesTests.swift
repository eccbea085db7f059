import BridgePrimitives
import Testing

@testable import Worlds

@Suite("The official SDK without a bundler", .timeLimit(.minutes(5)))
struct BrowserPackagesTests {
    @Test func theImportMapNamesAllThatTheTwoEntryPointsNeed() throws {
        try withWebFolder(SDKPackages.all) { folder in
            let packages = try BrowserPackages(folder: folder + "/node_modules")
            #expect(packages.version == "0.0.0-hand-made")
            #expect(
                try JSONValue(parsing: packages.importMap)["imports"] == [
                    "firebase/app": "/node_modules/firebase/app/dist/esm/index.esm.js",
                    "firebase/auth": "/node_modules/firebase/auth/dist/esm/index.esm.js",
                    "@firebase/app": "/node_modules/@firebase/app/dist/esm/index.esm.js",
                    "@firebase/auth": "/node_modules/@firebase/auth/dist/esm/index.js",
                    "@firebase/util": "/node_modules/@firebase/util/dist/index.esm.js",
                    "tslib": "/node_modules/tslib/tslib.es6.mjs",
                ])
        }
    }

    /// What is left out, and the failure that says so.
    @Test(arguments: [
        ("node_modules/firebase/package.json", "web/sdk-missing"),
        ("node_modules/firebase/auth/dist/esm/index.esm.js", "web/sdk-incomplete"),
        ("node_modules/@firebase/auth/package.json", "web/sdk-incomplete"),
        ("node_modules/tslib/package.json", "web/sdk-incomplete"),
        ("node_modules/tslib/tslib.es6.mjs", "web/sdk-incomplete"),
    ])
    func aPartThatIsMissingIsNamed(path: String, code: String) throws {
        try withWebFolder(SDKPackages.all.filter { $0.key != path }) { folder in
            let failure = #expect(throws: BridgeFailure.self) {
                try BrowserPackages(folder: folder + "/node_modules")
            }
            #expect(failure?.code.rawValue == code)
        }
    }

    @Test func aDependencyCannotLeaveTheFolder() throws {
        var files = SDKPackages.all
        files["node_modules/@firebase/auth/package.json"] =
            #"{"exports":"./dist/esm/index.js","dependencies":{"../../secrets":"1"}}"#
        try withWebFolder(files) { folder in
            #expect(throws: BridgeFailure.self) { try BrowserPackages(folder: folder + "/node_modules") }
        }
    }

    @Test func packagesThatDependOnEachOtherAreReadOnce() throws {
        var files = SDKPackages.all
        files["node_modules/tslib/package.json"] =
            #"{"exports":"./tslib.es6.mjs","dependencies":{"@firebase/auth":"1","tslib":"1"}}"#
        try withWebFolder(files) { folder in
            let packages = try BrowserPackages(folder: folder + "/node_modules")
            #expect(packages.imports.count == 6)
        }
    }

    /// Path, and whether there is a file to serve.
    @Test func onlyThePackagesOfTheMapAreServed() throws {
        let rows = [
            ("/node_modules/firebase/auth/dist/esm/index.esm.js", true), ("/node_modules/tslib/tslib.es6.mjs", true),
            ("/node_modules/@firebase/auth/dist/esm/index.js", true), ("/node_modules/firebase/package.json", true),
            ("/node_modules/left-pad/index.js", false), ("/node_modules/@firebase/firestore/index.js", false),
            ("/node_modules/firebase/../left-pad/index.js", false), ("/node_modules/firebase/./package.json", false),
            ("/node_modules/firebase//package.json", false), ("/node_modules/firebase/no-such.js", false),
            ("/node_modules/firebase/auth", false), ("/node_modules/firebase/LICENSE", false),
            ("/node_modules/@firebase", false), ("/node_modules/", false), ("/node_modules", false), ("/", false),
            ("", false), ("/node_modules/firebase/auth/dist/esm/index.esm.js\0", false),
        ]
        try withWebFolder(SDKPackages.all) { folder in
            let packages = try BrowserPackages(folder: folder + "/node_modules")
            for (path, isThere) in rows { #expect((packages.file(at: path) != nil) == isThere, "\(path)") }
            let module = packages.file(at: "/node_modules/tslib/tslib.es6.mjs")
            #expect(module?.mediaType == "text/javascript; charset=utf-8")
        }
    }

    @Test func theMapCannotEndItsScript() throws {
        var files = SDKPackages.all
        files["node_modules/@firebase/auth/package.json"] =
            #"{"exports":"./</script>.js","dependencies":{}}"#
        files["node_modules/@firebase/auth/</script>.js"] = ""
        try withWebFolder(files) { folder in
            let map = try BrowserPackages(folder: folder + "/node_modules").importMap
            #expect(!map.contains("<") && map.contains("script>.js"))
        }
    }
}
