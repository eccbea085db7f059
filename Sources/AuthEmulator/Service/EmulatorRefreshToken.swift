import BridgePrimitives
import Tokens

/// The emulator's refresh token: the session itself as base64 JSON. Nothing is stored, nothing is proven.
struct EmulatorRefreshToken: Hashable, Sendable {
    let localID: String
    let method: SignInMethod
    let projectID: String
    var tenantID: String?

    init(localID: String, method: SignInMethod, projectID: String, tenantID: String? = nil) {
        (self.localID, self.method, self.projectID, self.tenantID) = (localID, method, projectID, tenantID)
    }

    var encoded: String {
        var object = JSONObject([
            (EmulatorRefreshText.marker, "DO NOT MODIFY"), ("localId", .string(localID)),
            ("provider", .string(method.provider)),
            ("extraClaims", .object(method.claims)), ("projectId", .string(projectID)),
        ])
        if let factor = method.secondFactor {
            object["secondFactor"] = ["identifier": .string(factor.identifier), "provider": .string(factor.kind)]
        }
        object["tenantId"] = tenantID.map { .string($0) }
        object["signInAttributes"] = method.attributes
        return StandardBase64.encode(JSONValue.object(object).bytes())
    }

    /// Returns nil for anything else.
    init?(_ text: String) {
        guard let object = EmulatorRefreshText.session(in: text), let localID = object["localId"]?.stringValue,
            let provider = object["provider"]?.stringValue, let projectID = object["projectId"]?.stringValue
        else { return nil }
        var factor: IDTokenClaims.SecondFactor?
        if let kind = object["secondFactor"]?["provider"]?.stringValue,
            let identifier = object["secondFactor"]?["identifier"]?.stringValue
        {
            factor = .init(kind: kind, identifier: identifier)
        }
        self.init(
            localID: localID,
            method: SignInMethod(
                provider, claims: object["extraClaims"]?.objectValue ?? JSONObject(), secondFactor: factor,
                attributes: object["signInAttributes"]),
            projectID: projectID, tenantID: object["tenantId"]?.stringValue)
    }
}
