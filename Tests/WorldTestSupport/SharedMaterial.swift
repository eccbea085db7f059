import BridgePrimitives
import Foundation
import Listening
public import Worlds

/// Keys and certificates for all tests of one process: made once, because RSA keys take a while.
public enum SharedMaterial: Sendable {
    /// Where they are kept; each process has its own.
    public static let folder: String = FileManager.default.temporaryDirectory
        .appendingPathComponent("session-bridge-tests-\(ProcessInfo.processInfo.processIdentifier)").path
    public static let material: Result<WorldMaterial, any Error> = Result {
        try WorldMaterial(state: StateDirectory(folder), projectID: "demo-bridge")
    }
}
