import BridgePrimitives

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A failed call of the system, in its words.
struct SystemFailure: Error, CustomStringConvertible {
    let call: String
    let number: Int32

    /// Reads `errno`: to be made right after the call.
    init(_ call: String) { (self.call, number) = (call, errno) }

    var description: String { "\(call): \(String(cString: strerror(number)))" }
}

/// An open file, closed exactly once.
struct FileHandle: ~Copyable {
    private let descriptor: Int32

    init(opening path: String, flags: Int32, permissions: mode_t = 0) throws(SystemFailure) {
        descriptor = open(path, flags | O_CLOEXEC, permissions)
        guard descriptor >= 0 else { throw SystemFailure("open \(path)") }
    }

    deinit { close(descriptor) }

    enum LockOutcome: Sendable {
        case locked, heldByAnother
    }

    /// An advisory lock on the open file, which ends with it.
    func lock(waiting: Bool) throws(SystemFailure) -> LockOutcome {
        while flock(descriptor, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return .heldByAnother }
            guard errno == EINTR else { throw SystemFailure("flock") }
        }
        return .locked
    }

    func write(_ bytes: [UInt8]) throws(SystemFailure) {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { writeBytes(to: descriptor, $0) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemFailure("write") }
            written += count
        }
    }

    /// The file's bytes from where it stands, at most `limit`.
    func read(limit: Int) throws(SystemFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 * 1024)
        while bytes.count < limit {
            let count = chunk.withUnsafeMutableBytes { readBytes(from: descriptor, $0) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemFailure("read") }
            if count == 0 { break }
            bytes.append(contentsOf: chunk.prefix(min(count, limit - bytes.count)))
        }
        return bytes
    }

    func truncate() throws(SystemFailure) {
        guard ftruncate(descriptor, 0) == 0 else { throw SystemFailure("ftruncate") }
    }

    /// Returns when the bytes are on the disk.
    func synchronize() throws(SystemFailure) {
        guard fsync(descriptor) == 0 else { throw SystemFailure("fsync") }
    }
}

// Outside of the type, whose methods hide the system's functions of the same names.
private func writeBytes(to descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}

private func readBytes(from descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, bytes.baseAddress, bytes.count)
}
