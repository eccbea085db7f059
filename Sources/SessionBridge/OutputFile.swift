public import BridgePrimitives
import Foundation

/// Writes a file that a user asked for.
public enum OutputFile: Sendable {
    /// Replaces the file whole or not at all.
    ///
    /// - Parameter isSecret: whether only the file's owner may read it (mode 0600).
    /// - Throws: `output/not-writable` with the file's name and the system's words.
    public static func write(_ text: String, to path: String, isSecret: Bool = false) throws(BridgeFailure) {
        do {
            guard isSecret else {
                try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
                return
            }
            // Beside its place, with its mode from the first byte on, then moved there.
            let draft = path + ".part"
            guard
                FileManager.default.createFile(
                    atPath: draft, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
            else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
            try FileManager.default.moveItem(atPath: draft, toPath: path)
        } catch let error as POSIXError {
            throw Self.failure(path, String(cString: strerror(error.code.rawValue)))
        } catch {
            throw Self.failure(path, error.localizedDescription)
        }
    }

    private static func failure(_ path: String, _ words: String) -> BridgeFailure {
        BridgeFailure(
            .unavailable, code: "output/not-writable", cause: "\(path) cannot be written: \(words)",
            mend: "name a file in a folder that exists and has room")
    }
}
