import AuthEmulator
import BridgePrimitives
import Testing

extension WireFixture {
    /// The query of the latest code's link.
    fileprivate func link(_ body: JSONValue) async throws -> String {
        try await post("accounts:sendOobCode", body) → .done
        let link = try await latestOobCode()["oobLink"]?.stringValue ?? ""
        return String(link.split(separator: "?", maxSplits: 1).last ?? "")
    }
}

extension Statement {
    private static let page = "/emulator/action"

    private static func fails(_ error: String) -> Expected {
        .satisfies { $0.status == 400 && $0["authEmulator"]["error"] == .string(error) }
    }

    static let actionPage: [Statement] = [
        Statement("2.28-01", "Key, code and mode are asked for in this order.") { wire in
            await wire.raw("GET", "\(page)?mode=x") → fails("missing apiKey query parameter")
            await wire.raw("GET", "\(page)?mode=x&apiKey=k") → fails("missing oobCode query parameter")
            await wire.raw("GET", "\(page)?mode=x&apiKey=k&oobCode=c") → fails("Invalid mode")
        },
        Statement("2.28-02", "A visit applies the code, once.") { wire in
            let idToken = try await wire.taro(verified: false)
            let link = try await wire.link(["requestType": "VERIFY_EMAIL", "idToken": idToken])
            await wire.raw("GET", "\(page)?\(link)")
                → .answersOnly([
                    "authEmulator": [
                        "success": "The email has been successfully verified.", "email": "taro@example.com",
                    ]
                ])
            await wire.raw("GET", "\(page)?\(link)")
                → fails(
                    "Your request to verifyEmail has expired or the link has already been used: INVALID_OOB_CODE.")
        },
        Statement("2.28-03", "A reset asks for the password once it knows the code, which stays good meanwhile.") {
            wire in
            _ = try await wire.taro()
            let link = try await wire.link(["requestType": "PASSWORD_RESET", "email": "taro@example.com"])
            for more in ["", "&newPassword=NEW_PASSWORD_HERE"] {
                let asked = await wire.raw("GET", "\(page)?\(link)\(more)")
                asked → fails("missing newPassword query parameter")
                #expect(
                    asked["authEmulator"]["urlTemplate"]
                        == .string("http://127.0.0.1:9099\(page)?\(link)&newPassword=NEW_PASSWORD_HERE"))
            }
            await wire.raw("GET", "\(page)?\(link)&newPassword=short")
                → .refused("WEAK_PASSWORD : Password should be at least 6 characters")
            await wire.raw("GET", "\(page)?\(link)&newPassword=battery-staple") → .has("authEmulator")
        },
        Statement("2.28-04", "Verifying and changing apply any code about an address; a reset's is none.") { wire in
            let idToken = try await wire.taro(verified: false)
            let link = try await wire.link(["requestType": "VERIFY_EMAIL", "idToken": idToken])
            let reset = try await wire.link(["requestType": "PASSWORD_RESET", "email": "taro@example.com"])
            let code = reset.replacing("mode=resetPassword", with: "mode=verifyEmail")
            await wire.raw("GET", "\(page)?\(code)")
                → fails(
                    "Your request to verifyEmail has expired or the link has already been used: INVALID_OOB_CODE.")
            await wire.raw(
                "GET", "\(page)?\(link.replacing("mode=verifyEmail", with: "mode=verifyAndChangeEmail"))")
                → .has("authEmulator")
            #expect(try await wire.record(of: "taro")["emailVerified"] == true)
        },
        Statement("2.28-05", "An address that is taken meanwhile is refused as an endpoint refuses it.") { wire in
            let idToken = try await wire.taro()
            let link = try await wire.link([
                "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": idToken, "newEmail": "new@example.com",
            ])
            try await wire.user(["email": "new@example.com"])
            await wire.raw("GET", "\(page)?\(link)") → .refused("EMAIL_EXISTS")
        },
        Statement("2.28-06", "Success goes on to the address of the link.") { wire in
            _ = try await wire.taro()
            let link = try await wire.link([
                "requestType": "PASSWORD_RESET", "email": "taro@example.com", "continueUrl": "http://localhost/done",
            ])
            let asked = await wire.raw("GET", "\(page)?\(link)&newPassword=battery-staple")
            #expect(asked.status == 303 && asked.redirect == "http://localhost/done")
        },
        Statement("2.28-07", "Signing in goes on with every parameter, whatever the code is.") { wire in
            await wire.raw("GET", "\(page)?mode=signIn&apiKey=k&oobCode=c")
                → fails("Missing continueUrl query parameter")
            let asked = await wire.raw(
                "GET", "\(page)?mode=signIn&apiKey=k&oobCode=c&z=1&continueUrl=http%3A%2F%2Flocalhost%2F%3Fa%3Db&y=%26")
            #expect(
                asked.status == 303
                    && asked.redirect == "http://localhost/?a=b&mode=signIn&oobCode=c&apiKey=k&y=%26&z=1")
        },
    ]
}

extension StatementTests {
    @Test("2.28", arguments: Statement.trials(of: Statement.actionPage))
    func actionPage(_ trial: Statement.Trial) async throws { try await trial.run() }
}
