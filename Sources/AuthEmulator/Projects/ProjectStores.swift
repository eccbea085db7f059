import BridgePrimitives

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where the accounts of further projects are kept: in memory where the service's own are, else in the folder
/// `projects` beside the service's own file.
struct ProjectStores: Sendable {
    /// Nil for stores in memory.
    private let folder: String?

    init(beside store: AccountStore) {
        folder = store.path.map { path in
            let end = path.utf8.lastIndex(of: UInt8(ascii: "/"))
            return end.map { "\(path[..<$0])/projects" } ?? "projects"
        }
    }

    /// The projects that are there from before, in the order of their ids.
    func known() -> [ProjectID] {
        guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return [] }
        return names.compactMap(ProjectID.init(fileName:)).sorted { $0.text < $1.text }
    }

    /// - Throws: ``AccountDatabaseReason`` as a failure that names the file.
    func open(_ id: ProjectID) throws(BridgeFailure) -> AccountStore {
        guard let folder else { return try AccountStore.inMemory() }
        // When this fails, opening the file does, and says why.
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return try AccountStore(path: "\(folder)/\(id.fileName)")
    }

    /// The files of a project; whoever has them open still sees what was in them.
    func remove(_ id: ProjectID) {
        guard let folder else { return }
        for end in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: "\(folder)/\(id.fileName)\(end)")
        }
    }
}
