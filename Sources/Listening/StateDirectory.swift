public import BridgePrimitives

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The directory where a world keeps what must outlive a run: keys, certificates, the store.
public struct StateDirectory: Hashable, Sendable {
    public let path: String
    private static let lockName = "lock"

    /// Makes the directory (mode 0700, parents as the system makes them) if it is missing, and tries to write in it.
    ///
    /// - Throws: `state/not-writable`.
    public init(_ path: String) throws(BridgeFailure) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw ListeningReason.stateNotWritable.failure("\"\(path)\" is no path")
        }
        self.path = path
        do {
            try Self.makeDirectories(path)
            let probe = file(".probe-\(getpid())")
            do { _ = try FileHandle(opening: probe, flags: O_WRONLY | O_CREAT, permissions: 0o600) }
            guard unlink(probe) == 0 else { throw SystemFailure("unlink \(probe)") }
        } catch {
            throw ListeningReason.stateNotWritable.failure("\(path) cannot be written (\(error))")
        }
    }

    /// The path of a file in the directory.
    ///
    /// - Parameter name: a plain name of ours, without a slash.
    public func file(_ name: String) -> String {
        precondition(!name.utf8.contains(UInt8(ascii: "/")), "names in the state directory have no slash")
        return path + "/" + name
    }

    /// The bytes of a file; nil when there is none.
    ///
    /// - Throws: `state/unreadable`, also for files of more than 4 MiB.
    public func read(_ name: String) throws(BridgeFailure) -> [UInt8]? {
        let limit = 4 << 20
        do {
            let bytes = try FileHandle(opening: file(name), flags: O_RDONLY).read(limit: limit + 1)
            guard bytes.count <= limit else {
                throw ListeningReason.stateUnreadable.failure("\(file(name)) is larger than \(limit) bytes")
            }
            return bytes
        } catch let failure as SystemFailure {
            if failure.number == ENOENT { return nil }
            throw ListeningReason.stateUnreadable.failure("\(file(name)) cannot be read (\(failure))")
        } catch let failure as BridgeFailure {
            throw failure
        } catch {
            throw ListeningReason.stateUnreadable.failure("\(file(name)) cannot be read (\(error))")
        }
    }

    /// Replaces a file as a whole: whoever reads sees the old bytes or the new ones, also after a crash.
    ///
    /// - Parameter isPrivate: readable for its owner only (0600), else for all (0644).
    /// - Throws: `state/not-writable`.
    public func write(_ bytes: [UInt8], to name: String, isPrivate: Bool) throws(BridgeFailure) {
        let draft = file(".\(name)-\(getpid())")
        do {
            unlink(draft)  // left by a crash of a process with our number
            do {
                let handle = try FileHandle(
                    opening: draft, flags: O_WRONLY | O_CREAT | O_EXCL, permissions: isPrivate ? 0o600 : 0o644)
                try handle.write(bytes)
                try handle.synchronize()
            }
            guard rename(draft, file(name)) == 0 else { throw SystemFailure("rename \(draft)") }
            try FileHandle(opening: path, flags: O_RDONLY).synchronize()
        } catch {
            unlink(draft)
            throw ListeningReason.stateNotWritable.failure("\(file(name)) cannot be written (\(error))")
        }
    }

    /// Runs `body` while no other process is in a section of the same name; waits for its turn.
    ///
    /// For short steps such as "make the key unless it is there": the calling thread is held.
    public func withLock<Value>(
        named name: String, _ body: () throws(BridgeFailure) -> Value
    ) throws(BridgeFailure) -> Value {
        let handle = try lockedFile(name)
        let value = try body()
        _ = consume handle
        return value
    }

    private func lockedFile(_ name: String) throws(BridgeFailure) -> FileHandle {
        do {
            let handle = try FileHandle(opening: file(name), flags: O_RDWR | O_CREAT, permissions: 0o600)
            _ = try handle.lock(waiting: true)
            return handle
        } catch {
            throw ListeningReason.stateNotWritable.failure("\(file(name)) cannot be locked (\(error))")
        }
    }

    /// Holds the directory for this process alone while `body` runs.
    ///
    /// - Throws: `state/in-use` with the number of the process that holds it; else what `body` throws.
    public func withExclusiveUse<Value>(_ body: () async throws -> Value) async throws -> Value {
        let claim = try Claim(file(Self.lockName), directory: path)
        defer { claim.release() }
        return try await body()
    }

    private static func makeDirectories(_ path: String) throws(SystemFailure) {
        var ends = path.utf8.indices.filter { path.utf8[$0] == UInt8(ascii: "/") && $0 != path.utf8.startIndex }
        ends.append(path.utf8.endIndex)
        for end in ends {
            let prefix = String(path[..<end])
            let isWhole = end == path.utf8.endIndex
            if mkdir(prefix, isWhole ? 0o700 : 0o755) == 0 { continue }
            let failure = SystemFailure("mkdir \(prefix)")
            guard failure.number == EEXIST || (!isWhole && failure.number == EROFS) else { throw failure }
        }
    }
}

/// The lock file of a state directory, held.
private final class Claim: Sendable {
    private let handle: FileHandle

    init(_ path: String, directory: String) throws(BridgeFailure) {
        do {
            handle = try FileHandle(opening: path, flags: O_RDWR | O_CREAT, permissions: 0o600)
            if case .heldByAnother = try handle.lock(waiting: false) {
                let holder = String(decoding: try handle.read(limit: 20).prefix { $0 != 0x0A }, as: UTF8.self)
                throw ListeningReason.stateInUse.failure(
                    "\(directory) is used by " + (holder.isEmpty ? "another process" : "process \(holder)"))
            }
            try handle.truncate()
            try handle.write(Array("\(getpid())\n".utf8))
        } catch let failure as BridgeFailure {
            throw failure
        } catch {
            throw ListeningReason.stateNotWritable.failure("\(path) cannot be locked (\(error))")
        }
    }

    /// The lock itself ends with the file handle; what is left to do is not to name a process that is gone.
    func release() { try? handle.truncate() }
}

/// Lends a state directory that is removed with all that is in it, however `body` ends.
///
/// - Throws: `state/not-writable`; else what `body` throws.
public func withEphemeralStateDirectory<Value>(
    _ body: (StateDirectory) async throws -> Value
) async throws -> Value {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/session-bridge-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    guard let path = made else {
        throw ListeningReason.stateNotWritable.failure(
            "no directory can be made in \(base) (\(SystemFailure("mkdtemp")))")
    }
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await body(StateDirectory(path))
}
