public import BridgePrimitives
import BridgeTrace

/// What must be so of a token at the end. What is nil is not looked at.
public struct TokenCondition: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        /// The one that the backend answered with last.
        case custom
        /// The native app's.
        case id
        /// That of the page's user.
        case pageID = "page-id"

        var text: String {
            switch self {
            case .custom: "the custom token"
            case .id: "the app's ID token"
            case .pageID: "the page's ID token"
            }
        }
    }

    public var kind: Kind
    /// Claims that it has, and perhaps others.
    public var claims = JSONObject()
    public var issuer: String?
    public var provider: String?
    /// Since it was issued, by the world's clock.
    public var age: DurationBounds?

    public init(_ kind: Kind) { self.kind = kind }

    func mismatches(with observation: Observation) -> [Mismatch] {
        guard let token = observation.tokens.last(where: { $0.kind == kind }) else {
            return [.unless(false, kind.text, "there is none", because: observation.verdictReasons, about: .ending)]
                .compactMap(\.self)
        }
        var found: [Mismatch?] = []
        func shown(_ value: JSONValue?) -> String {
            value.map { "it has \(observation.masking.text($0.text()))" } ?? "it has none"
        }
        for (name, wanted) in claims {
            // The backend's own claims stand in a custom token under one name (they are on top in what it buys).
            let actual = (kind == .custom ? token.claims["claims"]?[name] : nil) ?? token.claims[name]
            found.append(
                .unless(actual == wanted, "\(kind.text) with the claim \(name) \(wanted.text())", shown(actual)))
        }
        if let issuer {
            found.append(
                .unless(
                    token.claims["iss"]?.stringValue == issuer, "\(kind.text) of the issuer \(issuer)",
                    shown(token.claims["iss"])))
        }
        if let provider {
            let actual = token.claims["firebase"]?["sign_in_provider"]
            found.append(
                .unless(
                    actual?.stringValue == provider, "\(kind.text) of a sign-in with \(provider)", shown(actual)))
        }
        if let age, let issued = token.claims["iat"]?.integerValue {
            let actual = observation.now - Instant(secondsSinceEpoch: issued)
            found.append(
                .unless(
                    age.contains(actual), "\(kind.text) \(age.text) old", "it is \(actual.worldText) old"))
        }
        return found.compactMap(\.self)
    }
}

extension TokenCondition {
    static let settings = Settings(
        "tokens", startingWith: Self(.custom),
        [
            Field<Self>(
                "kind", \.kind, .word,
                "The backend's last `custom` token, the app's `id` token, or that of the page's user, which only the model shows."
            ).required("which token?", "add `kind: custom`"),
            Field("claims", \.claims, .claims, "Claims that it has, perhaps beside others."),
            Field("issuer", \.issuer, .text, "Its `iss`."),
            Field("provider", \.provider, .text, "How its user signed in: `password`, `custom`, `apple.com` …")
                .only("a custom token is of no sign-in") { $0.kind != .custom },
            Field(
                "age", \.age,
                .settings(DurationBounds.settings("age")),
                "How long ago it was issued, by the world's clock."),
        ])
}

extension FieldType<JSONObject> {
    /// Claims by name, each any JSON.
    static var claims: Self {
        let json = FieldType<JSONValue>.json(placeholders: [])
        return FieldType(.json) { node, reader in
            guard let value = json.read(node, &reader) else { return nil }
            return value.objectValue
                ?? reader.refuse(.wrongType, node, "claims are `name: value` pairs", "write `claims: { role: admin }`")
        }
    }
}
