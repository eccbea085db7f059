public import BridgePrimitives
import Foundation

/// The sample web app's files, found once and kept in memory.
public struct WebAppFiles: Sendable {
    /// One file as it is served.
    public struct File: Sendable {
        public let content: [UInt8]
        public let mediaType: String
    }

    /// By path from the root: `/index.html`.
    public let files: [String: File]

    private static let fileLimit = 1 << 20
    private static let mediaTypes = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
        "json": "application/json", "svg": "image/svg+xml", "png": "image/png", "txt": "text/plain; charset=utf-8",
    ]

    /// - Parameter folder: nil to look in the checkout, beside the executable, and where packages install it.
    /// - Throws: `web/not-found` that names where it looked.
    public init(folder: String? = nil) throws(BridgeFailure) {
        let candidates = folder.map { [$0] } ?? Self.usualPlaces
        guard let root = candidates.first(where: { FileManager.default.fileExists(atPath: $0 + "/index.html") }) else {
            throw BridgeFailure(
                .unavailable, code: "web/not-found",
                cause: "no index.html in \(candidates.joined(separator: ", "))",
                mend: "run from the checkout, or name the folder with --web-root")
        }
        var files: [String: File] = [:]
        for case let name as String in FileManager.default.enumerator(atPath: root) ?? .init() {
            guard let mediaType = Self.mediaTypes[String(name.split(separator: ".").last ?? "")],
                let data = FileManager.default.contents(atPath: "\(root)/\(name)"), data.count <= Self.fileLimit
            else { continue }
            files["/" + name] = File(content: Array(data), mediaType: mediaType)
        }
        self.files = files
    }

    private static var usualPlaces: [String] {
        let checkout = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let executable = URL(fileURLWithPath: CommandLine.arguments.first ?? "").resolvingSymlinksInPath()
            .deletingLastPathComponent()
        return [
            FileManager.default.currentDirectoryPath + "/web/app",
            executable.appendingPathComponent("../share/session-bridge/web/app").standardized.path,
            checkout.appendingPathComponent("web/app").path,
        ]
    }
}
