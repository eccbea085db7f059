@testable import AuthEmulator
import BridgePrimitives
import Testing

extension Statement {
    static let clientReads: [Statement] = [
        Statement("2.23-01", "The project tells its number and one domain, whatever is configured.", .lenient) { wire in
            try wire.service.configure { $0.authorizedDomains = ["example.com"] }
            try await wire.get("projects") → .answersOnly(["projectId": "12345", "authorizedDomains": ["localhost"]])
        },
        Statement(
            "2.23-02", "The project tells its number and all domains that it authorizes, its own two among them.",
            .strict
        ) { wire in
            try wire.service.configure { $0.authorizedDomains = ["example.com", "demo-bridge.web.app"] }
            wire.service.announcedDomains = ["app.localhost"]
            try await wire.get("projects")
                → .answersOnly([
                    "projectId": "12345",
                    "authorizedDomains": [
                        "example.com", "demo-bridge.web.app", "demo-bridge.firebaseapp.com", "app.localhost",
                    ],
                ])
        },
        Statement("2.23-03", "There is a key for a reCAPTCHA that nobody solves.") { wire in
            let reply = try await wire.get("recaptchaParams")
            reply → .answers(["kind": "identitytoolkit#GetRecaptchaParamResponse"])
            #expect(!reply.text("recaptchaSiteKey").isEmpty && !reply.text("recaptchaStoken").isEmpty)
        },
        Statement("2.23-04", "No call is guarded by a reCAPTCHA.") { wire in
            try await wire.get("recaptchaConfig", query: "clientType=CLIENT_TYPE_WEB&version=RECAPTCHA_ENTERPRISE")
                → .answers([
                    "recaptchaKey": "projects/local/keys/none",
                    "recaptchaEnforcementState": [
                        ["provider": "PHONE_PROVIDER", "enforcementState": "OFF"],
                        ["provider": "EMAIL_PASSWORD_PROVIDER", "enforcementState": "OFF"],
                    ],
                ])
        },
        Statement("2.23-05", "The password policy has the one version that JavaScript reads.") { wire in
            let policy = try await wire.get("passwordPolicy")
            policy → .answers(["schemaVersion": 1])
            policy → .has("customStrengthOptions", "allowedNonAlphanumericCharacters", "enforcementState")
        },
        Statement("2.23-06", "Session cookies are verified by keys that are RS256 and say so.") { wire in
            let keys = try await wire.get("keys:sessionCookiePublicKeys")["keys"].arrayValue ?? []
            #expect(!keys.isEmpty)
            for key in keys {
                #expect(key["kty"] == "RSA" && key["alg"] == "RS256" && key["use"] == "sig")
                #expect(key["kid"] != nil && key["n"] != nil && key["e"] != nil)
            }
        },
        Statement("2.23-07", "The certificates of ID tokens are there by their ids.") { wire in
            let reply = try await wire.get("keys:publicKeys")
            #expect(!reply.json.isEmpty)
            for member in reply.json {
                #expect(member.value.stringValue?.hasPrefix("-----BEGIN CERTIFICATE-----") == true)
            }
        },
    ]
}

extension StatementTests {
    @Test("2.23", arguments: Statement.trials(of: Statement.clientReads))
    func clientReads(_ trial: Statement.Trial) async throws { try await trial.run() }
}
