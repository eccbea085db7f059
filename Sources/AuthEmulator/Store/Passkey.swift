import BridgePrimitives

/// A passkey that an account has.
public struct Passkey: Hashable, Sendable {
    /// As it was sent.
    public let credentialID: String
    public let name: String

    public init(credentialID: String, name: String) { (self.credentialID, self.name) = (credentialID, name) }

    /// The row of `passkeyInfo`, on the wire, in the store and in exports.
    var wireForm: JSONObject { JSONObject([("credentialId", .string(credentialID)), ("name", .string(name))]) }

    /// Nil for rows without an id.
    init?(wireForm row: JSONObject) {
        guard let id = row["credentialId"]?.stringValue, !id.isEmpty else { return nil }
        self.init(credentialID: id, name: row["name"]?.stringValue ?? "")
    }
}
