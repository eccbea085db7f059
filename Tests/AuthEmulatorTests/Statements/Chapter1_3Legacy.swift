import AuthEmulator
import BridgePrimitives
import Testing

extension Statement {
    private static let legacy = "/www.googleapis.com/identitytoolkit/v3/relyingparty"

    static let legacyNames: [Statement] = [
        Statement("1.3-01", "Each name of version 3 is the version 1 call of the table.") { wire in
            // What each says of an empty request is what the call that it stands for says.
            for (name, message) in [
                ("createAuthUri", "MISSING_IDENTIFIER"), ("deleteAccount", "MISSING_ID_TOKEN"),
                ("emailLinkSignin", "MISSING_EMAIL"), ("getAccountInfo", "MISSING_ID_TOKEN"),
                ("getOobConfirmationCode", "MISSING_REQ_TYPE"), ("resetPassword", "MISSING_OOB_CODE"),
                ("sendVerificationCode", "INVALID_PHONE_NUMBER : Invalid format."),
                ("setAccountInfo", "INVALID_REQ_TYPE : Unsupported request parameters."),
                ("verifyAssertion", "MISSING_REQUEST_URI"), ("verifyCustomToken", "MISSING_CUSTOM_TOKEN"),
                ("verifyPassword", "MISSING_EMAIL"), ("verifyPhoneNumber", "MISSING_SESSION_INFO"),
            ] { await wire.raw("POST", "\(legacy)/\(name)?key=k", "{}") → .refused(message) }
            await wire.raw("POST", "\(legacy)/signupNewUser?key=k", "{}") → .has("idToken")
            await wire.raw("GET", "\(legacy)/getProjectConfig?key=k") → .answers(["projectId": "12345"])
            await wire.raw("GET", "\(legacy)/getRecaptchaParam?key=k") → .has("recaptchaSiteKey")
        },
        Statement("1.3-02", "The method is kept: getProjectConfig is no POST.") { wire in
            let asked = await wire.raw("POST", "\(legacy)/getProjectConfig?key=k", "{}")
            #expect(asked.status == 405 && asked.allow == "GET")
        },
        Statement("1.3-03", "verifyClient, signInWithGameCenter and setProjectConfig have no path of version 3.") {
            wire in
            for name in ["verifyClient", "signInWithGameCenter", "setProjectConfig"] {
                await wire.raw("POST", "\(legacy)/\(name)?key=k", "{}") → .refused("Not Found", status: 404)
            }
        },
        Statement("1.3-04", "signOutUser is not implemented, and says so to everybody.") { wire in
            await wire.raw("POST", "\(legacy)/signOutUser", "{}")
                → .refused("NOT_IMPLEMENTED : signOutUser", status: 501)
        },
        Statement("1.3-05", "Lists down and up need the project in the body, before any credential is looked at.") {
            wire in
            for name in ["downloadAccount", "uploadAccount"] {
                await wire.raw("POST", "\(legacy)/\(name)", "{}") → .refused("INSUFFICIENT_PERMISSION")
                await wire.raw("POST", "\(legacy)/\(name)", #"{"targetProjectId":"demo-bridge"}"#)
                    → .refused("The request is missing a valid API key.", status: 403)
            }
            try await wire.user(["localId": "hana"])
            await wire.raw(
                "POST", "\(legacy)/downloadAccount", authorization: "Bearer owner",
                #"{"targetProjectId":"demo-bridge","maxResults":1}"#) → .answers(["nextPageToken": "hana"])
            await wire.raw(
                "POST", "\(legacy)/uploadAccount", authorization: "Bearer owner",
                #"{"targetProjectId":"demo-bridge","users":[{"localId":"b"}]}"#) → .answers(["error": []])
            #expect(try await !wire.record(of: "b").isEmpty)
        },
        Statement("1.3-06", "Bare paths work too, for clients that are led here by name.") { wire in
            await wire.raw("POST", "/v1/accounts:signUp?key=k", "{}") → .has("idToken")
            await wire.raw("POST", "/identitytoolkit/v3/relyingparty/signupNewUser?key=k", "{}") → .has("idToken")
        },
    ]
}

extension StatementTests {
    @Test("1.3", arguments: Statement.trials(of: Statement.legacyNames))
    func legacyNames(_ trial: Statement.Trial) async throws { try await trial.run() }
}
