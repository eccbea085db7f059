import BridgePrimitives
import Foundation

/// A program of the system's that a browser needs.
struct InstalledTool: Hashable, Sendable {
    let name: String
    /// The Debian package that has it; nil where nothing can be installed.
    let package: String?

    init(_ name: String, package: String?) { (self.name, self.package) = (name, package) }

    /// Its place in the folders of `PATH`.
    ///
    /// - Parameter path: as the environment has it, folders with colons between them; relative ones are passed over.
    /// - Throws: `browser/not-installed` with the package to install.
    func location(path: String = InstalledTool.systemPath) throws(BridgeFailure) -> String {
        for folder in path.split(separator: ":") where folder.hasPrefix("/") {
            let place = "\(folder)/\(name)"
            if Self.isProgram(place) { return place }
        }
        throw BrowserReason.notInstalled.failure("\(name) is not installed", fix: fix)
    }

    /// Whether there is a file that can be run; folders, which can be "executed" too, are none.
    static func isProgram(_ place: String) -> Bool {
        var isFolder: ObjCBool = false
        // A NUL would end the path for the system, and so name something else.
        return !place.utf8.contains(0) && FileManager.default.fileExists(atPath: place, isDirectory: &isFolder)
            && !isFolder.boolValue && FileManager.default.isExecutableFile(atPath: place)
    }

    private var fix: String {
        #if os(Linux)
            if let package { return "run scripts/setup browsers, or apt-get install \(package)" }
            return "use webkitgtk or chromium; only macOS has this one"
        #else
            return package == nil ? "run safaridriver --enable once" : "install \(name) and see that it is in PATH"
        #endif
    }

    static var systemPath: String { ProcessInfo.processInfo.environment["PATH"] ?? "" }
}

extension InstalledTool {
    static let virtualDisplay = InstalledTool("Xvfb", package: "xvfb")

    /// The browser that WebKitWebDriver starts; it lies outside `PATH`, in the folder of the library's architecture.
    ///
    /// - Throws: `browser/not-installed`.
    static func miniBrowser(under root: String = "/usr") throws(BridgeFailure) -> String {
        let library = root + "/lib"
        let architectures = (try? FileManager.default.contentsOfDirectory(atPath: library)) ?? []
        let folders = architectures.sorted().map { "\(library)/\($0)" } + [library, root + "/libexec", root + "/lib64"]
        for folder in folders {
            for version in ["webkit2gtk-4.1", "webkitgtk-6.0", "webkit2gtk-4.0"] {
                let place = "\(folder)/\(version)/MiniBrowser"
                if isProgram(place) { return place }
            }
        }
        return try InstalledTool("MiniBrowser", package: "webkit2gtk-driver").location()
    }
}
