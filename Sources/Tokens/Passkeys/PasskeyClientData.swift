import BridgePrimitives

/// What the platform says that it asked the authenticator for (WebAuthn §5.8.1, `CollectedClientData`).
public struct PasskeyClientData: Hashable, Sendable {
    public enum Ceremony: String, Sendable {
        case registration = "webauthn.create"
        case signIn = "webauthn.get"
    }

    public let ceremony: String
    public let challenge: [UInt8]
    /// Scheme, host and port of the page; `https://` and the relying party's id for an app.
    public let origin: String
    /// Whether the page was in a frame of another site.
    public let isCrossOrigin: Bool

    public init(_ ceremony: Ceremony, challenge: [UInt8], origin: String, isCrossOrigin: Bool = false) {
        (self.ceremony, self.challenge) = (ceremony.rawValue, challenge)
        (self.origin, self.isCrossOrigin) = (origin, isCrossOrigin)
    }

    /// Nil for what is no JSON object with a type, a challenge in base64url and an origin.
    public init?(parsing bytes: [UInt8]) {
        guard let json = try? JSONValue(parsing: bytes), let type = json["type"]?.stringValue,
            let challenge = json["challenge"]?.stringValue.flatMap({ Base64URL.decode($0.utf8) }),
            let origin = json["origin"]?.stringValue
        else { return nil }
        (ceremony, self.challenge, self.origin) = (type, challenge, origin)
        isCrossOrigin = json["crossOrigin"]?.boolValue ?? false
    }

    /// The bytes whose SHA-256 is signed, members in the order of §5.8.1.1.
    public var bytes: [UInt8] {
        JSONValue.object(
            JSONObject([
                ("type", .string(ceremony)), ("challenge", .string(Base64URL.encode(challenge))),
                ("origin", .string(origin)), ("crossOrigin", .bool(isCrossOrigin)),
            ])
        ).bytes()
    }
}
