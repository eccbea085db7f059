public import BridgePrimitives

/// A folder of `firebase emulators:export`, as texts under their paths in it.
///
/// The emulator's files hold the project's users and two switches. What they cannot hold (tenants, codes, sessions,
/// further projects, the rest of the configuration) stands in a file of this service's own beside them, which the
/// emulator passes over.
public struct EmulatorExport: Sendable {
    /// Texts of JSON under paths with slashes, relative to the folder.
    public let files: [String: String]

    /// What names the other files: `firebase-export-metadata.json`.
    public static let metadataName = "firebase-export-metadata.json"
    static let folderName = "auth_export"
    static let accountsName = "accounts.json"
    static let configurationName = "config.json"
    static let ownName = "session-bridge.json"

    /// The version of the tools whose form this is.
    private static let version = "13.0.0"

    /// - Parameter files: as read from a folder; those that are none of an auth export are of no concern.
    public init(files: [String: String]) { self.files = files }

    /// - Parameter state: as ``AuthService/exportedState()`` gives it. Holds secrets, and so do the files.
    public init(state: JSONObject) {
        var own = state
        own["users"] = nil
        let accounts = JSONObject([
            ("kind", "identitytoolkit#DownloadAccountResponse"), ("users", state["users"] ?? []),
        ])
        let settings = AuthConfiguration(json: state["configuration"]?.objectValue ?? JSONObject()).emulatorJSON
        files = [
            Self.metadataName: Self.text([
                "version": .string(Self.version),
                "auth": ["version": .string(Self.version), "path": .string(Self.folderName)],
            ]),
            "\(Self.folderName)/\(Self.accountsName)": Self.text(.object(accounts)),
            "\(Self.folderName)/\(Self.configurationName)": Self.text(.object(settings)),
            "\(Self.folderName)/\(Self.ownName)": Self.text(.object(own)),
        ]
    }

    /// What ``AuthService/importState(_:)`` takes. Users and switches are those of the emulator's files, which may be
    /// newer than this service's own.
    ///
    /// - Throws: `state/unreadable-export`, naming the file.
    public func state() throws(BridgeFailure) -> JSONValue {
        let metadata = try object(Self.metadataName)
        guard let folder = metadata["auth"]?["path"]?.stringValue, !folder.isEmpty else {
            throw ExportedRow.unreadable("\(Self.metadataName) names no export of the auth emulator")
        }
        let accounts = try object("\(folder)/\(Self.accountsName)")
        let ownPath = "\(folder)/\(Self.ownName)"
        var state = files[ownPath] == nil ? JSONObject() : try object(ownPath)
        state["users"] = accounts["users"] ?? []
        let settingsPath = "\(folder)/\(Self.configurationName)"
        if files[settingsPath] != nil {
            let known = state["configuration"]?.objectValue ?? JSONObject()
            state["configuration"] = .object(AuthService.overlay(try object(settingsPath), on: known))
        }
        return .object(state)
    }

    /// The paths of the files that the export names; none that leads out of its folder.
    public var named: [String] {
        guard let folder = try? object(Self.metadataName)["auth"]?["path"]?.stringValue, !folder.isEmpty,
            !folder.utf8.starts(with: "/".utf8), !folder.split(separator: "/").contains("..")
        else { return [] }
        return [Self.accountsName, Self.configurationName, Self.ownName].map { "\(folder)/\($0)" }
    }

    private func object(_ path: String) throws(BridgeFailure) -> JSONObject {
        guard let text = files[path] else { throw ExportedRow.unreadable("there is no \(path)") }
        guard let object = (try? JSONValue(parsing: text))?.objectValue else {
            throw ExportedRow.unreadable("\(path) holds no JSON object")
        }
        return object
    }

    private static func text(_ value: JSONValue) -> String { value.text() + "\n" }
}
