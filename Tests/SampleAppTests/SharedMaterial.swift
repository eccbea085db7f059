import BridgePrimitives
import Foundation
import Listening
import SessionBridge

/// Keys and certificates for all tests of this target: made once, because RSA keys take a while.
enum SharedMaterial {
    static let material = Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "session-bridge-app-tests-\(getpid())")
        return try WorldMaterial(state: StateDirectory(folder.path), projectID: "demo-bridge")
    }
}
