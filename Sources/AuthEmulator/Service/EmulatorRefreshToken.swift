import BridgePrimitives

/// The emulator's refresh token: the session itself as base64 JSON. Nothing is stored, nothing is proven.
struct EmulatorRefreshToken: Hashable, Sendable {
    let localID: String
    let provider: String
    let claims: JSONObject
    let projectID: String

    private static let marker = "_AuthEmulatorRefreshToken"

    init(localID: String, provider: String, claims: JSONObject, projectID: String) {
        (self.localID, self.provider, self.claims, self.projectID) = (localID, provider, claims, projectID)
    }

    var encoded: String {
        let object: JSONValue = [
            "_AuthEmulatorRefreshToken": "DO NOT MODIFY", "localId": .string(localID), "provider": .string(provider),
            "extraClaims": .object(claims), "projectId": .string(projectID),
        ]
        return StandardBase64.encode(object.bytes())
    }

    /// Returns nil for anything else.
    init?(_ text: String) {
        guard let bytes = StandardBase64.decode(text), let object = try? JSONValue(parsing: bytes),
            object[Self.marker] != nil, let localID = object["localId"]?.stringValue,
            let provider = object["provider"]?.stringValue, let projectID = object["projectId"]?.stringValue
        else { return nil }
        self.init(
            localID: localID, provider: provider, claims: object["extraClaims"]?.objectValue ?? JSONObject(),
            projectID: projectID)
    }
}
