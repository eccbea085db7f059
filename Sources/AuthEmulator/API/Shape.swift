import BridgePrimitives

/// What a member of a request or reply looks like: enough for an OpenAPI document that tools can make requests from.
indirect enum Shape: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    case text
    case flag
    /// A JSON number.
    case number
    /// A 64-bit integer as text; requests may send a number.
    case int64
    case choice([String])
    case list(Shape)
    case object([Member])
    /// Any JSON object.
    case anything

    struct Member: Hashable, Sendable {
        let name: String
        let shape: Shape
    }

    init(dictionaryLiteral elements: (String, Shape)...) {
        self = .object(elements.map { Member(name: $0.0, shape: $0.1) })
    }

    static let empty = Shape.object([])

    /// The same object with more members.
    func with(_ more: Shape) -> Shape {
        guard case .object(let own) = self, case .object(let others) = more else { return self }
        return .object(own + others.filter { other in !own.contains { $0.name == other.name } })
    }

    /// As deep as the shapes that are written down in this module.
    var schema: JSONObject {
        switch self {
        case .text: JSONObject([("type", "string")])
        case .flag: JSONObject([("type", "boolean")])
        case .number: JSONObject([("type", "number")])
        case .int64: JSONObject([("type", "string"), ("format", "int64"), ("pattern", "^-?[0-9]{1,15}$")])
        case .choice(let values):
            JSONObject([("type", "string"), ("enum", .array(values.map { .string($0) }))])
        case .list(let element): JSONObject([("type", "array"), ("items", .object(element.schema))])
        case .object(let members):
            JSONObject([
                ("type", "object"),
                ("properties", .object(JSONObject(members.map { ($0.name, .object($0.shape.schema)) }))),
            ])
        case .anything: JSONObject([("type", "object")])
        }
    }
}

extension Shape {
    // What many replies share.
    static let tokens: Shape = ["idToken": .text, "refreshToken": .text, "expiresIn": .text]
    static let factors = Shape.list([
        "mfaEnrollmentId": .text, "displayName": .text, "enrolledAt": .text, "phoneInfo": .text,
        "unobfuscatedPhoneInfo": .text, "totpInfo": .anything,
    ])
    static let challenge: Shape = ["mfaPendingCredential": .text, "mfaInfo": factors]
    static let identities = Shape.list([
        "providerId": .text, "rawId": .text, "federatedId": .text, "email": .text, "displayName": .text,
        "photoUrl": .text, "screenName": .text, "phoneNumber": .text,
    ])
    static let user: Shape = [
        "localId": .text, "email": .text, "emailVerified": .flag, "displayName": .text, "photoUrl": .text,
        "phoneNumber": .text, "disabled": .flag, "passwordHash": .text, "salt": .text,
        "passwordUpdatedAt": .number, "validSince": .int64, "createdAt": .int64, "lastLoginAt": .int64,
        "lastRefreshAt": .text, "providerUserInfo": identities, "customAttributes": .text, "customAuth": .flag,
        "emailLinkSignin": .flag, "initialEmail": .text, "tenantId": .text, "mfaInfo": factors,
    ]
    static let error: Shape = [
        "error": [
            "code": .number, "message": .text,
            "errors": .list([
                "message": .text, "reason": .text, "domain": .text, "location": .text, "locationType": .text,
            ]),
            "status": .text,
        ]
    ]
}
