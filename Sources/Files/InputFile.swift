#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// Reads files that people name: their size is looked at before their content.
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
        let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable }
        if status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) > limit { throw .tooLarge(limit: limit) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = systemRead(descriptor, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable }
            guard count > 0 else { return bytes }
            bytes += part[..<count]
            guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        }
    }
}

// Outside of the type, whose method hides the system's function of the same name.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}
