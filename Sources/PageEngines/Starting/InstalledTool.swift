import BridgePrimitives
import Foundation

/// A program of the system's that an engine needs.
struct InstalledTool: Hashable, Sendable {
    static let virtualDisplay = InstalledTool("Xvfb", package: "xvfb")
    static let chromium = InstalledTool("chromium", package: "chromium")

    let name: String
    /// The Debian package that has it; nil if none is known.
    let package: String?

    init(_ name: String, package: String?) {
        self.name = name
        self.package = package
    }

    /// Its place in the folders of `PATH`.
    ///
    /// - Parameter path: as the environment has it, folders with colons between them; relative ones are passed over.
    /// - Throws: `engine/not-installed` with the package to install.
    func location(path: String = InstalledTool.systemPath) throws(BridgeFailure) -> String {
        for folder in path.split(separator: ":") where folder.hasPrefix("/") {
            let place = "\(folder)/\(name)"
            if Self.isProgram(place) { return place }
        }
        throw PageEngineReason.notInstalled.failure("\(name) is not installed", fix: fix)
    }

    /// Whether there is a file that can be run; folders can be "executed" too, and do not count.
    static func isProgram(_ place: String) -> Bool {
        var isFolder: ObjCBool = false
        // A NUL would end the path for the system, and so name something else.
        return !place.utf8.contains(0) && FileManager.default.fileExists(atPath: place, isDirectory: &isFolder)
            && !isFolder.boolValue && FileManager.default.isExecutableFile(atPath: place)
    }

    private var fix: String {
        #if os(Linux)
            if let package { return "run scripts/setup browsers, or apt-get install \(package)" }
        #endif
        return "install \(name) and see that it is in PATH"
    }

    static var systemPath: String { ProcessInfo.processInfo.environment["PATH"] ?? "" }
}
