@testable import AuthEmulator
import BridgePrimitives
import Testing

@Suite("Folders of firebase emulators:export", .timeLimit(.minutes(5)))
struct EmulatorExportTests {
    /// All but which ids are used up, of each project.
    private func exported(_ wire: WireFixture) throws -> JSONObject {
        var state = try wire.service.exportedState()
        state["idEpoch"] = nil
        let others = state["projects"]?.arrayValue ?? []
        state["projects"] = .array(others.map { adding("idEpoch", nil, to: $0) })
        return state
    }

    @Test func goThereAndBackWithoutLoss() async throws {
        let first = try WireFixture()
        _ = try await first.taro()
        let tenant = try await first.tenant()
        try await first.user(["localId": "hana"], tenant: tenant)
        try await first.post("accounts:signUp", ["localId": "other"], as: .admin, path: ["project": "p"]) → .done
        try first.service.configure { ($0.improvedEmailPrivacy, $0.passwordPolicy.minimumLength) = (true, 9) }
        let files = EmulatorExport(state: try first.service.exportedState()).files
        let second = try WireFixture()
        try second.service.importState(EmulatorExport(files: files).state())
        #expect(try exported(second) == exported(first))
        // Without the service's own file there is what the emulator knows.
        let plain = files.filter { !$0.key.hasSuffix("session-bridge.json") }
        try second.service.importState(EmulatorExport(files: plain).state())
        #expect(try second.service.account(localID: "taro") != nil && second.service.otherProjects.isEmpty)
        #expect(second.service.configuration.improvedEmailPrivacy)
        #expect(second.service.configuration.passwordPolicy.minimumLength == 6)
    }

    /// What the emulator itself writes: users with readable hashes, and two switches.
    @Test func ofTheEmulatorAreTaken() async throws {
        let wire = try WireFixture(.lenient)
        let files = [
            "firebase-export-metadata.json": #"{"version":"1","auth":{"version":"1","path":"a"}}"#,
            "a/accounts.json":
                #"{"users":[{"localId":"hana","email":"hana@example.com","passwordHash":"fakeHash:salt=s:password=secret","salt":"s","createdAt":"1","lastLoginAt":"1","validSince":"0","providerUserInfo":[{"providerId":"password","rawId":"hana@example.com"}]}]}"#,
            "a/config.json": #"{"signIn":{"allowDuplicateEmails":true}}"#,
        ]
        try wire.service.importState(EmulatorExport(files: files).state())
        try await wire.post("accounts:signInWithPassword", ["email": "hana@example.com", "password": "secret"])
            → .answers(["localId": "hana"])
        #expect(wire.service.configuration.allowsDuplicateEmails)
    }

    @Test(
        arguments: [
            ([:], "there is no firebase-export-metadata.json"),
            (["firebase-export-metadata.json": "x"], "firebase-export-metadata.json holds no JSON object"),
            (
                ["firebase-export-metadata.json": #"{"firestore":{}}"#],
                "firebase-export-metadata.json names no export of the auth emulator"
            ),
            (["firebase-export-metadata.json": #"{"auth":{"path":"a"}}"#], "there is no a/accounts.json"),
            (
                ["firebase-export-metadata.json": #"{"auth":{"path":"a"}}"#, "a/accounts.json": "[]"],
                "a/accounts.json holds no JSON object"
            ),
        ] as [([String: String], String)])
    func whatIsMissingIsNamed(files: [String: String], cause: String) throws {
        let failure = #expect(throws: BridgeFailure.self) { try EmulatorExport(files: files).state() }
        #expect(failure?.cause == "the export cannot be read: \(cause)")
    }

    @Test(
        arguments: [
            ("a", ["a/accounts.json", "a/config.json", "a/session-bridge.json"]), ("", []), ("/etc", []), ("../x", []),
            ("a/../../x", []),
        ] as [(String, [String])])
    func whatLeadsOutOfTheFolderIsNotNamed(folder: String, paths: [String]) {
        let metadata = JSONValue.object(JSONObject([("auth", ["path": .string(folder)])])).text()
        #expect(EmulatorExport(files: ["firebase-export-metadata.json": metadata]).named == paths)
    }
}
