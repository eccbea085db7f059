import Foundation
import TestSupport
import Testing

/// A page on Vue as browsers take it without a bundler: its own files, Vue and Vue Router as `scripts/vue-packages` has
/// them, and an import map. What a bundler does besides, single-file components, JSON and style sheets, is done to the
/// text of the modules.
struct VueFolder {
    enum Page: String, CaseIterable, Sendable, CustomTestStringConvertible {
        /// Vue 2 and Vue Router 3.
        case article
        /// Vue 3 and Vue Router 4.
        case vueApp = "vue-app"

        var testDescription: String { rawValue }

        fileprivate var generation: Int { self == .article ? 2 : 3 }
        fileprivate var imports: [String: String] {
            let firebase = "/support/firebase.js"
            return [
                "vue": "/support/vue\(generation).js", "vue-router": "/support/router\(generation).js",
                "vue-cookies": "/support/vue-cookies.js", "firebase/app": firebase, "firebase/auth": firebase,
                "firebase/compat/app": firebase, "firebase/compat/auth": firebase,
            ]
        }
    }

    private static let packages = Checkout.root.appending(path: ".build/vue")
    private static let support = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Page")

    /// Writes the page into a folder that is there.
    ///
    /// - Throws: ``NotInstalled`` before `scripts/vue-packages` has run.
    static func write(_ page: Page, into folder: String) throws {
        let root = URL(fileURLWithPath: folder)
        func put(_ text: String, _ name: String) throws {
            let place = root.appending(path: name)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: place)
        }
        for name in ["vue", "router"] {
            let file = packages.appending(path: "vue\(page.generation)\(name == "vue" ? "" : "-router").js")
            guard let text = try? String(contentsOf: file, encoding: .utf8) else { throw NotInstalled() }
            try put(text, "vue/\(name).js")
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: support.path) {
            try put(String(contentsOf: support.appending(path: name), encoding: .utf8), "support/\(name)")
        }
        for (path, text) in Checkout.texts(in: "web/app", suffix: "") {
            let name = "app/" + path.dropFirst("web/app/".count)
            try put(text, name)
            if name.hasSuffix(".json") { try put("export default \(text);\n", name + ".js") }
        }
        let sources = "web/\(page.rawValue)/src"
        for (path, text) in Checkout.texts(in: sources, suffix: "") {
            let name = "\(page.rawValue)/src/" + path.dropFirst(sources.count + 1)
            if name.hasSuffix(".vue") {
                try put(browserModule(of: try component(text)), name + ".js")
            } else {
                try put(browserModule(of: text), name)
            }
        }
        try put(document(page), "index.html")
    }

    struct NotInstalled: Error, CustomStringConvertible {
        var description: String { "Vue is not there: run scripts/vue-packages" }
    }

    private static func document(_ page: Page) throws -> String {
        let map = try JSONSerialization.data(withJSONObject: ["imports": page.imports], options: [.sortedKeys])
        // With a Vue in the window the router of Vue 2 installs itself in it: that is how one gets hold of it.
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>Opening…</title><link rel="icon" href="data:,">
            <script src="/vue/vue.js"></script>
            <script>window.RealVue = Vue; if (\(page.generation) === 2) window.Vue = { use: (router) => (window.VueRouter = router) };</script>
            <script src="/vue/router.js"></script>
            <script>window.Vue = window.RealVue;</script>
            <script type="importmap">\(String(decoding: map, as: UTF8.self))</script>
            <script type="module" src="/\(page.rawValue)/src/main.js"></script>
            </head><body><div id="app">Opening…</div></body></html>
            """
    }

    /// Imports as browsers take them.
    private static func browserModule(of text: String) -> String {
        text.replacing(/import "[^"]+\.css";/, with: "")
            .replacing(/from "([^"]+\.(?:json|vue))"/) { "from \"\($0.1).js\"" }
    }

    /// A component in `<script setup>` with its template, which Vue compiles in the browser.
    private static func component(_ text: String) throws -> String {
        let script = text.firstMatch(of: /<script setup>\n([\s\S]*?)<\/script>/).map { String($0.1) } ?? ""
        guard let template = text.firstMatch(of: /<template>\n([\s\S]*)<\/template>/)?.1 else { throw NotReadable() }
        let lines = script.split(separator: "\n", omittingEmptySubsequences: false)
        let imports = lines.filter { $0.hasPrefix("import ") }
        let body = lines.filter { !$0.hasPrefix("import ") }.joined(separator: "\n")
        let names =
            body.matches(of: /(?m)^(?:const|let|async function|function) (\w+)/).map { String($0.1) }
        let quoted = try JSONSerialization.data(withJSONObject: String(template), options: [.fragmentsAllowed])
        return """
            \(imports.joined(separator: "\n"))
            export default {
            setup() {
            \(body)
            return { \(names.joined(separator: ", ")) };
            },
            template: \(String(decoding: quoted, as: UTF8.self)),
            };
            """
    }

    struct NotReadable: Error {}
}
