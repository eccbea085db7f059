@testable import AuthEmulator
import BridgePrimitives
import BridgeTrace
import SAML
import Testing
import Tokens

/// A SAML provider that the project trusts.
struct TrustedProvider {
    static let handler = "https://demo.example/__/auth/handler"
    let issuer: SAMLIssuer

    /// Configures it as `saml.theirs`.
    init(in wire: WireFixture, tenant: String? = nil) async throws {
        issuer = try SAMLIssuer(entityID: "idp", key: Fixture.keys.get().account, validFrom: Fixture.start)
        let config: JSONValue = [
            "enabled": true,
            "idpConfig": [
                "idpEntityId": "idp", "ssoUrl": "https://idp.example/sso",
                "idpCertificates": [["x509Certificate": .string(issuer.certificatePEM)]],
            ],
            "spConfig": ["spEntityId": "sp", "callbackUri": .string(Self.handler)],
        ]
        try await wire.post(
            "inboundSamlConfigs:create", config, as: .admin, tenant: tenant, query: "inboundSamlConfigId=saml.theirs")
            → .done
    }

    /// The form's text.
    func response(
        _ nameID: String, at now: Instant, id: String = "_a1", _ change: (inout SAMLIssuer.Statement) -> Void = { _ in }
    ) throws -> String {
        var statement = SAMLIssuer.Statement(
            nameID: nameID, audience: "sp", consumerURL: Self.handler, request: nil, issuedAt: now)
        change(&statement)
        return StandardBase64.encode(Array(try issuer.response(statement, ids: ("_r1", id)).utf8))
    }
}

extension WireFixture {
    func signIn(
        bySAML response: String, tenant: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Asked {
        try await assert(
            FormBody.text([("providerId", "saml.theirs"), ("SAMLResponse", response)]), tenant: tenant,
            sourceLocation: sourceLocation)
    }
}

extension Statement {
    private static func refused(_ reason: SAMLReason) -> Expected {
        .refused("INVALID_IDP_RESPONSE : \(reason.meaning)")
    }

    static let samlVerified: [Statement] = [
        Statement("11.2-40", "A signed response signs in by its name identifier, whose address is verified.", .strict) {
            wire in
            let provider = try await TrustedProvider(in: wire)
            let asked = try await wire.signIn(
                bySAML: provider.response("Taro@Example.com", at: wire.clock.now) { $0.attributes = [("role", ["x"])] })
            asked
                → .answers([
                    "isNewUser": true, "providerId": "saml.theirs", "federatedId": "Taro@Example.com",
                    "email": "taro@example.com", "emailVerified": true, "rawUserInfo": #"{"role":"x"}"#,
                    "oauthIdToken": .null,
                ])
            #expect(asked.claims["firebase"]?["sign_in_attributes"] == ["role": "x"])
            #expect(asked.claims["firebase"]?["sign_in_provider"] == "saml.theirs")
            try await wire.signIn(
                bySAML: provider.response("Taro@Example.com", at: wire.clock.now, id: "_a2"))
                → .answers(["localId": asked["localId"], "isNewUser": .null])
        },
        Statement("11.2-41", "A name identifier that is no address gives a user without one.", .strict) { wire in
            let provider = try await TrustedProvider(in: wire)
            let asked = try await wire.signIn(bySAML: provider.response("u-17", at: wire.clock.now))
            asked → .answers(["federatedId": "u-17", "email": .null])
            #expect(try await wire.record(of: asked.text("localId"))["email"] == nil)
        },
        Statement("11.2-42", "The emulator's JSON, and an ID token in place of a response, sign nobody in.", .strict) {
            wire in
            _ = try await TrustedProvider(in: wire)
            try await wire.signIn(at: "saml.theirs", ["sub": "s"])
                → .refused("INVALID_IDP_RESPONSE : saml.theirs needs a SAMLResponse.")
            try await wire.signIn(bySAML: #"{"assertion":{"subject":{"nameId":"taro"}}}"#) → refused(.notBase64)
        },
        Statement("11.2-43", "Other keys, audiences and places, and other times, are refused.", .strict) { wire in
            let provider = try await TrustedProvider(in: wire)
            let now = wire.clock.now
            let foreign = try SAMLIssuer(entityID: "idp", key: Fixture.foreignKey.get(), validFrom: Fixture.start)
            let statement = SAMLIssuer.Statement(
                nameID: "n", audience: "sp", consumerURL: TrustedProvider.handler, request: nil, issuedAt: now)
            let forged = try foreign.response(statement, ids: ("_r", "_a"))
            try await wire.signIn(bySAML: StandardBase64.encode(Array(forged.utf8))) → refused(.signatureWrong)
            try await wire.signIn(bySAML: provider.response("n", at: now) { $0.audience = "other" })
                → refused(.wrongAudience)
            try await wire.signIn(bySAML: provider.response("n", at: now) { $0.consumerURL = "https://x.test/" })
                → refused(.wrongDestination)
            try await wire.signIn(bySAML: provider.response("n", at: now) { $0.request = "_q" })
                → refused(.requestDiffers)
            let early = try provider.response("n", at: now + .seconds(1))
            try await wire.signIn(bySAML: early) → refused(.notYetValid)
            wire.clock.advance(by: .seconds(301))
            try await wire.signIn(bySAML: early) → refused(.expired)
        },
        Statement("11.2-44", "An assertion is good once.", .strict) { wire in
            let provider = try await TrustedProvider(in: wire)
            let response = try provider.response("n", at: wire.clock.now)
            try await wire.signIn(bySAML: response) → .done
            try await wire.signIn(bySAML: response) → refused(.replayed)
        },
        Statement("11.2-45", "All that is wrong is in the trace.", .strict) { wire in
            let provider = try await TrustedProvider(in: wire)
            _ = try await wire.signIn(
                bySAML: provider.response("n", at: wire.clock.now) {
                    ($0.audience, $0.consumerURL) = ("other", "https://x.test/")
                })
            let reasons = wire.fixture.trace.events.flatMap(\.reasons).map(\.rawValue)
            #expect(
                reasons == [
                    "auth/invalid-idp-response", "saml/wrong-destination", "saml/wrong-recipient",
                    "saml/wrong-audience",
                ])
        },
        Statement("11.2-46", "A SAML sign-in with a known address merges, as one that is verified.", .strict) { wire in
            _ = try await wire.taro(verified: true)
            let provider = try await TrustedProvider(in: wire)
            try await wire.signIn(bySAML: provider.response("TARO@example.com", at: wire.clock.now))
                → .answers(["localId": "taro", "needConfirmation": .null])
        },
        Statement("11.2-47", "A tenant trusts its own providers, not the project's.", .strict) { wire in
            let provider = try await TrustedProvider(in: wire)
            let tenant = try await wire.tenant()
            try await wire.signIn(bySAML: provider.response("n", at: wire.clock.now), tenant: tenant)
                → .refused("OPERATION_NOT_ALLOWED")
            let own = try await TrustedProvider(in: wire, tenant: tenant)
            try await wire.signIn(bySAML: own.response("n", at: wire.clock.now), tenant: tenant) → .done
        },
    ]
}

extension StatementTests {
    @Test("11: SAML itself", arguments: Statement.trials(of: Statement.samlVerified))
    func samlVerified(_ trial: Statement.Trial) async throws { try await trial.run() }
}
