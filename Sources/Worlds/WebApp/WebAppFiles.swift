public import BridgePrimitives
import Files
import Foundation

/// A web app's files, found once and kept in memory: the sample's, or what a bundler made of somebody's own.
public struct WebAppFiles: Sendable {
    /// One file as it is served.
    public struct File: Sendable {
        public let content: [UInt8]
        public let mediaType: String
    }

    /// By path from the root: `/index.html`.
    public let files: [String: File]
    /// Why a file that is there is not served; by path, in the order of the paths.
    public let refusals: [(path: String, failure: BridgeFailure)]
    /// The official SDK from `node_modules` beside the folder, or why there is none.
    let officialSDK: Result<BrowserPackages, BridgeFailure>

    /// Source maps of bundles are the largest.
    private static let fileLimit = 8 << 20

    /// - Parameter folder: nil to look in the checkout, beside the executable, and where packages install it.
    /// - Throws: `web/not-found` that says where it looked, `web/not-a-folder`, `web/too-large` for its page, `web/not-built`
    ///   for the sources of an app that a bundler has to build first.
    public init(folder: String? = nil) throws(BridgeFailure) {
        try self.init(folder: folder, usualPlaces: Self.usualPlaces)
    }

    init(folder: String?, usualPlaces: [String]) throws(BridgeFailure) {
        if let folder { try Self.checkIsNoFile(folder) }
        let candidates = folder.map { [$0] } ?? usualPlaces
        guard let root = candidates.first(where: { FileManager.default.fileExists(atPath: $0 + "/index.html") }) else {
            throw BridgeFailure(
                WebAppReason.notFound,
                cause: folder.map { "there is no index.html in \($0)" }
                    ?? "the sample web app is neither in web/app here nor beside the program")
        }
        for name in ["vite.config.js", "vite.config.ts", "vite.config.mjs"]
        where FileManager.default.fileExists(atPath: "\(root)/\(name)") {
            throw BridgeFailure(
                WebAppReason.notBuilt,
                cause: "\(root) holds a web app's sources, which browsers cannot run")
        }
        let home = URL(fileURLWithPath: root).resolvingSymlinksInPath().path
        var files: [String: File] = [:]
        var refusals: [(path: String, failure: BridgeFailure)] = []
        let names = FileManager.default.enumerator(atPath: root)
        while let name = names?.nextObject() as? String {
            let last = name.split(separator: "/").last ?? ""
            guard last != "node_modules", !last.hasPrefix(".") else {
                names?.skipDescendants()
                continue
            }
            let place = URL(fileURLWithPath: "\(root)/\(name)").resolvingSymlinksInPath().path
            guard Self.isWithin(home, place) else {
                let cause = "\(root)/\(name) leads to \(place)"
                refusals.append(("/" + name, WebAppReason.outsideFolder.failure(cause)))
                names?.skipDescendants()
                continue
            }
            if let size = Self.size(ofFile: place), size > Self.fileLimit {
                let failure = WebAppReason.tooLarge.failure(
                    "\(root)/\(name) is larger than \(Self.fileLimit >> 20) MiB")
                if name == "index.html" { throw failure }
                refusals.append(("/" + name, failure))
                continue
            }
            files["/" + name] = File(at: place, upTo: Self.fileLimit)
        }
        self.files = files
        self.refusals = refusals.sorted { $0.path < $1.path }
        let beside = URL(fileURLWithPath: root).standardizedFileURL.deletingLastPathComponent()
        let packages = beside.appendingPathComponent("node_modules").path
        officialSDK = Result { () throws(BridgeFailure) in try BrowserPackages(folder: packages) }
    }

    /// - Throws: `web/not-a-folder`, `web/too-large`.
    private static func checkIsNoFile(_ path: String) throws(BridgeFailure) {
        guard let size = size(ofFile: path) else { return }
        let isHTML = ["html", "htm"].contains(path.split(separator: ".").last.map { $0.lowercased() })
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        throw WebAppReason.notAFolder.failure(
            "\(path) is a file"
                + (size > fileLimit ? " of more than \(fileLimit >> 20) MiB" : "") + (isHTML ? "" : " and no HTML"),
            fix: isHTML ? "name the folder that it is in: --web \(ShellWord.quoted(folder))" : nil)
    }

    /// Nil for what is no regular file.
    private static func size(ofFile path: String) -> Int? {
        guard let status = try? FileStatus(of: path), status.kind == .file else { return nil }
        return Int(status.size)
    }

    /// Whether a path without links is that of a folder, or of something in it.
    static func isWithin(_ folder: String, _ path: String) -> Bool {
        path == folder || path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
    }

    private static var usualPlaces: [String] {
        // Sources/Worlds/WebApp/ is three folders down, for tests of packages that depend on this one.
        let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../..").standardized
        // Not the first argument: that is the bare name for who starts the program through PATH.
        let executable = URL(fileURLWithPath: Bundle.main.executablePath ?? "").resolvingSymlinksInPath()
            .deletingLastPathComponent()
        return [
            FileManager.default.currentDirectoryPath + "/web/app",
            executable.appendingPathComponent("../share/session-bridge/web/app").standardized.path,
            checkout.appendingPathComponent("web/app").path,
        ]
    }
}

extension WebAppFiles.File {
    private static let mediaTypes = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "mjs": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "json": "application/json",
        "map": "application/json", "webmanifest": "application/manifest+json", "txt": "text/plain; charset=utf-8",
        "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
        "webp": "image/webp", "avif": "image/avif", "ico": "image/x-icon", "woff": "font/woff", "woff2": "font/woff2",
        "ttf": "font/ttf", "wasm": "application/wasm",
    ]

    /// Reads a file; nil when its ending says nothing about its type, when it is larger than `limit`, and for folders.
    init?(at path: String, upTo limit: Int) {
        guard let ending = path.split(separator: "/").last?.split(separator: ".").dropFirst().last,
            let mediaType = Self.mediaTypes[ending.lowercased()],
            let content = try? InputFile.read(path, upTo: limit)
        else { return nil }
        self.init(content: content, mediaType: mediaType)
    }
}
