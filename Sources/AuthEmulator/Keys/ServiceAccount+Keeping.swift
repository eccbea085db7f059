public import BridgePrimitives
public import Listening
public import Tokens

extension ServiceAccount {
    /// Reads the service account's key file from the state directory, or makes an account and keeps it there.
    ///
    /// - Throws: `state/other-project` for the file of another project; `token/unreadable-service-account`; what
    ///   reading and writing throw.
    /// - Complexity: making a key takes 50 to 500 ms.
    public init(projectID: String, in directory: StateDirectory) throws(BridgeFailure) {
        let name = "service-account.json"
        self = try directory.withLock(named: name + ".lock") { () throws(BridgeFailure) in
            guard let bytes = try directory.read(name) else {
                let account = ServiceAccount(projectID: projectID, key: try SigningKey.generate())
                try directory.write(account.json.reveal().bytes(indented: true), to: name, isPrivate: true)
                return account
            }
            return try ServiceAccount(file: bytes, named: directory.file(name), projectID: projectID)
        }
    }

    private init(file bytes: [UInt8], named path: String, projectID: String) throws(BridgeFailure) {
        let value: JSONValue
        let fix = "move the file away, and a new account is made"
        do { value = try JSONValue(parsing: bytes) } catch {
            throw KeyReason.unreadableServiceAccount.failure("\(path) is \(error)", fix: fix)
        }
        do { try self.init(json: value) } catch { throw error.about(path, fix: fix) }
        guard self.projectID == projectID else {
            throw BridgeFailure(
                AuthServiceReason.otherProject,
                cause: "\(path) belongs to the project \(self.projectID), not to \(projectID)",
                fix:
                    "pass another --state directory, or name \(self.projectID) as `auth.project` in the project file; serve,"
                    + " exec and token also take --project")
        }
    }
}
