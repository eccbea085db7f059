package import BridgePrimitives
import Foundation

/// Chromium's program, and what it is started with.
package enum ChromiumProgram {
    /// The names that systems have for it; a browser of Chromium's kind that is not free will do.
    private static let names = ["chromium", "chromium-browser", "google-chrome"]

    /// Where macOS keeps them, outside of `PATH`.
    private static let applications = [
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ]

    /// - Throws: `engine/not-installed`.
    package static func location() throws(BridgeFailure) -> String {
        for name in names.dropFirst() where (try? InstalledTool.chromium.location()) == nil {
            if let place = try? InstalledTool(name, package: nil).location() { return place }
        }
        for place in applications + applications.map({ NSHomeDirectory() + $0 }) where InstalledTool.isProgram(place) {
            return place
        }
        return try InstalledTool.chromium.location()
    }

    /// No window, and nothing that it does on its own.
    ///
    /// - Parameter profile: a folder that does not exist yet.
    static func arguments(profile: String) -> [String] {
        var arguments = [
            "--headless", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--window-size=1024,900",
            "--user-data-dir=\(profile)",
        ]
        if PageEngineKind.isRoot { arguments.append("--no-sandbox") }
        return arguments
    }
}
