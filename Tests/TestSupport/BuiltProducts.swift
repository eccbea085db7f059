public import Foundation

/// What was built beside the tests.
public enum BuiltProducts: Sendable {
    /// Only names the bundle that the tests are in.
    private final class Marker {}

    public static func program(_ name: String) -> URL { folder.appendingPathComponent(name) }

    private static var folder: URL {
        #if canImport(Darwin)
            // There the process is Xcode's, and the tests are a bundle that it loads.
            Bundle(for: Marker.self).bundleURL.deletingLastPathComponent()
        #else
            URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        #endif
    }
}
