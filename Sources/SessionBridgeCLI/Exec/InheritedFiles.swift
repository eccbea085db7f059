#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The files that this process was started with, which a command gets as well: a make's job slots, a shell's `3<file`.
/// What was opened since, sockets and databases, is not the command's.
struct InheritedFiles: Sendable {
    private let numbers: Set<Int32>

    /// Those that are open now.
    init() { numbers = Self.open() }

    /// Sees to it that no command gets the files that were opened since.
    func keepOthersToOurselves() {
        for number in Self.open() where number > 2 && !numbers.contains(number) {
            let flags = fcntl(number, F_GETFD)
            if flags >= 0 { _ = fcntl(number, F_SETFD, flags | FD_CLOEXEC) }
        }
    }

    private static func open() -> Set<Int32> {
        #if os(Linux)
            let folder = "/proc/self/fd"
        #else
            let folder = "/dev/fd"
        #endif
        guard let listing = opendir(folder) else { return [0, 1, 2] }
        defer { closedir(listing) }
        var numbers: Set<Int32> = []
        while let entry = readdir(listing) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if let number = Int32(name), number != dirfd(listing) { numbers.insert(number) }
        }
        return numbers
    }
}
