import Files
import GRDB

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Whose a database is.
enum DatabaseOrigin {
    struct ForeignFile: Error {}
    struct NewerFile: Error {}

    /// Larger files without a mark are taken for another application's unseen.
    private static let copyLimit = 64 << 20
    private static let magic = Array("SQLite format 3\0".utf8)
    private static let markOffset = 68, headerSize = 100

    /// Looks at a file that is not empty, and leaves it as it is: SQLite itself would write beside it, or into it.
    ///
    /// - Throws: ``ForeignFile``, ``NewerFile``, or what reading throws.
    static func check(_ path: String, _ schema: DatabaseSchema) throws {
        let header = try OpenFile(opening: path, flags: O_RDONLY).read(limit: headerSize)
        guard header.count == headerSize, header.starts(with: magic) else { throw ForeignFile() }
        let mark = header[markOffset..<markOffset + 4].reduce(Int32(0)) { $0 << 8 | Int32($1) }
        if mark == schema.applicationID { return }
        // Without a mark it may be older than the mark, or what marks it is still in the log: a copy tells.
        guard mark == 0 else { throw ForeignFile() }
        try Folders.withTemporary { folder in
            for suffix in ["", "-wal", "-journal"] {
                guard let size = try FileStatus(of: path + suffix)?.size else { continue }
                guard size <= copyLimit else { throw ForeignFile() }
                let bytes = try OpenFile(opening: path + suffix, flags: O_RDONLY).read(limit: size)
                let copy = try OpenFile(
                    opening: "\(folder)/copy\(suffix)", flags: O_WRONLY | O_CREAT | O_EXCL, permissions: 0o600)
                try copy.write(bytes)
            }
            let queue = try DatabaseQueue(path: "\(folder)/copy")
            try queue.read { try check($0, schema) }
            try queue.close()
        }
    }

    /// An empty database is a new one; any other must be ours, and of a version that we know.
    static func check(_ database: Database, _ schema: DatabaseSchema) throws {
        let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0
        let origin = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let isUnmarked =
            try origin == 0
            && schema.unmarkedMigration.map { try schema.migrator.appliedIdentifiers(database).contains($0) } ?? false
        guard isEmpty || origin == schema.applicationID || isUnmarked else { throw ForeignFile() }
        if try schema.migrator.hasBeenSuperseded(database) { throw NewerFile() }
    }
}
