import BridgePrimitives
import Files
import Foundation

/// A folder for an engine's profile and its log, so that nothing of the user's own is read or written.
struct EngineFolder: Sendable {
    let path: String

    /// - Throws: `engine/did-not-start` if the system gives no folder.
    init() throws(BridgeFailure) {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent(
                // Short: a socket below it has 107 bytes for its path.
                "session-bridge-engine-\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString.prefix(8))")
        path = url.path
        do { try Folders.make(path, permissions: 0o700) } catch {
            throw PageEngineReason.didNotStart.failure(
                "\(path) cannot be made (\(error.words))",
                fix: error.isLackOfRoom
                    ? "make room there, or set TMPDIR to a folder on another disk" : "set TMPDIR to a folder of yours")
        }
    }

    /// A new empty file, open for writing.
    func openFile(_ name: String) throws(BridgeFailure) -> FileHandle {
        let file = path + "/" + name
        guard FileManager.default.createFile(atPath: file, contents: nil),
            let handle = FileHandle(forWritingAtPath: file)
        else {
            throw PageEngineReason.didNotStart.failure(
                "\(file) cannot be written", fix: "set TMPDIR to a folder of yours")
        }
        return handle
    }

    /// The last line of a file that is not empty, for messages; nil if every line is empty.
    func lastLine(of name: String) -> String? {
        guard let bytes = FileManager.default.contents(atPath: path + "/" + name) else { return nil }
        let lines = String(decoding: bytes.suffix(4096), as: UTF8.self).split(whereSeparator: \.isNewline)
        return lines.last { !$0.allSatisfy(\.isWhitespace) }.map { String($0.prefix(300)) }
    }

    func contents(of name: String) -> String {
        String(decoding: FileManager.default.contents(atPath: path + "/" + name) ?? Data(), as: UTF8.self)
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
