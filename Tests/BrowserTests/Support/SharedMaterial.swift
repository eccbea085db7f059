import Foundation
import Listening
import SessionBridge

/// Keys and certificates for all tests of this target: made once, because RSA keys take a while.
enum SharedMaterial {
    /// Where they are kept; each run has its own.
    static let folder: String = FileManager.default.temporaryDirectory
        .appendingPathComponent("session-bridge-browser-tests-\(ProcessInfo.processInfo.processIdentifier)").path
    static let material = Result {
        try WorldMaterial(state: StateDirectory(folder), projectID: "demo-bridge")
    }
}
