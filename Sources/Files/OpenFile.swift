#if canImport(Darwin)
    package import Darwin
#else
    package import Glibc
#endif

/// An open file, closed exactly once.
package struct OpenFile: ~Copyable {
    let descriptor: Int32

    package init(opening path: String, flags: Int32, permissions: mode_t = 0) throws(SystemFailure) {
        descriptor = open(path, flags | O_CLOEXEC, permissions)
        guard descriptor >= 0 else { throw SystemFailure("open \(path)") }
    }

    /// A second owner of what this process was started with.
    ///
    /// - Throws: also for a descriptor that the process opened itself: those all close when another program is started,
    ///   and nobody outside can mean them.
    init(inherited number: Int32) throws(SystemFailure) {
        let flags = fcntl(number, F_GETFD)
        descriptor = fcntl(number, F_DUPFD_CLOEXEC, 3)
        guard flags >= 0, flags & FD_CLOEXEC == 0, descriptor >= 0 else {
            throw SystemFailure("open /dev/fd/\(number)", number: EBADF)
        }
    }

    /// A second owner of an open file; both read on from the same place.
    init(duplicating number: Int32) throws(SystemFailure) {
        descriptor = fcntl(number, F_DUPFD_CLOEXEC, 3)
        guard descriptor >= 0 else { throw SystemFailure("dup \(number)") }
    }

    deinit { close(descriptor) }

    package enum LockOutcome: Sendable {
        case locked, heldByAnother
    }

    /// An advisory lock on the open file, which ends with it.
    package func lock(waiting: Bool) throws(SystemFailure) -> LockOutcome {
        while flock(descriptor, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return .heldByAnother }
            guard errno == EINTR else { throw SystemFailure("flock") }
        }
        return .locked
    }

    package func write(_ bytes: [UInt8]) throws(SystemFailure) {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { writeBytes(to: descriptor, $0) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemFailure("write") }
            written += count
        }
    }

    /// The file's bytes from where it stands, at most `limit`.
    package func read(limit: Int) throws(SystemFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while bytes.count < limit {
            let count = chunk.withUnsafeMutableBytes { readBytes(from: descriptor, $0) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemFailure("read") }
            if count == 0 { break }
            bytes.append(contentsOf: chunk.prefix(min(count, limit - bytes.count)))
        }
        return bytes
    }

    package func truncate() throws(SystemFailure) {
        guard ftruncate(descriptor, 0) == 0 else { throw SystemFailure("ftruncate") }
    }

    /// Returns when the bytes are on the disk, or at once where there is no disk.
    package func synchronize() throws(SystemFailure) {
        #if canImport(Darwin)
            // There fsync hands the bytes to the drive, which may keep them in its own memory.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else { throw SystemFailure("fsync") }
    }

    func status() throws(SystemFailure) -> FileStatus {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SystemFailure("fstat") }
        return FileStatus(status)
    }

    package func setPermissions(_ permissions: mode_t) throws(SystemFailure) {
        guard fchmod(descriptor, permissions) == 0 else { throw SystemFailure("fchmod") }
    }

    /// - Returns: whether the file has this owner and this group now; the group alone is set where that is allowed.
    func give(to status: FileStatus) -> Bool {
        if fchown(descriptor, status.owner, status.group) == 0 { return true }
        _ = fchown(descriptor, uid_t.max, status.group)
        return false
    }
}

// Outside of the type, whose methods hide the system's functions of the same names.
private func writeBytes(to descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}

private func readBytes(from descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, bytes.baseAddress, bytes.count)
}
