#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The one way in which files are written: whole or not at all, and nothing is touched but what was named.
///
/// A file is replaced in one step and keeps its mode, and its owner where the system lets it; a symbolic link stays, and
/// what it leads to is replaced. Devices, pipes and what the process was started with are written where they are.
package enum FileWriting: Sendable {
    /// Who may read what was written.
    package enum Readers: Sendable {
        /// Who could before; a new file is for all whom the user's mask lets.
        case asBefore
        /// Its owner alone.
        case owner
        /// Everybody (mode 0644).
        case everybody
    }

    /// - Throws: the system's refusal; the file is as it was.
    package static func write(_ bytes: [UInt8], to path: String, for readers: Readers) throws(SystemFailure) {
        switch try OutputPlace(path) {
        case .inherited(let number): try OpenFile(inherited: number).write(bytes)
        case .special(let path): try OpenFile(opening: path, flags: O_WRONLY | O_NOCTTY).write(bytes)
        case .file(let path, let before):
            try checkWritable(path, before)
            var draft = try Draft(
                in: OutputPlace.folder(of: path), permissions: before == nil && readers == .asBefore ? 0o666 : 0o600)
            try draft.file.write(bytes)
            try dress(draft.file, as: before, for: readers)
            try draft.move(to: path)
        }
    }

    /// Empties a file, or makes it, for what is written bit by bit: what has been written stays, whatever happens.
    ///
    /// - Throws: the system's refusal; the file is as it was.
    package static func begin(_ path: String, for readers: Readers) throws(SystemFailure) -> OpenFile {
        switch try OutputPlace(path) {
        case .inherited(let number): return try OpenFile(inherited: number)
        case .special(let path): return try OpenFile(opening: path, flags: O_WRONLY | O_NOCTTY)
        case .file(let path, let before):
            let file = try OpenFile(
                opening: path, flags: O_WRONLY | O_CREAT, permissions: readers == .owner ? 0o600 : 0o666)
            if readers != .asBefore { try dress(file, as: before, for: readers) }
            try file.truncate()
            return file
        }
    }

    /// Says beforehand what ``write(_:to:for:)`` would say, as far as that can be known, and changes nothing.
    ///
    /// - Throws: the system's refusal.
    package static func check(_ path: String) throws(SystemFailure) {
        switch try OutputPlace(path) {
        case .inherited(let number): _ = try OpenFile(inherited: number)
        case .special(let path): guard access(path, W_OK) == 0 else { throw SystemFailure("open \(path)") }
        case .file(let path, let before):
            try checkWritable(path, before)
            let folder = OutputPlace.folder(of: path)
            guard try FileStatus(of: folder)?.kind == .folder else {
                throw SystemFailure("open \(folder)", number: try FileStatus(of: folder) == nil ? ENOENT : ENOTDIR)
            }
            guard access(folder, W_OK | X_OK) == 0 else { throw SystemFailure("open \(folder)") }
        }
    }

    /// A file that may be read only stays as it is, though its folder would let it be replaced.
    private static func checkWritable(_ path: String, _ before: FileStatus?) throws(SystemFailure) {
        guard before == nil || access(path, W_OK) == 0 else { throw SystemFailure("open \(path)") }
    }

    private static func dress(
        _ file: borrowing OpenFile, as before: FileStatus?, for readers: Readers
    ) throws(SystemFailure) {
        var isGiven = true
        if let before {
            let now = try file.status()
            if (now.owner, now.group) != (before.owner, before.group) { isGiven = file.give(to: before) }
        }
        switch (readers, before) {
        case (.asBefore, nil): break
        // Another owner's or group's privileges are not ours to give.
        case (.asBefore, let before?): try file.setPermissions(before.permissions & (isGiven ? 0o7777 : 0o777))
        // What even its owner could not do stays so.
        case (.owner, let before): try file.setPermissions((before?.permissions ?? 0o600) & 0o600)
        case (.everybody, _): try file.setPermissions(0o644)
        }
    }
}
