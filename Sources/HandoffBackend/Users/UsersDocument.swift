import BridgePrimitives

/// JSON:API documents about users, written and read.
enum UsersDocument: Sendable {
    static let type = "users"
    /// Room for a name and what stands around it.
    static let byteLimit = 64 * 1024
    private static let nameLimit = 256

    // MARK: - Writing

    static func path(of user: RegisteredUser) -> String { "/v1/users/\(user.id)" }

    /// `{"jsonapi":…,"links":…,"data":{"type":"users","id":…,"attributes":…,"links":…}}`.
    ///
    /// - Parameter requestPath: where the document was asked for.
    static func document(of user: RegisteredUser, at requestPath: String) -> JSONValue {
        let profile = user.profile
        func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
        return [
            "jsonapi": version, "links": ["self": .string(requestPath)],
            "data": [
                "type": .string(type), "id": .string(String(user.id)),
                "attributes": [
                    "uid": .string(profile.uid), "name": optional(profile.name), "email": optional(profile.email),
                    "picture": optional(profile.picture), "sign-in-provider": optional(profile.signInProvider),
                    "created-at": .string(user.createdAt.rfc3339),
                ],
                "links": ["self": .string(path(of: user))],
            ],
        ]
    }

    /// `{"jsonapi":…,"errors":[…]}`, one error for each reason.
    static func errors(_ status: Int, _ reasons: [any Reason], source: ErrorSource?) -> JSONValue {
        let errors = reasons.map { reason -> JSONValue in
            var error = JSONObject([
                ("status", .string(String(status))), ("code", .string(reason.rawValue)),
                ("title", .string(reason.meaning)), ("detail", .string(reason.fix)),
            ])
            switch source {
            case .pointer(let pointer): error["source"] = ["pointer": .string(pointer)]
            case .header(let name): error["source"] = ["header": .string(name)]
            case nil: break
            }
            return .object(error)
        }
        return ["jsonapi": version, "errors": .array(errors)]
    }

    private static let version: JSONValue = ["version": "1.1"]

    // MARK: - Reading

    /// The name in a document that registers somebody; nil when it gives none.
    ///
    /// Apple tells the name to the app alone, so it may come from there; what identifies the user may not.
    static func name(in body: [UInt8]) throws(UsersReason.Refusal) -> String? {
        guard let document = (try? JSONValue(parsing: body))?.objectValue else {
            throw UsersReason.Refusal(.brokenDocument, at: .pointer(""))
        }
        guard let data = document["data"]?.objectValue, let type = data["type"]?.stringValue else {
            throw UsersReason.Refusal(.brokenDocument, at: .pointer("/data"))
        }
        guard type == Self.type else { throw UsersReason.Refusal(.wrongType, at: .pointer("/data/type")) }
        guard data["id"] == nil else { throw UsersReason.Refusal(.clientGeneratedID, at: .pointer("/data/id")) }
        guard data["relationships"] == nil else {
            throw UsersReason.Refusal(.memberNotSettable, at: .pointer("/data/relationships"))
        }
        guard let value = data["attributes"], value != .null else { return nil }
        let place = "/data/attributes"
        guard let attributes = value.objectValue else {
            throw UsersReason.Refusal(.brokenDocument, at: .pointer(place))
        }
        // The name of the member isn't repeated: it may be anything, a token too.
        guard attributes.names.allSatisfy({ $0 == "name" }) else {
            throw UsersReason.Refusal(.memberNotSettable, at: .pointer(place))
        }
        guard let name = attributes["name"], name != .null else { return nil }
        guard let text = name.stringValue, !text.isEmpty, text.utf8.count <= nameLimit else {
            throw UsersReason.Refusal(.badName, at: .pointer(place + "/name"))
        }
        return text
    }
}
