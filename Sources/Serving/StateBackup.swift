import AuthEmulator
package import BridgePrimitives
import Files
import HandoffBackend
import Listening

/// Copies the folder in which a world keeps what it knows, also while one is served from it: accounts of all projects,
/// the backend's users, keys and certificates. `serve --state` takes the copy like any other.
package struct StateBackup: Sendable {
    private static let (accounts, users, projects) = ("accounts.sqlite", "users.sqlite", "projects")
    /// Belong to a process that runs, or to a database that is copied with what they hold.
    private static let passing = [".lock", "-wal", "-shm", "-journal"]
    private static let sizeLimit = 1 << 24

    private let folder: String
    private let copy: String

    /// - Parameters:
    ///   - folder: of a world that has been served.
    ///   - copy: a folder that is not there yet, or empty.
    package init(of folder: String, to copy: String) { (self.folder, self.copy) = (folder, copy) }

    /// - Returns: the files that were copied, in the order of their names.
    /// - Throws: `state/nothing-kept`, `state/unreadable`, `output/not-writable`, `output/disk-full`, and what a database's copy may fail of.
    ///   What was copied before that stays.
    /// - Complexity: O(*n*) in the size of the files. Each database is copied as it is at one moment; another one's may be
    ///   a moment later.
    package func make() throws(BridgeFailure) -> [String] {
        let names = try Self.names(in: folder)
        guard names.contains(Self.accounts) else {
            throw AuthServiceReason.nothingKept.failure("\(folder) has no \(Self.accounts)")
        }
        try OutputFile.makePrivateFolder(copy)
        guard try Self.names(in: copy).isEmpty else {
            throw OutputReason.notWritable.failure(
                "\(copy) has files in it", fix: "name a folder that is not there yet, or an empty one")
        }
        var copied: [String] = []
        for name in names {
            if try copyFile(name) { copied.append(name) }
        }
        guard names.contains(Self.projects) else { return copied }
        try OutputFile.makePrivateFolder("\(copy)/\(Self.projects)")
        for name in try Self.names(in: "\(folder)/\(Self.projects)") where name.hasSuffix(".sqlite") {
            try AccountStore.copy("\(folder)/\(Self.projects)/\(name)", to: "\(copy)/\(Self.projects)/\(name)")
            copied.append("\(Self.projects)/\(name)")
        }
        return copied
    }

    /// Of files that are there for good, without folders, links and what passes.
    private func copyFile(_ name: String) throws(BridgeFailure) -> Bool {
        guard !Self.passing.contains(where: name.hasSuffix) else { return false }
        let (from, to) = ("\(folder)/\(name)", "\(copy)/\(name)")
        switch name {
        case Self.accounts: try AccountStore.copy(from, to: to)
        case Self.users: try UserStore.copy(from, to: to)
        default:
            let status: FileStatus?
            do { status = try FileStatus(of: from) } catch { throw Self.unreadable("\(from): \(error.words)") }
            guard let status, status.kind == .file else { return false }
            let bytes: [UInt8]
            do { bytes = try InputFile.read(from, upTo: Self.sizeLimit) } catch {
                throw Self.unreadable("\(from) \(error.clause)")
            }
            try OutputFile.write(bytes, to: to, isSecret: status.permissions & 0o077 == 0)
        }
        return true
    }

    private static func names(in folder: String) throws(BridgeFailure) -> [String] {
        do { return try Folders.names(in: folder).sorted() } catch {
            throw unreadable("\(folder): \(error.words)")
        }
    }

    private static func unreadable(_ cause: String) -> BridgeFailure {
        ListeningReason.stateUnreadable.failure(cause, fix: "see that it is there, and yours to read")
    }
}
