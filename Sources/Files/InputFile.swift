#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The one way in which files that people name are read: their size is looked at before their content.
public enum InputFile: Sendable {
    public enum Problem: Error, Hashable, Sendable {
        /// There is no such file, it may not be read, or it is a folder.
        case unreadable
        /// It is longer than the limit, or has no end.
        case tooLarge(limit: Int)

        /// A clause that goes on from the file's name.
        public var clause: String {
            switch self {
            case .unreadable: "cannot be read"
            case .tooLarge(let limit): "is larger than \(limit >> 20) MiB"
            }
        }
    }

    /// - Parameter path: a file, or `-` for standard input.
    /// - Parameter limit: in bytes.
    public static func read(_ path: String, upTo limit: Int) throws(Problem) -> [UInt8] {
        guard !path.utf8.contains(0) else { throw .unreadable }
        let bytes: [UInt8]
        do throws(SystemFailure) {
            let file =
                path == "-" ? try OpenFile(duplicating: STDIN_FILENO) : try OpenFile(opening: path, flags: O_RDONLY)
            let status = try file.status()
            if status.kind == .file, status.size > limit { throw SystemFailure("read \(path)", number: EFBIG) }
            bytes = try file.read(limit: limit + 1)
        } catch {
            throw error.number == EFBIG ? .tooLarge(limit: limit) : .unreadable
        }
        guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        return bytes
    }
}
