@testable import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Testing

extension Statement {
    private static let other = "other-project"

    static let projects: [Statement] = [
        Statement("1.1-01", "The root tells that the service is ready, and where its OpenAPI document is.") { wire in
            let asked = await wire.raw("GET", "/")
            #expect(asked["authEmulator"]["ready"] == true)
            #expect(asked["authEmulator"]["apiSpec"] == "/emulator/openapi.json")
            await wire.raw("GET", "/emulator/openapi.json") → .answers(["openapi": "3.0.3"])
        },
        Statement("1.1-02", "The project number is 12345, whatever the project.") { wire in
            try await wire.get("projects") → .answers(["projectId": "12345"])
        },
        Statement("1.1-03", "A project that a path names begins empty, and has users of its own.") { wire in
            try await wire.user(["localId": "taro", "email": "taro@example.com"])
            try await wire.post("accounts:lookup", ["localId": ["taro"]], as: .admin, path: ["project": other])
                → .answersOnly(["kind": "identitytoolkit#GetAccountInfoResponse"])
            try await wire.post(
                "accounts:signUp", ["localId": "taro", "email": "taro@example.com"], as: .admin,
                path: ["project": other]) → .answers(["localId": "taro"])
            #expect(wire.service.otherProjects == [other])
        },
        Statement("1.1-04", "So does one that targetProjectId names, and its tokens are for its own audience.") {
            wire in
            let path = "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword"
            await wire.raw(
                "POST", "/identitytoolkit.googleapis.com/v1/projects/\(other)/accounts", authorization: "Bearer owner",
                #"{"email":"hana@example.com","password":"correct-horse"}"#) → .done
            let body = #"{"email":"hana@example.com","password":"correct-horse","targetProjectId":"\#(other)"}"#
            await wire.raw("POST", path, authorization: "Bearer owner", body)
                → .claims(["aud": .string(other), "iss": .string("https://securetoken.google.com/\(other)")])
        },
        Statement("1.1-05", "Its configuration, tenants and codes are its own.") { wire in
            try await wire.patch(
                "emulator:config:patch", ["signIn": ["allowDuplicateEmails": true]], as: .user,
                path: ["project": other]) → .done
            try await wire.get("emulator:config:get")
                → .answers(["signIn": ["allowDuplicateEmails": false]])
            try await wire.post("tenants:create", [:], as: .admin, path: ["project": other])
                → .satisfies { $0.text("name").hasPrefix("projects/\(other)/tenants/") }
            #expect(try await wire.get("tenants:list", as: .admin)["tenants"] == [])
            try await wire.post("accounts:signUp", ["email": "a@example.com"], as: .admin, path: ["project": other])
                → .done
            try await wire.post(
                "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "a@example.com"], as: .admin,
                path: ["project": other]) → .done
            try await wire.get("emulator:oobCodes", path: ["project": other])
                → .satisfies { $0["oobCodes"].arrayValue?.count == 1 }
            try await wire.get("emulator:oobCodes") → .answers(["oobCodes": []])
        },
        Statement("1.1-06", "Wiping one project's users leaves those of the others.") { wire in
            try await wire.user(["localId": "taro"])
            try await wire.post("accounts:signUp", ["localId": "hana"], as: .admin, path: ["project": other]) → .done
            try await wire.delete("emulator:deleteAccounts", as: .user, path: ["project": other]) → .done
            #expect(try await !wire.record(of: "taro").isEmpty)
            try await wire.post("accounts:lookup", ["localId": ["hana"]], as: .admin, path: ["project": other])
                → .lacks("users")
        },
        Statement("1.1-07", "Warning about other projects is noted once for each, and refuses nothing.") { wire in
            for _ in 0..<2 { try await wire.get("emulator:oobCodes", path: ["project": other]) → .done }
            let notes = wire.fixture.trace.events.filter { event in
                guard case .account(let account) = event.kind else { return false }
                return account.reasons == [AuthReason.singleProject.code]
            }
            #expect(notes.count == 1)
        },
        Statement("1.1-08", "In single project mode other projects are refused with a sentence, control paths too.") {
            wire in
            wire.service.singleProjectMode = .error
            let sentence = "This service is in single project mode: it serves the project demo-bridge, not \(other)."
            try await wire.get("emulator:oobCodes", path: ["project": other]) → .refused(sentence)
            try await wire.get("accounts:batchGet", as: .admin, path: ["project": other]) → .refused(sentence)
            // After the credential, the permission and the tenant.
            let path = "/identitytoolkit.googleapis.com/v1/projects/\(other)/tenants/t/accounts:lookup"
            await wire.raw("POST", path, authorization: "Bearer x", "{}") → .satisfies { $0.status == 401 }
            await wire.raw("POST", "\(path)?key=k", "{}")
                → .refused(
                    "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id.")
            await wire.raw("POST", path, authorization: "Bearer owner", #"{"tenantId":"u"}"#)
                → .refused("TENANT_ID_MISMATCH")
            #expect(wire.service.otherProjects.isEmpty)
        },
        Statement("1.1-09", "A hundred other projects are kept, and then no more.") { wire in
            for number in 0..<AuthProjects.limit {
                _ = try wire.service.service(ofProject: "p\(number)")
            }
            try await wire.get("emulator:oobCodes", path: ["project": "one-more"])
                → .refused("TOO_MANY_PROJECTS : ((At most 100 besides the service's own.))")
            try await wire.get("emulator:oobCodes", path: ["project": "p7"]) → .done
        },
        Statement("1.1-10", "A reset forgets all of them; an export has them all and an import brings them back.") {
            wire in
            try await wire.post("accounts:signUp", ["localId": "hana"], as: .admin, path: ["project": other]) → .done
            let exported = try wire.service.exportedState()
            try wire.service.reset()
            #expect(wire.service.otherProjects.isEmpty)
            try wire.service.importState(.object(exported))
            try await wire.post("accounts:lookup", ["localId": ["hana"]], as: .admin, path: ["project": other])
                → .satisfies { $0["users"].arrayValue?.count == 1 }
        },
    ]
}

extension StatementTests {
    @Test("1.1", arguments: Statement.trials(of: Statement.projects))
    func projects(_ trial: Statement.Trial) async throws { try await trial.run() }
}
