#if canImport(Darwin)
    package import Darwin
#else
    package import Glibc
#endif

/// What the system says of something in the file system.
package struct FileStatus: Sendable {
    package enum Kind: Sendable {
        case file, folder, link
        /// A device, a pipe or a socket.
        case special
    }

    package let kind: Kind
    /// Who may do what, without the kind.
    package let permissions: mode_t
    package let size: Int
    package let owner: uid_t
    package let group: gid_t
    /// What tells a file from what it was before: place, size and time of its last change.
    package let version: Version

    package struct Version: Hashable, Sendable {
        let inode: UInt64
        let size: Int
        let seconds: Int
        let nanoseconds: Int
    }

    init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .special
            }
        permissions = status.st_mode & 0o7777
        (size, owner, group) = (Int(status.st_size), status.st_uid, status.st_gid)
        #if canImport(Darwin)
            let changed = status.st_mtimespec
        #else
            let changed = status.st_mtim
        #endif
        version = Version(
            inode: UInt64(status.st_ino), size: size, seconds: Int(changed.tv_sec), nanoseconds: Int(changed.tv_nsec))
    }

    /// - Parameter followsLinks: whether a symbolic link stands for what it leads to.
    /// - Returns: nil when nothing is there.
    /// - Throws: when that cannot be known.
    package init?(of path: String, followsLinks: Bool = true) throws(SystemFailure) {
        var status = stat()
        guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else {
            let failure = SystemFailure("stat \(path)")
            if failure.number == ENOENT { return nil }
            throw failure
        }
        self.init(status)
    }

    /// Whether the file belongs to the process's user.
    package var isOwn: Bool { owner == geteuid() }
}
