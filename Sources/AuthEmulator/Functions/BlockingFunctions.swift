import BridgePrimitives

/// The moments at which a project's own functions may change or stop a sign-in.
enum BlockingEvent: String, CaseIterable, Sendable {
    /// A user is about to be stored for the first time.
    case beforeCreate
    /// Tokens are about to be given out.
    case beforeSignIn
}

/// A project's blocking functions, as `config.blockingFunctions` names them. Tenants have the project's.
struct BlockingFunctions: Hashable, Sendable {
    /// Absolute URIs.
    let uris: [BlockingEvent: String]
    // Which of a provider's credentials go with the events.
    let forwardsIDToken: Bool
    let forwardsAccessToken: Bool
    let forwardsRefreshToken: Bool

    /// Members that are absent or of another type say nothing: what is stored is what an administrator sent.
    init(json: JSONObject) {
        var uris: [BlockingEvent: String] = [:]
        for event in BlockingEvent.allCases {
            uris[event] = json["triggers"]?[event.rawValue]?["functionUri"]?.stringValue
        }
        let forwards = json["forwardInboundCredentials"]
        self.uris = uris
        forwardsIDToken = forwards?["idToken"]?.boolValue ?? false
        forwardsAccessToken = forwards?["accessToken"]?.boolValue ?? false
        forwardsRefreshToken = forwards?["refreshToken"]?.boolValue ?? false
    }
}
