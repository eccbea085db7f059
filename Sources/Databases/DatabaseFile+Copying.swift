public import BridgePrimitives
import Files
import GRDB

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension DatabaseFile {
    /// Copies a database as it is now, whoever has it open: others read and write it meanwhile, and what they write from
    /// then on is not in the copy (https://sqlite.org/backup.html, over a snapshot of the write-ahead log).
    ///
    /// - Parameters:
    ///   - path: of the database; it stays as it is.
    ///   - copy: where none is yet. It is for its owner only (mode 0600), and gone again where copying fails.
    /// - Throws: ``DatabaseReason`` as a failure that names the file.
    /// - Complexity: O(*n*) in the file's size; page by page, not row by row.
    public static func copy(_ path: String, to copy: String, schema: DatabaseSchema) throws(BridgeFailure) {
        do {
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(5)
            let source = try DatabaseQueue(path: path, configuration: configuration)
            try source.read { try DatabaseOrigin.check($0, schema) }
            do {
                _ = try OpenFile(opening: copy, flags: O_RDWR | O_CREAT | O_EXCL, permissions: 0o600)
            } catch { throw Self.failure(error, path: copy) }
            do {
                let target = try DatabaseQueue(path: copy)
                try source.backup(to: target)
                try target.close()
            } catch {
                unlink(copy)
                throw Self.failure(error, path: copy)
            }
        } catch { throw Self.failure(error, path: path) }
    }
}
