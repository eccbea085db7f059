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
        // Beside its place, with its mode from the first byte on, then moved there; except that a device or a pipe is
        // written where it is, since what was moved there would be in its stead.
        let draft = isSpecial(path) ? nil : "\(path).\(getpid()).part"
        if let draft { unlink(draft) }
        var error = fill(draft ?? path, with: bytes, isNew: draft != nil, mode: isSecret ? 0o600 : 0o666)
        if let draft {
            if error == nil, rename(draft, path) != 0 { error = errno }
            if error != nil { unlink(draft) }
        }
        if let error { throw failure(path, String(cString: strerror(error))) }
    }

    /// Whether something is there that is neither a file nor a folder.
    private static func isSpecial(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    /// - Returns: the system's error; nil when all is written.
    private static func fill(_ path: String, with bytes: [UInt8], isNew: Bool, mode: mode_t) -> Int32? {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | (isNew ? O_CREAT | O_EXCL : 0), mode)
        guard descriptor >= 0 else { return errno }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { buffer in systemWrite(descriptor, buffer.baseAddress, buffer.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                let error = errno
                close(descriptor)
                return error
            }
        }
        // Some file systems say only now that there was no room.
        return close(descriptor) == 0 ? nil : errno
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

    static func failure(_ path: String, _ words: String) -> BridgeFailure {
        BridgeFailure(
            OutputReason.notWritable, cause: "\(path) cannot be written: \(words)")
    }
}

/// `write`, which is a name of ``OutputFile``'s own.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
