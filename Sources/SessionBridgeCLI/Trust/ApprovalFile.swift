import BridgePrimitives
import Listening
import Project
import Worlds

/// File in the user's state folder that records what files of others may do: folders of projects with the digests of the
/// actions that the user has approved there.
struct ApprovalFile {
    private static let name = "approvals.json"
    private let state: StateDirectory
    private var approved: [String: Set<String>] = [:]

    /// - Throws: `state/…` if the folder cannot be used.
    init() throws(BridgeFailure) {
        state = try StateDirectory(WorldMaterial.usualStateFolder)
        // What is not such a file approves nothing.
        guard let bytes = try state.read(Self.name), let json = try? JSONValue(parsing: bytes),
            let folders = json["approved"]?.objectValue
        else { return }
        for (folder, digests) in folders {
            approved[folder] = Set((digests.arrayValue ?? []).compactMap(\.stringValue))
        }
    }

    func has(_ action: ProjectAction, in folder: String) -> Bool { approved[folder]?.contains(action.digest) ?? false }

    /// Adds actions to those of a folder, beside what other processes have added meanwhile.
    static func add(_ actions: [ProjectAction], in folder: String) throws(BridgeFailure) {
        let state = try StateDirectory(WorldMaterial.usualStateFolder)
        try state.withLock(named: "approvals.lock") { () throws(BridgeFailure) in
            var file = try ApprovalFile()
            file.approved[folder, default: []].formUnion(actions.map(\.digest))
            let folders = file.approved.sorted { $0.key < $1.key }.map { folder, digests in
                (folder, JSONValue.array(digests.sorted().map { .string($0) }))
            }
            let json: JSONValue = ["version": 1, "approved": .object(JSONObject(folders))]
            try state.write(Array((json.text(indented: true) + "\n").utf8), to: name, isPrivate: true)
        }
    }
}
