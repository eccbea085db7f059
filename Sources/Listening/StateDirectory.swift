public import BridgePrimitives
import Files

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
    /// What is there already and was readable for others no longer is: our secrets never, and the directory itself
    /// unless it holds something that is not ours.
    ///
    /// - Throws: `state/not-writable` or `state/disk-full`.
    public init(_ path: String) throws(BridgeFailure) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw ListeningReason.stateNotWritable.failure("\"\(path)\" is no path")
        }
        self.path = path
        do {
            try Folders.make(path, permissions: 0o700)
            try StatePrivacy.restore(in: path)
            try Folders.tryWriting(in: path)
        } catch {
            throw ListeningReason(notWriting: error).failure("\(path) cannot be written (\(error))")
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
            let bytes = try OpenFile(opening: file(name), flags: O_RDONLY).read(limit: limit + 1)
            guard bytes.count <= limit else {
                throw ListeningReason.stateUnreadable.failure("\(file(name)) is larger than \(limit) bytes")
            }
            return bytes
        } catch let failure as SystemFailure {
            if failure.number == ENOENT { return nil }
            let reason: ListeningReason = failure.isLackOfDescriptors ? .tooFewDescriptors : .stateUnreadable
            throw reason.failure("\(file(name)) cannot be read (\(failure))")
        } catch let failure as BridgeFailure {
            throw failure
        } catch {
            throw ListeningReason.stateUnreadable.failure("\(file(name)) cannot be read (\(error))")
        }
    }

    /// Replaces a file as a whole: whoever reads sees the old bytes or the new ones, also after a crash.
    ///
    /// - Parameter isPrivate: readable for its owner only (0600), else for all (0644).
    /// - Throws: `state/not-writable` or `state/disk-full`.
    public func write(_ bytes: [UInt8], to name: String, isPrivate: Bool) throws(BridgeFailure) {
        do { try FileWriting.write(bytes, to: file(name), for: isPrivate ? .owner : .everybody) } catch {
            throw ListeningReason(notWriting: error).failure("\(file(name)) cannot be written (\(error))")
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

    private func lockedFile(_ name: String) throws(BridgeFailure) -> OpenFile {
        do {
            let handle = try OpenFile(opening: file(name), flags: O_RDWR | O_CREAT, permissions: 0o600)
            _ = try handle.lock(waiting: true)
            return handle
        } catch {
            throw ListeningReason(notWriting: error).failure("\(file(name)) cannot be locked (\(error))")
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
}

/// The lock file of a state directory, held.
private final class Claim: Sendable {
    private let handle: OpenFile

    init(_ path: String, directory: String) throws(BridgeFailure) {
        do {
            handle = try OpenFile(opening: path, flags: O_RDWR | O_CREAT, permissions: 0o600)
            if case .heldByAnother = try handle.lock(waiting: false) {
                let holder = String(decoding: try handle.read(limit: 20).prefix { $0 != 0x0A }, as: UTF8.self)
                throw ListeningReason.stateInUse.failure(
                    "\(directory) is used by " + (holder.isEmpty ? "another process" : "process \(holder)"))
            }
            try handle.truncate()
            try handle.write(Array("\(getpid())\n".utf8))
        } catch let failure as SystemFailure {
            throw ListeningReason(notWriting: failure).failure("\(path) cannot be locked (\(failure))")
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
    let path: String
    do { path = try Folders.makeTemporary() } catch {
        throw ListeningReason(notWriting: error).failure("no directory can be made (\(error))")
    }
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await body(StateDirectory(path))
}
