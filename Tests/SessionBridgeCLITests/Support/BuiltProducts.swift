import Foundation

/// What was built beside these tests.
enum BuiltProducts {
    /// Only names the bundle that the tests are in.
    private final class Marker {}

    /// The command line tool.
    static let tool = folder.appendingPathComponent("session-bridge")

    private static var folder: URL {
        #if canImport(Darwin)
            // There the process is Xcode's, and the tests are a bundle that it loads.
            Bundle(for: Marker.self).bundleURL.deletingLastPathComponent()
        #else
            URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        #endif
    }
}
