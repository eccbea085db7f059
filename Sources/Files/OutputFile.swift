public import Reasons

/// Writes a file that a user asked for; see ``FileWriting``.
public enum OutputFile: Sendable {
    /// Replaces the file whole or not at all.
    ///
    /// - Parameter isSecret: whether only the file's owner may read it (mode 0600).
    /// - Throws: `output/not-writable` or `output/disk-full` with the file's name and the system's words.
    public static func write(_ text: String, to path: String, isSecret: Bool = false) throws(BridgeFailure) {
        try write(Array(text.utf8), to: path, isSecret: isSecret)
    }

    /// The same with bytes.
    public static func write(_ bytes: [UInt8], to path: String, isSecret: Bool = false) throws(BridgeFailure) {
        try naming(path) { () throws(SystemFailure) in
            try FileWriting.write(bytes, to: path, for: isSecret ? .owner : .asBefore)
        }
    }

    /// Says before the work what ``write(_:to:isSecret:)`` would say after it, and changes nothing.
    ///
    /// - Throws: `output/not-writable`.
    public static func check(_ path: String) throws(BridgeFailure) {
        try naming(path) { () throws(SystemFailure) in try FileWriting.check(path) }
    }

    /// Makes the folder, and those above it, unless it is there.
    ///
    /// - Throws: `output/not-writable` or `output/disk-full`.
    public static func makeFolder(_ path: String) throws(BridgeFailure) {
        try naming(path) { () throws(SystemFailure) in try Folders.make(path) }
    }

    /// The same for a folder that only its owner may look into (mode 0700).
    package static func makePrivateFolder(_ path: String) throws(BridgeFailure) {
        try naming(path) { () throws(SystemFailure) in try Folders.make(path, permissions: 0o700) }
    }

    private static func naming(_ path: String, _ body: () throws(SystemFailure) -> Void) throws(BridgeFailure) {
        do { try body() } catch {
            throw OutputReason(error).failure("\(path) cannot be written: \(error.words)")
        }
    }
}

extension OutputReason {
    package init(_ failure: SystemFailure) { self = failure.isLackOfRoom ? .diskFull : .notWritable }
}
