public import BridgePrimitives
import Foundation

/// Writes a file that a user asked for.
public enum OutputFile: Sendable {
    /// Replaces the file whole or not at all.
    ///
    /// - Parameter isSecret: whether only the file's owner may read it (mode 0600).
    /// - Throws: `output/not-writable` with the file's name and the system's words.
    public static func write(_ text: String, to path: String, isSecret: Bool = false) throws(BridgeFailure) {
        try write(Array(text.utf8), to: path, isSecret: isSecret)
    }

    /// The same with bytes.
    public static func write(_ bytes: [UInt8], to path: String, isSecret: Bool = false) throws(BridgeFailure) {
        do {
            guard isSecret else {
                try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
                return
            }
            // Beside its place, with its mode from the first byte on, then moved there.
            let draft = path + ".part"
            guard
                FileManager.default.createFile(
                    atPath: draft, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
            else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
            try FileManager.default.moveItem(atPath: draft, toPath: path)
        } catch let error as POSIXError {
            throw Self.failure(path, String(cString: strerror(error.code.rawValue)))
        } catch {
            throw Self.failure(path, error.localizedDescription)
        }
    }

    /// Makes the folder, and those above it, unless it is there.
    ///
    /// - Throws: `output/not-writable`.
    public static func makeFolder(_ path: String) throws(BridgeFailure) {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw failure(path, error.localizedDescription)
        }
    }

    private static func failure(_ path: String, _ words: String) -> BridgeFailure {
        BridgeFailure(
            OutputReason.notWritable, cause: "\(path) cannot be written: \(words)")
    }
}
