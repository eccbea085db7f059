import AuthEmulator
import BridgePrimitives
import Testing

extension Statement {
    private static func body(_ identifier: String) -> JSONValue {
        ["identifier": .string(identifier), "continueUri": "http://localhost"]
    }

    static let createAuthURI: [Statement] = [
        Statement("2.13-01", "Identifier and continueUri are missing before they are wrong, and a provider before all.")
        { wire in
            try await wire.post("accounts:createAuthUri") → .refused("MISSING_IDENTIFIER")
            try await wire.post("accounts:createAuthUri", ["identifier": "x"]) → .refused("MISSING_CONTINUE_URI")
            try await wire.post("accounts:createAuthUri", ["identifier": "x", "continueUri": "y"])
                → .refused("INVALID_IDENTIFIER")
            try await wire.post("accounts:createAuthUri", ["identifier": "a@example.com", "continueUri": "y"])
                → .refused("INVALID_CONTINUE_URI")
            try await wire.post("accounts:createAuthUri", ["providerId": ""])
                → .refused("NOT_IMPLEMENTED : providerId", status: 501)
        },
        Statement("2.13-02", "Nobody's address has no methods, and the sessionId is the request's or a new one.") {
            wire in
            try await wire.post("accounts:createAuthUri", adding("sessionId", "s", to: body("a@example.com")))
                → .answersOnly([
                    "kind": "identitytoolkit#CreateAuthUriResponse", "allProviders": [], "registered": false,
                    "signinMethods": [], "sessionId": "s",
                ])
            let made = try await wire.post(
                "accounts:createAuthUri", ["identifier": "a@example.com", "continueUri": "app:x"])
            #expect(made.text("sessionId").utf8.count == 27)
        },
        Statement("2.13-03", "A password and a link are one provider; a phone is none; all rows of the owner are told.")
        { wire in
            try await wire.user([
                "localId": "hana", "email": "hana@example.com", "password": "correct-horse",
                "phoneNumber": "+819000000001",
            ])
            try await wire.post(
                "accounts:update",
                [
                    "localId": "hana",
                    "linkProviderUserInfo": ["providerId": "google.com", "rawId": "g", "email": "other@example.com"],
                ], as: .admin) → .done
            // By the address, and by the one at the provider.
            for identifier in ["HANA@example.com", "other@example.com"] {
                try await wire.post("accounts:createAuthUri", body(identifier))
                    → .answers([
                        "registered": true, "allProviders": ["password", "google.com"],
                        "signinMethods": ["password", "google.com"],
                    ])
            }
        },
        Statement("2.13-04", "Somebody without any method is registered all the same.") { wire in
            try await wire.user(["email": "bare@example.com"])
            try await wire.post("accounts:createAuthUri", body("bare@example.com"))
                → .answers(["registered": true, "allProviders": [], "signinMethods": []])
        },
        Statement(
            "2.13-05",
            "Where addresses may be shared, providers are not told, and count only with an address of their own."
        ) {
            wire in
            try wire.service.configure { $0.allowsDuplicateEmails = true }
            try await wire.user(["localId": "hana"])
            try await wire.post(
                "accounts:update",
                [
                    "localId": "hana",
                    "linkProviderUserInfo": ["providerId": "google.com", "rawId": "g", "email": "hana@example.com"],
                ], as: .admin) → .done
            try await wire.post("accounts:createAuthUri", body("hana@example.com"))
                → .answers(["registered": false, "allProviders": [], "signinMethods": []])
            try await wire.user(["email": "hana@example.com", "password": "correct-horse"])
            try await wire.post("accounts:createAuthUri", body("hana@example.com"))
                → .answers(["registered": true, "allProviders": ["password"], "signinMethods": ["password"]])
        },
        Statement("2.13-06", "With e-mail privacy nothing is told.") { wire in
            try wire.service.configure { $0.improvedEmailPrivacy = true }
            let asked = try await wire.post("accounts:createAuthUri", body("a@example.com"))
            #expect(Set(asked.json.names) == ["kind", "sessionId"])
        },
        Statement(
            "2.13-07", "Nothing leads on to the continueUri: any domain will do, as iOS always names one of Google's."
        ) { wire in
            for uri in ["http://www.google.com/", "https://elsewhere.test/x", "myapp://back"] as [JSONValue] {
                try await wire.post(
                    "accounts:createAuthUri", ["identifier": "a@example.com", "continueUri": uri])
                    → .answers(["registered": false])
            }
        },
    ]
}

extension StatementTests {
    @Test("2.13", arguments: Statement.trials(of: Statement.createAuthURI))
    func createAuthURI(_ trial: Statement.Trial) async throws { try await trial.run() }
}
