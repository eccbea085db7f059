import BridgePrimitives

/// What a reply gives to a request that can follow it (OpenAPI 3.0.3 §4.8.20): with it whoever makes requests of the
/// document goes on from what is there, and does not only meet what is missing.
struct OpenAPILink: Hashable, Sendable {
    /// Unique among those of one reply.
    let name: String
    /// The endpoint that it leads to, by its id.
    let target: String
    /// On whose paths it stands. Users get tokens, administrators ids.
    let caller: AuthCaller
    /// Members of the next body: runtime expressions, or values as they are.
    let body: JSONObject
    /// Parameters of the next request, by their names: runtime expressions.
    let parameters: JSONObject

    private init(
        _ name: String, _ target: String, by caller: AuthCaller, body: JSONObject = JSONObject(),
        parameters: JSONObject = JSONObject()
    ) {
        (self.name, self.target, self.caller) = (name, target, caller)
        (self.body, self.parameters) = (body, parameters)
    }

    /// - Parameters:
    ///   - operationID: of the operation that ``target`` is for whoever asked before.
    ///   - path: the source's, whose project and tenant the next request is about as well.
    ///   - targetPath: the target's.
    func json(operationID: String, from path: String, to targetPath: String) -> JSONObject {
        var json = JSONObject([("operationId", .string(operationID))])
        var parameters = parameters
        for name in ["project", "tenant"] where path.contains("{\(name)}") && targetPath.contains("{\(name)}") {
            parameters[name] = .string("$request.path.\(name)")
        }
        if !parameters.isEmpty { json["parameters"] = .object(parameters) }
        if !body.isEmpty { json["requestBody"] = .object(body) }
        return json
    }

    // MARK: - The links of each endpoint

    /// Those of an endpoint's reply, on the paths of users and of administrators; none for most.
    static func links(of endpoint: String) -> [OpenAPILink] { table[endpoint] ?? [] }

    /// By the ids of the endpoints whose replies they stand in.
    static let table: [String: [OpenAPILink]] = {
        var table: [String: [OpenAPILink]] = [
            "token": session(idToken: "id_token", refreshToken: "refresh_token"),
            "accounts:sendVerificationCode": [
                OpenAPILink(
                    "signInWithPhoneNumber", "accounts:signInWithPhoneNumber", by: .user,
                    body: JSONObject([("sessionInfo", said("sessionInfo"))]))
            ],
            "mfaEnrollment:start": [
                OpenAPILink(
                    "finalize", "mfaEnrollment:finalize", by: .user,
                    body: JSONObject([
                        ("idToken", "$request.body#/idToken"),
                        ("phoneVerificationInfo", ["sessionInfo": said("phoneSessionInfo/sessionInfo")]),
                    ]))
            ],
            "accounts:sendOobCode": ["accounts:resetPassword", "accounts:update"].map { target in
                OpenAPILink(
                    String(target.dropFirst("accounts:".count)), target, by: .admin,
                    body: JSONObject([("oobCode", said("oobCode"))]))
            },
            "tenants:create": ["get", "patch", "delete"].map { verb in
                OpenAPILink(
                    verb, "tenants:\(verb)", by: .admin, parameters: JSONObject([("id", said("tenantId"))]))
            },
            "tenants:list": [nextPage("tenants:list", parameter: "pageToken")],
            "accounts:batchGet": [
                nextPage("accounts:batchGet", parameter: "nextPageToken"),
                user("lookup", JSONObject([("localId", [said("users/0/localId")])])),
            ],
        ]
        // Whatever signs in, or signs in anew.
        for id in [
            "accounts:signInWithPassword", "accounts:signInWithCustomToken", "accounts:signInWithEmailLink",
            "accounts:signInWithIdp", "accounts:signInWithPhoneNumber", "accounts:update", "mfaEnrollment:finalize",
            "mfaEnrollment:withdraw", "mfaSignIn:finalize", "passkeyEnrollment:finalize", "passkeySignIn:finalize",
        ] { table[id] = session(idToken: "idToken", refreshToken: "refreshToken") }
        table["accounts:signUp"] =
            session(idToken: "idToken", refreshToken: "refreshToken") + [
                user("lookup", JSONObject([("localId", [said("localId")])])),
                user("update", JSONObject([("localId", said("localId"))])),
                user("delete", JSONObject([("localId", said("localId"))])),
                user("batchDelete", JSONObject([("localIds", [said("localId")])])),
            ]
        for collection in ProviderConfig.Collection.allCases {
            let parameters = JSONObject([("id", .string("$request.query.\(collection.idParameter)"))])
            table["\(collection.rawValue):create"] = ["get", "patch", "delete"].map { verb in
                OpenAPILink(verb, "\(collection.rawValue):\(verb)", by: .admin, parameters: parameters)
            }
        }
        return table
    }()

    /// What somebody does who is signed in.
    private static func session(idToken: String, refreshToken: String) -> [OpenAPILink] {
        [
            "accounts:lookup", "accounts:update", "accounts:delete", "accounts:sendOobCode", "accounts:signUp",
            "mfaEnrollment:start", "passkeyEnrollment:start",
        ].map { target in
            OpenAPILink(
                target.split(separator: ":").joined(separator: "."), target, by: .user,
                body: JSONObject([("idToken", said(idToken))]))
        } + [
            OpenAPILink(
                "token", "token", by: .user,
                body: JSONObject([("grant_type", "refresh_token"), ("refresh_token", said(refreshToken))]))
        ]
    }

    /// What an administrator does with a user.
    private static func user(_ verb: String, _ body: JSONObject) -> OpenAPILink {
        OpenAPILink(verb, "accounts:\(verb)", by: .admin, body: body)
    }

    private static func nextPage(_ endpoint: String, parameter: String) -> OpenAPILink {
        OpenAPILink(
            "nextPage", endpoint, by: .admin, parameters: JSONObject([(parameter, said("nextPageToken"))]))
    }

    /// The place in the reply's body (RFC 6901).
    private static func said(_ place: String) -> JSONValue { .string("$response.body#/\(place)") }
}
