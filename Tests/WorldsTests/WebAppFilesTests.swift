import BridgePrimitives
import Foundation
import HTTPLoader
import Listening
import Testing

@testable import Worlds
import WorldTestSupport

/// Web apps other than the sample: what a bundler leaves behind, and the official SDK beside the page.
@Suite("A folder as the web app", .timeLimit(.minutes(5)))
struct WebAppFilesTests {
    private static let page = """
        <!doctype html><html><head><script type="module" crossorigin src="/assets/index-B1a_2c.js"></script>
        <link rel="stylesheet" crossorigin href="/assets/index-D4e5f6.css"></head><body></body></html>
        """

    /// What Vite leaves in `dist`, on a small scale.
    private static let dist = [
        "dist/index.html": page, "dist/favicon.ico": "icon", "dist/vite.svg": "<svg/>",
        "dist/assets/index-B1a_2c.js": "import('./Orders-x.js')\n//# sourceMappingURL=index-B1a_2c.js.map\n",
        "dist/assets/index-B1a_2c.js.map": #"{"version":3}"#, "dist/assets/Orders-x.js": "export default 1",
        "dist/assets/index-D4e5f6.css": "body{}", "dist/assets/font-a1.woff2": "font", "dist/.vite/manifest.json": "{}",
        "dist/node_modules/x/index.js": "nothing that a page may ask for",
    ]

    /// Serves a folder and lends what a path answers.
    private func served(
        _ files: [String: String], folder: String,
        _ body: (_ get: (String) async throws -> HTTPResponse) async throws -> Void
    ) async throws {
        let root = try WebFolder(files)
        defer { root.remove() }
        let app = SampleWebApp(
            files: try WebAppFiles(folder: "\(root.path)/\(folder)"),
            configuration: .init(auth: nil, apiKey: "k", projectID: "p", cookieName: "customtoken"), scheme: "http")
        let transport = try SharedMaterial.material.get().transport
        try await withListener(app, name: "web app", clock: WorldClock { SystemTime.now }) { listener in
            try await body { path in
                try await transport.perform(HTTPRequest(url: WebURL(listener.origin + path))).response
            }
        }
    }

    /// Columns: what is named, how large it is, and what is said of it.
    @Test(
        arguments: [
            ("index.html", 10, "web/not-a-folder", "is a file", "name the folder that it is in: --web "),
            ("film.mov", 3 << 30, "web/not-a-folder", "is a file of more than 8 MiB and no HTML", "name the folder"),
            ("notes.txt", 10, "web/not-a-folder", "is a file and no HTML", "name the folder"),
            ("missing", nil, "web/not-found", "there is no index.html in", "build the page"),
        ] as [(String, UInt64?, String, String, String)])
    func aFileIsNoFolder(name: String, size: UInt64?, code: String, cause: String, fix: String) throws {
        let root = try WebFolder(["keep.txt": ""])
        defer { root.remove() }
        let path = "\(root.path)/\(name)"
        if let size { try Self.makeSparse(path, size: size) }
        let failure = #expect(throws: BridgeFailure.self) { try WebAppFiles(folder: path) }
        #expect(failure?.code.rawValue == code)
        #expect(failure?.cause.contains(cause) == true && failure?.fix.hasPrefix(fix) == true, "\(failure as Any)")
    }

    @Test func filesThatAreTooLargeAreSaid() throws {
        let root = try WebFolder(["index.html": Self.page])
        defer { root.remove() }
        try Self.makeSparse(root.path + "/film.js", size: 3 << 30)
        let files = try WebAppFiles(folder: root.path)
        #expect(files.refusals.map(\.path) == ["/film.js"])
        #expect(files.refusals.first?.failure.code.rawValue == "web/too-large")
        try Self.makeSparse(root.path + "/index.html", size: 3 << 30)
        let failure = #expect(throws: BridgeFailure.self) { try WebAppFiles(folder: root.path) }
        #expect(failure?.code.rawValue == "web/too-large")
    }

    /// A file that takes no room.
    private static func makeSparse(_ path: String, size: UInt64) throws {
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.truncate(atOffset: size)
        try handle.close()
    }

    @Test func aBundlersFolderIsServed() async throws {
        let (html, script) = ("text/html; charset=utf-8", "text/javascript; charset=utf-8")
        let json = "application/json; charset=utf-8"
        let rows = [
            ("/", 200, html), ("/index.html", 200, html),
            ("/orders/7", 200, html), ("/no/such/page?a=b.js", 200, html),  // the router in the browser decides
            ("/assets/index-B1a_2c.js", 200, script), ("/assets/index-B1a_2c.js?v=1", 200, script),
            ("/assets/Orders-x.js", 200, script), ("/assets/index-D4e5f6.css", 200, "text/css; charset=utf-8"),
            ("/assets/index-B1a_2c.js.map", 200, "application/json"),
            ("/assets/Orders-x.js.map", 404, json),  // not the page: a browser would try to read it as a map
            ("/assets/index-OLD.js", 404, json),  // a page from before the last build asks for it
            ("/assets/font-a1.woff2", 200, "font/woff2"), ("/vite.svg", 200, "image/svg+xml"),
            ("/favicon.ico", 200, "image/x-icon"), ("/config.json", 200, json),
            ("/.vite/manifest.json", 404, json), ("/node_modules/x/index.js", 404, json),
        ]
        try await served(Self.dist, folder: "dist") { get in
            for (path, status, type) in rows {
                let answer = try await get(path)
                #expect(answer.status == status, "\(path)")
                #expect(answer.headers.first("content-type") == type, "\(path)")
            }
            #expect(try await get("/orders/7").text == Self.page)
        }
    }

    @Test func aFoldersOwnPageComesBeforeTheRoots() async throws {
        let files = [
            "dist/index.html": Self.page, "dist/admin/index.html": "<!doctype html><title>Admin</title>",
            "dist/assets/a.js": "1",
        ]
        try await served(files, folder: "dist") { get in
            #expect(try await get("/admin/").body == Array("<!doctype html><title>Admin</title>".utf8))
            let moved = try await get("/admin?next=%2F")
            #expect(moved.status == 301 && moved.headers.first("location") == "/admin/?next=%2F")
            // A route of the app's, and a folder without a page.
            for path in ["/orders", "/orders/", "/admin/users", "/assets", "/assets/", "//"] {
                #expect(try await get(path).body == Array(Self.page.utf8), "\(path)")
            }
        }
    }

    /// Columns: a request's path, and the file whose content answers it; nil for none. Escapes are resolved once.
    @Test func namesAreThoseOfTheFiles() async throws {
        let names = ["a b.js", "é.js", "100%.js", "a+b.js", "a#b.js", "a%20b.js", "deep/c d.js"]
        let files = Dictionary(uniqueKeysWithValues: names.map { ("app/\($0)", "'\($0)'") })
        let rows = [
            ("/a%20b.js", "a b.js"), ("/%C3%A9.js", "é.js"), ("/100%25.js", "100%.js"), ("/a+b.js", "a+b.js"),
            ("/a%2Bb.js", "a+b.js"), ("/a%23b.js", "a#b.js"), ("/a%2520b.js", "a%20b.js"), ("/%61%20b.js", "a b.js"),
            ("/deep/c%20d.js", "deep/c d.js"), ("/deep%2Fc%20d.js", "deep/c d.js"),
            ("/a%2520b.js?q=1", "a%20b.js"), ("/a%252520b.js", nil), ("/%252e%252e/secret.js", nil),
            ("/../secret.js", nil), ("/%2e%2e/secret.js", nil), ("/%2E%2E%2Fsecret.js", nil),
            ("/deep/..%2f..%2fsecret.js", nil), ("/..%5Csecret.js", nil), ("/a%20b.js%00.js", nil), ("/%FF.js", nil),
        ]
        let all = Self.app.merging(files) { $1 }.merging(["secret.js": "secret"]) { $1 }
        try await served(all, folder: "app") { get in
            for (path, name) in rows {
                let answer = try await get(path)
                #expect(answer.status == (name == nil ? 404 : 200), "\(path)")
                if let name { #expect(answer.text == "'\(name)'", "\(path)") }
                #expect(!answer.text.contains("secret"), "\(path)")
            }
        }
    }

    /// Links within the folder are files of it; what is elsewhere on the machine is not.
    @Test func linksThatLeaveTheFolderAreRefused() async throws {
        let files = Self.app.merging(["app/real.js": "'real'", "other/secret.js": "secret"]) { $1 }
        let root = try WebFolder(files)
        defer { root.remove() }
        let links = [
            "inside.js": "real.js", "dotted.js": "../app/real.js", "out.js": "../other/secret.js",
            "folder": "../other", "absolute.js": "\(root.path)/other/secret.js", "hosts.txt": "/etc/hosts",
        ]
        for (name, target) in links {
            try FileManager.default.createSymbolicLink(
                atPath: "\(root.path)/app/\(name)", withDestinationPath: target)
        }
        let web = try WebAppFiles(folder: root.path + "/app")
        #expect(web.files["/inside.js"]?.content == Array("'real'".utf8))
        #expect(web.files["/dotted.js"]?.content == Array("'real'".utf8))
        #expect(web.refusals.map(\.path) == ["/absolute.js", "/folder", "/hosts.txt", "/out.js"])
        #expect(web.refusals.allSatisfy { $0.failure.code.rawValue == "web/outside-folder" })
        let app = SampleWebApp(
            files: web, configuration: .init(auth: nil, apiKey: "k", projectID: "p", cookieName: "customtoken"),
            scheme: "http")
        let transport = try SharedMaterial.material.get().transport
        try await withListener(app, name: "web app", clock: WorldClock { SystemTime.now }) { listener in
            for path in ["/out.js", "/absolute.js", "/hosts.txt", "/folder/secret.js"] {
                let answer = try await transport.perform(HTTPRequest(url: WebURL(listener.origin + path))).response
                #expect(answer.status == (path == "/folder/secret.js" ? 404 : 403), "\(path)")
                #expect(!answer.text.contains("secret") && !answer.text.contains("localhost"), "\(path)")
            }
        }
    }

    /// Folder, and the failure that says what to name instead.
    @Test(
        arguments: [
            ([:], "web/not-found"), (["app/page.html": ""], "web/not-found"),
            (["app/index.html": "", "app/vite.config.js": ""], "web/not-built"),
            (["app/index.html": "", "app/vite.config.ts": ""], "web/not-built"),
        ] as [([String: String], String)])
    func aFolderThatIsNoWebAppIsRefused(files: [String: String], code: String) throws {
        try withWebFolder(files) { folder in
            let failure = #expect(throws: BridgeFailure.self) { try WebAppFiles(folder: folder + "/app") }
            #expect(failure?.code.rawValue == code)
        }
    }

    /// Where the tool was built is of no use to whoever has installed it.
    @Test func noFolderAtAllIsSaidInWordsThatHelp() {
        let failure = #expect(throws: BridgeFailure.self) {
            try WebAppFiles(folder: nil, usualPlaces: ["/builds/session-bridge/web/app"])
        }
        #expect(failure?.code.rawValue == "web/not-found")
        #expect(failure?.description.contains("/builds") == false)
        #expect(failure?.fix.contains("--web") == true)
    }

    // MARK: The official SDK

    private static let app = ["app/index.html": page]

    @Test func thePageGetsAnImportMapWhenItAsks() async throws {
        let files = Self.app.merging(SDKPackages.all) { first, _ in first }
        try await served(files, folder: "app") { get in
            let config = try JSONValue(parsing: await get("/config.json").body)
            #expect(config["officialSdk"] == ["version": "0.0.0-hand-made"])
            for path in ["/?sdk=official", "/orders/7?a=1&sdk=official", "/index.html?sdk=official"] {
                let html = try await get(path).text
                // Before the first module: older browsers take no map later than that.
                let map = try #require(html.firstRange(of: #"<script type="importmap">{"imports":{"firebase/app":"#))
                let module = try #require(html.firstRange(of: #"<script type="module""#))
                #expect(map.upperBound < module.lowerBound, "\(path)")
            }
            for path in ["/", "/?sdk=own", "/?SDK=official", "/?x=sdk=official"] {
                #expect(try await get(path).text == Self.page, "\(path)")
            }
            let module = try await get("/node_modules/firebase/auth/dist/esm/index.esm.js")
            #expect(module.status == 200 && module.text == "export * from '@firebase/auth';\n")
            #expect(module.headers.first("content-type") == "text/javascript; charset=utf-8")
            #expect(try await get("/node_modules/left-pad/index.js").status == 404)
            #expect(try await get("/node_modules/firebase/%2e%2e/left-pad/index.js").status == 404)
        }
    }

    @Test func thePageIsToldThatThereIsNoSDK() async throws {
        try await served(Self.app, folder: "app") { get in
            let config = try JSONValue(parsing: await get("/config.json").body)
            #expect(config["officialSdk"]?["missing"]?.stringValue?.contains("no firebase package in /") == true)
            #expect(try await get("/?sdk=official").text == Self.page)
            #expect(try await get("/node_modules/firebase/package.json").status == 404)
        }
    }

    @Test func thePageIsToldWhichPartOfTheSDKIsMissing() async throws {
        var files = Self.app.merging(SDKPackages.all) { first, _ in first }
        files["node_modules/@firebase/util/package.json"] = nil
        try await served(files, folder: "app") { get in
            let config = try JSONValue(parsing: await get("/config.json").body)
            #expect(config["officialSdk"]?["missing"]?.stringValue?.contains("@firebase/util is not there") == true)
            #expect(try await get("/?sdk=official").text == Self.page)
        }
    }

    /// The sample's own page has the place that the map goes to.
    @Test func theSamplePageTakesTheMap() throws {
        let index = try #require(try WebAppFiles().files["/index.html"])
        #expect(String(decoding: index.content, as: UTF8.self).contains(#"<script type="module""#))
    }
}
