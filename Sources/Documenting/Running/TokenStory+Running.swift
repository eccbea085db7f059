import BridgePrimitives
import Tokens

/// The keys that examples are signed with, made for one run.
struct ExampleKeys: Sendable {
    let own: SigningKey
    let other: SigningKey

    /// - Throws: ``BridgeFailure`` when the system makes no keys.
    /// - Complexity: two RSA keys, some tenths of a second.
    init() throws(BridgeFailure) { (own, other) = (try .generate(keyID: "k1"), try .generate(keyID: "k2")) }
}

extension TokenStory {
    private static let project = "demo-bridge"
    private static let account = "firebase-adminsdk@demo-bridge.iam.gserviceaccount.com"

    func run(keys: ExampleKeys) throws -> ExampleRun {
        let text = try changed(token(keys: keys))
        let now = Instant(secondsSinceEpoch: Self.now)
        let reasons: [ReasonCode] =
            switch reader {
            case .verifyIDToken:
                IDTokenVerifier(projectID: Self.project)
                    .verify(text, keys: ["k1": keys.own.verificationKey], now: now).refusals.map(\.code)
            case .signInWithCustomToken:
                CustomTokenVerifier(serviceAccounts: [Self.account: keys.own.verificationKey])
                    .verify(text, now: now).refusals.map(\.code)
            case .decode: try PastedText(text).credentials.flatMap { $0.repairs.map(\.code) }
            }
        let answer = reader == .decode ? "read" : reasons.isEmpty ? "accepted" : "refused"
        return ExampleRun(description + [ExampleStep("\(reader.rawValue)(…)", answer, reasons: reasons.uniqued())])
    }

    private var headerObject: JSONObject {
        var header = JSONObject([("alg", "RS256"), ("typ", "JWT")])
        if kind != .customToken { header["kid"] = "k1" }
        for member in self.header { header[member.name] = member.value }
        return header
    }

    private var payload: JSONObject {
        let now = Self.now
        var claims: JSONObject
        switch kind {
        case .customToken:
            claims = JSONObject([
                ("iss", .string(Self.account)), ("sub", .string(Self.account)),
                ("aud", .string(CustomTokenClaims.audience)), ("iat", .integer(now - 10)),
                ("exp", .integer(now + 3590)), ("uid", "taro"),
            ])
        case .idToken, .sessionCookie:
            let issuer =
                kind == .idToken
                ? IDTokenClaims.issuer(of: Self.project)
                : IDTokenVerifier(projectID: Self.project, form: .sessionCookie).issuer
            claims = JSONObject([
                ("iss", .string(issuer)), ("aud", .string(Self.project)), ("auth_time", .integer(now - 60)),
                ("sub", "taro"), ("user_id", "taro"), ("iat", .integer(now - 10)), ("exp", .integer(now + 3590)),
            ])
        }
        for member in self.claims { claims[member.name] = member.value }
        return claims
    }

    private func token(keys: ExampleKeys) throws -> String {
        if case .payloadOnly = change { return JSONValue.object(payload).text() }
        var payloadText = JSONValue.object(payload).text()
        if case .repeated(let name) = change, let value = payload[name] {
            payloadText = "{\(JSONValue.string(name).text()):\(value.text())," + payloadText.dropFirst()
        }
        let input =
            Base64URL.encode(Array(JSONValue.object(headerObject).text().utf8)) + "."
            + Base64URL.encode(Array(payloadText.utf8))
        let signed: [UInt8] =
            switch signature {
            case .own: try keys.own.signature(for: Array(input.utf8))
            case .other: try keys.other.signature(for: Array(input.utf8))
            case .nobody: []
            }
        return input + "." + Base64URL.encode(signed)
    }

    private func changed(_ token: String) -> String {
        switch change {
        case nil, .payloadOnly, .repeated: token
        case .replaced(let text): text
        case .quoted: "\"\(token)\""
        case .percentEncoded: token.replacing(".", with: "%2E")
        case .broken: "\(token.prefix(60))\n  \(token.dropFirst(60))"
        case .lengthened(let count): token + String(repeating: "A", count: count)
        }
    }

    /// What the token is: its parts as JSON, never the token itself.
    private var description: [ExampleStep] {
        if case .replaced(let text) = change {
            return [ExampleStep("the text  \(text.isEmpty ? "(empty)" : text)")]
        }
        var steps = [
            ExampleStep("header   \(short(.object(headerObject)))"),
            ExampleStep("payload  \(short(.object(payload)))"),
            ExampleStep("signed with \(signature.rawValue)\(changeWords)"),
        ]
        if case .payloadOnly = change { steps = [steps[1]] }
        return steps
    }

    private func short(_ value: JSONValue) -> String {
        let text = value.text()
        return text.utf8.count > 600 ? "\(text.prefix(300))… (\(text.utf8.count) bytes)" : text
    }

    private var changeWords: String {
        switch change {
        case nil, .replaced, .payloadOnly: ""
        case .quoted: ", then put in quotes"
        case .percentEncoded: ", then percent-encoded"
        case .broken: ", then broken into two lines"
        case .lengthened(let count): ", then \(count) bytes longer"
        case .repeated(let name): "; \(name) stands twice in the payload"
        }
    }
}
