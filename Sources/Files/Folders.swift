#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Darwin)
    package import Darwin
#else
    package import Glibc
#endif

/// Makes folders.
package enum Folders: Sendable {
    /// Makes a folder and those above it, unless it is there.
    ///
    /// - Parameter permissions: of the folder itself; those above it get what the user's mask lets.
    package static func make(_ path: String, permissions: mode_t = 0o777) throws(SystemFailure) {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw SystemFailure("mkdir", number: ENOENT) }
        var ends = path.utf8.indices.filter { path.utf8[$0] == UInt8(ascii: "/") && $0 != path.utf8.startIndex }
        ends.append(path.utf8.endIndex)
        for end in ends {
            let prefix = String(path[..<end])
            let isWhole = end == path.utf8.endIndex
            if mkdir(prefix, isWhole ? permissions : 0o777) == 0 { continue }
            let failure = SystemFailure("mkdir \(prefix)")
            guard failure.number == EEXIST || (!isWhole && failure.number == EROFS) else { throw failure }
        }
        guard try FileStatus(of: path)?.kind == .folder else { throw SystemFailure("mkdir \(path)", number: ENOTDIR) }
    }

    /// Lends a new folder that only its owner sees, and removes it with all that is in it, however `body` ends.
    package static func withTemporary<Value>(_ body: (String) throws -> Value) throws -> Value {
        let path = try makeTemporary()
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try body(path)
    }

    /// Makes a new folder, which only its owner sees, among the system's temporary ones.
    package static func makeTemporary() throws(SystemFailure) -> String {
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/session-bridge-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
        guard let made else { throw SystemFailure("mkdtemp \(base)") }
        return made
    }

    /// The names in a folder, in no order.
    package static func names(in path: String) throws(SystemFailure) -> [String] {
        guard let folder = opendir(path) else { throw SystemFailure("opendir \(path)") }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Writes something into a folder, of which nothing is left.
    package static func tryWriting(in path: String) throws(SystemFailure) {
        let draft = try Draft(in: path, permissions: 0o600)
        // What a database needs at least besides its pages: the index of its write-ahead log.
        try draft.file.write([UInt8](repeating: 0, count: 64 << 10))
    }

    /// Whether nothing more fits into a folder: told by trying, since quotas and limits are in no statistics.
    package static func isFull(_ path: String) -> Bool {
        do {
            try tryWriting(in: path)
            return false
        } catch {
            return error.isLackOfRoom
        }
    }

    /// How the names of files begin that are being written.
    package static let draftPrefix = ".session-bridge-"
}
