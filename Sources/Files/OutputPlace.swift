#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Where writing to a path ends, once links are followed.
package enum OutputPlace {
    /// What the process was started with: `/dev/stdout`, or `/dev/fd/63`, which shells put for `>(…)`.
    case inherited(Int32)
    /// A device or a pipe, which is written where it is: what was moved there would be in its stead.
    case special(String)
    /// A file, or the place for one.
    case file(String, FileStatus?)

    /// The system's own limit.
    private static let linkLimit = 40

    package init(_ path: String) throws(SystemFailure) {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw SystemFailure("open", number: ENOENT) }
        var path = path
        for _ in 0..<Self.linkLimit {
            if let number = Self.descriptor(path) {
                self = .inherited(number)
                return
            }
            guard let status = try FileStatus(of: path, followsLinks: false) else {
                if path.hasSuffix("/") { throw SystemFailure("open \(path)", number: EISDIR) }
                self = .file(path, nil)
                return
            }
            switch status.kind {
            case .file:
                self = .file(path, status)
                return
            case .special:
                self = .special(path)
                return
            case .folder: throw SystemFailure("open \(path)", number: EISDIR)
            case .link:
                let target = try Self.target(ofLink: path)
                path = target.hasPrefix("/") ? target : "\(Self.folder(of: path))/\(target)"
            }
        }
        throw SystemFailure("open \(path)", number: ELOOP)
    }

    /// The folder that a path's last name is in.
    package static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.utf8.startIndex ? "/" : String(path[..<slash])
    }

    private static func descriptor(_ path: String) -> Int32? {
        switch path {
        case "/dev/stdout": return STDOUT_FILENO
        case "/dev/stderr": return STDERR_FILENO
        default: break
        }
        for folder in ["/dev/fd/", "/proc/self/fd/", "/proc/\(getpid())/fd/"] where path.hasPrefix(folder) {
            return Int32(path.dropFirst(folder.count))
        }
        return nil
    }

    private static func target(ofLink path: String) throws(SystemFailure) -> String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &bytes, bytes.count)
        guard count > 0 else { throw SystemFailure("readlink \(path)") }
        return String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
