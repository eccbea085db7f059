#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file that is being written, and that nobody meets before it is whole.
///
/// On Linux it has no name until then: a process that ends meanwhile, however it does, leaves nothing behind. Elsewhere,
/// and on file systems that know no such files, its name is one that nothing had.
struct Draft: ~Copyable {
    let file: OpenFile
    private let folder: String
    /// Where it is; nil while it has no name, and once it is where it belongs.
    private var path: String?

    /// - Parameter names: names to try, until one is nobody's.
    init(
        in folder: String, permissions: mode_t, isNamed: Bool = false, names: () -> String = Draft.randomName
    ) throws(SystemFailure) {
        self.folder = folder
        if !isNamed, let nameless = try Self.namelessFile(in: folder, permissions: permissions) {
            file = nameless
        } else {
            let place = try Self.unused(in: folder, names) { (place) throws(SystemFailure) in
                _ = try OpenFile(opening: place, flags: O_WRONLY | O_CREAT | O_EXCL, permissions: permissions)
            }
            path = place
            file = try OpenFile(opening: place, flags: O_WRONLY | O_NOFOLLOW)
        }
    }

    deinit { if let path { unlink(path) } }

    /// Takes the place of whatever is at `target`, in one step.
    mutating func move(to target: String, names: () -> String = Draft.randomName) throws(SystemFailure) {
        try file.synchronize()
        if path == nil { path = try linked(names) }
        guard let path, rename(path, target) == 0 else { throw SystemFailure("rename \(target)") }
        self.path = nil
        try OpenFile(opening: folder, flags: O_RDONLY).synchronize()
    }

    /// Begins with a dot, so that listings and patterns pass it over, and is short wherever names may not be long.
    static func randomName() -> String { Folders.draftPrefix + String(UInt64.random(in: .min ... .max), radix: 36) }

    private static func unused(
        in folder: String, _ names: () -> String, _ body: (String) throws(SystemFailure) -> Void
    ) throws(SystemFailure) -> String {
        for _ in 0..<100 {
            let place = "\(folder)/\(names())"
            do throws(SystemFailure) {
                try body(place)
                return place
            } catch {
                if error.number != EEXIST { throw error }
            }
        }
        throw SystemFailure("open \(folder)", number: EEXIST)
    }

    /// Gives a nameless file its first name.
    private func linked(_ names: () -> String) throws(SystemFailure) -> String {
        let own = "/proc/self/fd/\(file.descriptor)"
        return try Self.unused(in: folder, names) { (place) throws(SystemFailure) in
            guard linkat(AT_FDCWD, own, AT_FDCWD, place, AT_SYMLINK_FOLLOW) == 0 else {
                throw SystemFailure("link \(place)")
            }
        }
    }

    /// - Returns: nil where there are no such files.
    private static func namelessFile(in folder: String, permissions: mode_t) throws(SystemFailure) -> OpenFile? {
        #if os(Linux)
            // O_TMPFILE, which Swift does not see: the header computes it. Without /proc it could get no name later.
            let nameless: Int32 = 0o20000000 | O_DIRECTORY
            guard access("/proc/self/fd", X_OK) == 0 else { return nil }
            do throws(SystemFailure) {
                return try OpenFile(opening: folder, flags: O_WRONLY | nameless, permissions: permissions)
            } catch {
                // EISDIR is the answer of kernels that do not know the flag.
                if [EOPNOTSUPP, EISDIR, EINVAL].contains(error.number) { return nil }
                throw error
            }
        #else
            return nil
        #endif
    }
}
