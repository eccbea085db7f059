import BridgePrimitives
import Files
import Foundation

/// The official firebase package as a browser without a bundler can load it.
///
/// The package's own `firebase-app.js` and `firebase-auth.js` need no bundler either, but they import one another from
/// `https://www.gstatic.com`, which takes a network. Its ES modules work offline; they import by bare names
/// (`@firebase/util`, `idb`, `tslib`), which an import map turns into paths. The map is made from `exports` in each
/// package.json, by the conditions that a browser meets. Packages are looked for where npm puts them by default, side by
/// side: a second version within a package's own `node_modules`, and the links of other package managers, are not.
struct BrowserPackages: Sendable {
    /// The firebase package's.
    let version: String
    /// Bare names to paths, in the order in which they were found.
    let imports: [(name: String, path: String)]
    /// The folder that holds the packages.
    private let folder: String
    private let packages: Set<String>

    static let pathPrefix = "/node_modules/"
    private static let entryPoints = ["./app", "./auth"]
    /// What those two import; the other packages follow from their dependencies.
    private static let implementations = ["@firebase/app", "@firebase/auth"]
    private static let packageLimit = 64
    private static let fileLimit = 8 << 20

    /// - Parameter folder: a `node_modules`.
    /// - Throws: `web/sdk-missing` when there is no firebase package, `web/sdk-incomplete` when a part of it is missing
    ///   or made for other systems only.
    init(folder: String) throws(BridgeFailure) {
        self.folder = folder
        guard let firebase = Self.manifest(of: "firebase", in: folder) else {
            throw BridgeFailure(
                WebAppReason.sdkMissing, cause: "there is no firebase package in \(folder)",
                fix: Self.fix(for: folder))
        }
        var imports: [(name: String, path: String)] = []
        for entry in Self.entryPoints {
            let path = try Self.module(entry, of: "firebase", firebase, in: folder)
            imports.append(("firebase" + entry.dropFirst(), path))
        }
        var waiting = Self.implementations[...]
        var packages: Set = ["firebase"]
        while let name = waiting.popFirst() {
            guard packages.count < Self.packageLimit, packages.insert(name).inserted else { continue }
            guard PackageExports.isName(name), let manifest = Self.manifest(of: name, in: folder) else {
                throw Self.incomplete("the package \(name) is not there", in: folder)
            }
            imports.append((name, try Self.module(".", of: name, manifest, in: folder)))
            waiting += manifest["dependencies"]?.objectValue?.names ?? []
        }
        version = firebase["version"]?.stringValue ?? "of an unknown version"
        (self.imports, self.packages) = (imports, packages)
    }

    /// The import map as it stands in HTML: no `<` that could end the script element.
    var importMap: String {
        let map = JSONValue.object(JSONObject(imports.map { ($0.name, .string($0.path)) }))
        return JSONValue.object(JSONObject([("imports", map)])).text().replacing("<", with: "\\u003C")
    }

    /// A file of one of the packages; nil for all else below ``pathPrefix``, there or not.
    func file(at path: String) -> WebAppFiles.File? {
        guard path.hasPrefix(Self.pathPrefix) else { return nil }
        let parts = path.dropFirst(Self.pathPrefix.count)
            .split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let name = parts.prefix(parts.first?.hasPrefix("@") == true ? 2 : 1).joined(separator: "/")
        guard packages.contains(name), parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else { return nil }
        guard !path.utf8.contains(0) else { return nil }
        let place = URL(fileURLWithPath: "\(folder)/\(parts.joined(separator: "/"))").resolvingSymlinksInPath().path
        let home = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
        guard WebAppFiles.isWithin(home, place) else { return nil }
        return WebAppFiles.File(at: place, upTo: Self.fileLimit)
    }

    private static func manifest(of name: String, in folder: String) -> JSONValue? {
        (try? InputFile.read("\(folder)/\(name)/package.json", upTo: fileLimit)).flatMap { try? JSONValue(parsing: $0) }
    }

    private static func module(
        _ entry: String, of name: String, _ manifest: JSONValue, in folder: String
    ) throws(BridgeFailure) -> String {
        guard let target = PackageExports(manifest).module(at: entry) else {
            throw incomplete("\(name) has no ES module for browsers at \(entry)", in: folder)
        }
        guard FileManager.default.fileExists(atPath: "\(folder)/\(name)/\(target)") else {
            throw incomplete("\(name)/\(target) is not there", in: folder)
        }
        return "\(pathPrefix)\(name)/\(target)"
    }

    private static func incomplete(_ what: String, in folder: String) -> BridgeFailure {
        BridgeFailure(
            WebAppReason.sdkIncomplete,
            cause: "the firebase package in \(folder) cannot be used: \(what)",
            fix: Self.fix(for: folder))
    }

    private static func fix(for folder: String) -> String {
        let parent = URL(fileURLWithPath: folder).deletingLastPathComponent().path
        return "run npm install --no-save --prefix \(parent) firebase, and start the server again"
    }
}
