@testable import AuthEmulator
import BridgePrimitives
import Testing

@Suite("The emulator's own endpoints", .timeLimit(.minutes(5)))
struct ControlPlaneTests {
    @Test(
        arguments: [
            ("", "missing apiKey query parameter"), ("apiKey=k&oobCode=x", "Invalid mode"),
            ("mode=verifyEmail&oobCode=x", "missing apiKey query parameter"),
            ("mode=verifyEmail&apiKey=k", "missing oobCode query parameter"),
            ("mode=nothing&apiKey=k&oobCode=x", "Invalid mode"),
            ("mode=signIn&apiKey=k&oobCode=x", "Missing continueUrl query parameter"),
            (
                "mode=resetPassword&apiKey=k&oobCode=x",
                "Your request to resetPassword has expired or the link has already been used: INVALID_OOB_CODE."
            ),
            ("mode=resetPassword&apiKey=k&oobCode=RESET", "missing newPassword query parameter"),
            (
                "mode=resetPassword&apiKey=k&oobCode=RESET&newPassword=NEW_PASSWORD_HERE",
                "missing newPassword query parameter"
            ),
            (
                "mode=verifyEmail&apiKey=k&oobCode=x",
                "Your request to verifyEmail has expired or the link has already been used: INVALID_OOB_CODE."
            ),
            // A code for one thing opens nothing else.
            (
                "mode=verifyEmail&apiKey=k&oobCode=RESET",
                "Your request to verifyEmail has expired or the link has already been used: INVALID_OOB_CODE."
            ),
        ] as [(String, String)])
    func theActionPageSaysWhatIsMissing(query: String, error: String) async throws {
        let wire = try WireFixture()
        try wire.fixture.addTaro()
        _ = try await wire.call("accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "taro@example.com"])
        let code = try await wire.latestOobCode()["oobCode"]?.stringValue ?? ""
        let query = query.split(separator: "RESET", omittingEmptySubsequences: false).joined(separator: code)
        let answer = try await wire.send("emulator:action", query: query)
        #expect(answer.status == 400)
        #expect(answer.json["authEmulator"]?["error"] == .string(error))
    }

    @Test func theActionPageUsesCodesUp() async throws {
        let wire = try WireFixture()
        let idToken = try await wire.signInTaro(verified: false)["idToken"] ?? .null
        func link(_ body: JSONValue) async throws -> String {
            _ = try await wire.call("accounts:sendOobCode", body)
            let link = try await wire.latestOobCode()["oobLink"]?.stringValue ?? ""
            return String(link.split(separator: "?").last ?? "")
        }
        let verify = try await link(["requestType": "VERIFY_EMAIL", "idToken": idToken])
        let done = try await wire.send("emulator:action", query: verify)
        #expect(
            JSONValue.object(done.json) == [
                "authEmulator": ["success": "The email has been successfully verified.", "email": "taro@example.com"]
            ])
        #expect(try await wire.send("emulator:action", query: verify).status == 400)

        let onward = try await link([
            "requestType": "PASSWORD_RESET", "email": "taro@example.com",
            "continueUrl": "https://app.localhost/done",
        ])
        let redirect = try await wire.send("emulator:action", query: onward + "&newPassword=battery-staple")
        #expect(redirect.status == 303 && redirect.location == "https://app.localhost/done")

        let signIn = try await link([
            "requestType": "EMAIL_SIGNIN", "email": "taro@example.com", "continueUrl": "https://app.localhost/?a=b#c",
        ])
        let back = try await wire.send("emulator:action", query: signIn)
        let code = try await wire.latestOobCode()["oobCode"]?.stringValue ?? ""
        #expect(
            back.location
                == "https://app.localhost/?a=b&mode=signIn&lang=en&oobCode=\(code)&apiKey=fake-api-key&key=k#c")
    }

    @Test func theHandlerShowsAccountsAsText() async throws {
        let wire = try WireFixture(.lenient)
        let link = body([
            "localId": "taro",
            "linkProviderUserInfo": ["providerId": "google.com", "rawId": "g", "displayName": "<b>Taro</b>"],
        ])
        try wire.fixture.addTaro()
        _ = try wire.service.update(UpdateRequest(link), as: .admin)
        let answer = try await wire.send(
            "emulator:handler", query: "apiKey=k&providerId=google.com&appId=a&ibi=com.example.shop")
        guard case .html(let page) = answer.body else {
            Issue.record("no page")
            return
        }
        #expect(page.contains("&lt;b&gt;Taro&lt;/b&gt;") && !page.contains("<b>") && !page.contains("<script"))
        #expect(page.contains("href=\"app-a://firebaseauth/link?"))
    }

    @Test func theTableIsTheOpenAPIDocument() async throws {
        let document = try await WireFixture().call("emulator:openapi")
        #expect(document["openapi"] == "3.0.3")
        let paths = try #require(document["paths"]?.objectValue)
        var operations = Set<String>()
        for (path, item) in paths {
            for (method, operation) in item.objectValue ?? JSONObject() {
                let isNew = operations.insert(operation["operationId"]?.stringValue ?? "").inserted
                #expect(isNew, "\(method) \(path)")
                #expect(operation["responses"]?["200"] != nil, "\(method) \(path)")
                let named = Set((operation["parameters"]?.arrayValue ?? []).compactMap { $0["name"]?.stringValue })
                for part in path.split(separator: "{").dropFirst() {
                    #expect(named.contains(String(part.prefix { $0 != "}" })), "\(path)")
                }
            }
        }
        #expect(operations.count == EndpointTable.emulated.filter { $0.handler != nil }.flatMap(\.paths).count)
    }

    /// Rows without a handler answer 501, to those who may ask.
    @Test(arguments: EndpointTable.all.filter { $0.handler == nil }.map(\.id))
    func whatTheEmulatorDoesNotDoIsNotImplemented(id: String) async throws {
        let wire = try WireFixture()
        let isAdministrators = EndpointTable.all.first { $0.id == id }?.access == .admin
        #expect(
            try await wire.refusal(id, admin: isAdministrators, path: ["name": "x"])
                == "501 NOT_IMPLEMENTED : \(id)")
    }

    @Test func smallAnswersAreWhatClientsNeed() async throws {
        let wire = try WireFixture()
        #expect(
            try await wire.call("projects")
                == JSONObject([
                    ("projectId", "12345"),
                    ("authorizedDomains", ["localhost", "demo-bridge.firebaseapp.com", "demo-bridge.web.app"]),
                ]))
        #expect(try await wire.call("recaptchaParams").text("recaptchaSiteKey") != "")
        #expect(try await wire.call("recaptchaConfig")["recaptchaEnforcementState"]?.arrayValue?.count == 2)
        #expect(try await wire.call("accounts:revokeToken", ["providerId": "apple.com", "tokenType": "3"]).isEmpty)
    }
}
