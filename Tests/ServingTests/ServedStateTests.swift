import AuthEmulator
import BridgePrimitives
import Files
import Foundation
import HTTPLoader
import Serving
import Testing
import TestSupport
import Worlds

@Suite("What a served world begins with and leaves behind", .timeLimit(.minutes(5)))
struct ServedStateTests {
    /// Serves as `change` says and signs in; gives the answer's uid.
    private func signIn(
        _ email: String, _ password: String, _ change: (inout Serving) -> Void
    ) async throws -> String? {
        var serving = Serving()
        serving.isEphemeral = true
        serving.ports = Serving.Ports(base: 0)
        change(&serving)
        let (addresses, ready) = AsyncStream<ServedAddresses>.makeStream()
        let answer = AsyncStream<String?>.makeStream()
        try await serving.run {
            ready.yield($0)
        } untilStopped: {
            for await served in addresses {
                let uid = try? await Self.uid(email, password, at: served.auth)
                answer.continuation.yield(uid ?? nil)
                break
            }
        }
        for await uid in answer.stream { return uid }
        return nil
    }

    private static func uid(_ email: String, _ password: String, at auth: String) async throws -> String? {
        let transport = try CurlTransport()
        defer { transport.shutdown() }
        let url = try WebURL(auth + "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k")
        let response = try await transport.perform(
            .json(method: "POST", url: url, value: ["email": .string(email), "password": .string(password)])
        ).response
        return try JSONValue(parsing: response.body)["localId"]?.stringValue
    }

    private let seeds = """
        users:
          - { uid: taro-1, email: taro@example.com, password: correct-horse, customClaims: { admin: true } }
        """

    @Test func seedsAreThereFromTheStartAndAnExportBringsThemBack() async throws {
        let folder = try TemporaryFolder()
        let (seedFile, export) = (folder.path + "/seeds.yaml", folder.path + "/export")
        try OutputFile.write(seeds, to: seedFile)
        let seeded = try await signIn("taro@example.com", "correct-horse") {
            $0.seedFile = seedFile
            $0.exportPath = export
        }
        #expect(seeded == "taro-1")
        for path in [export, export + "/auth_export/accounts.json"] {
            let imported = try await signIn("taro@example.com", "correct-horse") { $0.importPath = path }
            #expect(imported == "taro-1")
        }
        let mode =
            try FileManager.default
            .attributesOfItem(atPath: export + "/auth_export/accounts.json")[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let metadata = FileManager.default.contents(atPath: export + "/firebase-export-metadata.json").map { Array($0) }
        #expect(try JSONValue(parsing: #require(metadata))["auth"]?["path"] == "auth_export")
    }

    @Test func anEmulatorsOwnExportIsRead() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/accounts.json"
        try OutputFile.write(
            #"""
            {"kind":"identitytoolkit#DownloadAccountResponse","users":[{"localId":"hanako","email":"hanako@example.com",
            "emailVerified":true,"passwordHash":"fakeHash:salt=fakeSaltX:password=correct-horse","salt":"fakeSaltX",
            "createdAt":"1700000000000","lastLoginAt":"1700000000000","providerUserInfo":[{"providerId":"password",
            "email":"hanako@example.com","federatedId":"hanako@example.com","rawId":"hanako@example.com"}],
            "validSince":"1700000000","disabled":false}]}
            """#, to: file)
        for strictness in [nil, true] {
            let uid = try await signIn("hanako@example.com", "correct-horse") {
                $0.importPath = file
                if strictness == nil { $0.settings.strictness = .lenient }
            }
            #expect(uid == "hanako")
        }
    }

    /// Sends one request to the backend's users with a token of this sign-up; gives the status.
    private static func users(_ method: String, _ path: String, _ token: String, at backend: String) async throws -> Int
    {
        let transport = try CurlTransport()
        defer { transport.shutdown() }
        let url = try WebURL(backend + path)
        let request = HTTPRequest(method: method, url: url, headers: ["Authorization": "Bearer \(token)"])
        return try await transport.perform(request).response.status
    }

    @Test func theBackendsUsersOutliveTheProcessInTheStateDirectory() async throws {
        let folder = try TemporaryFolder()
        let token = Mutex("")
        let statuses = Mutex<[Int]>([])
        for (method, path) in [("POST", "/v1/users"), ("GET", "/v1/users/me")] {
            var serving = Serving()
            serving.stateFolder = folder.path
            serving.ports = Serving.Ports(base: 0)
            let addresses = Mutex<ServedAddresses?>(nil)
            try await serving.run {
                ready in
                addresses.withLock { $0 = ready }
            } untilStopped: {
                guard let served = addresses.withLock({ $0 }) else { return }
                if method == "POST" {
                    let made = try? await Self.signUp(at: served.auth)
                    token.withLock { $0 = made ?? "" }
                }
                let status = try? await Self.users(method, path, token.withLock { $0 }, at: served.backend)
                statuses.withLock { $0.append(status ?? 0) }
            }
        }
        #expect(statuses.withLock { $0 } == [201, 200])
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/users.sqlite")[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    private static func signUp(at auth: String) async throws -> String? {
        let transport = try CurlTransport()
        defer { transport.shutdown() }
        let url = try WebURL(auth + "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k")
        let account: JSONValue = ["email": "taro@example.com", "password": "correct-horse", "returnSecureToken": true]
        let response = try await transport.perform(.json(url: url, value: account)).response
        return try JSONValue(parsing: response.body)["idToken"]?.stringValue
    }

    @Test(arguments: [
        "{", "[]", #"{"users":1}"#, #"{"users":[{"email":"no id"}]}"#, #"{"users":[],"projectId":"other"}"#,
    ])
    func whatIsNoExportIsRefusedWhole(text: String) async throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/accounts.json"
        try OutputFile.write(text, to: file)
        let failure = await #expect(throws: BridgeFailure.self) {
            _ = try await signIn("a@b.c", "x") { $0.importPath = file }
        }
        #expect(failure?.code.rawValue == "state/unreadable-export")
    }
}
