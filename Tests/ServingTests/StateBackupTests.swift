import BridgePrimitives
import Files
import Foundation
import HTTPLoader
import Serving
import Testing
import TestSupport

@Suite("A copy of what a world keeps", .timeLimit(.minutes(5)))
struct StateBackupTests {
    /// Serves from a folder, and lends what asks there for the status of a sign-up or a sign-in.
    private func serve(
        _ state: String, _ body: @escaping @Sendable (_ ask: Asking) async throws -> Void
    ) async throws {
        try await Served.world(configuring: {
            ($0.isEphemeral, $0.stateFolder) = (false, state)
        }) { served, transport in
            try await body(Asking(auth: served.auth, transport: transport))
        }
    }

    private struct Asking: Sendable {
        let auth: String
        let transport: CurlTransport

        func status(_ verb: String, _ email: String) async throws -> Int {
            try await post("accounts:\(verb)?key=k", email)
        }

        func statusOfUser(_ email: String, in project: String) async throws -> Int {
            try await post("projects/\(project)/accounts", email, headers: ["Authorization": "Bearer owner"])
        }

        private func post(_ path: String, _ email: String, headers: HTTPHeaders = [:]) async throws -> Int {
            try await Served.call(
                "POST", "\(auth)/identitytoolkit.googleapis.com/v1/\(path)",
                ["email": .string(email), "password": "correct-horse"], headers: headers, over: transport
            ).status
        }
    }

    @Test func isMadeWhileTheWorldIsServed() async throws {
        let folder = try TemporaryFolder()
        let (state, copy) = (folder.path + "/state", folder.path + "/copies/monday")
        try await serve(state) { ask in
            #expect(try await ask.status("signUp", "before@example.com") == 200)
            #expect(try await ask.statusOfUser("x@example.com", in: "other") == 200)
            let files = try StateBackup(of: state, to: copy).make()
            #expect(
                Set(files).isSuperset(of: ["accounts.sqlite", "users.sqlite", "ca-key.pem", "projects/other.sqlite"]))
            #expect(!files.contains { $0.hasSuffix(".lock") || $0.hasSuffix("-wal") })
            #expect(try await ask.status("signUp", "after@example.com") == 200)
        }
        for name in ["", "/accounts.sqlite", "/ca-key.pem", "/projects/other.sqlite"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: copy + name)
            let permissions = try #require(attributes[.posixPermissions] as? Int)
            #expect(permissions & 0o077 == 0, "\(name)")
        }
        try await serve(copy) { ask in
            for (email, status) in [("before@example.com", 200), ("after@example.com", 400)] {
                let answered = try await ask.status("signInWithPassword", email)
                #expect(answered == status, "\(email)")
            }
        }
    }

    /// Columns: what is in the folder and in the place of the copy, and the reason.
    @Test(
        arguments: [
            ([:], [:], "state/nothing-kept"),
            (["accounts.sqlite": "no database"], [:], "account-database/not-a-database"),
            (["accounts.sqlite": ""], [:], nil),
            (["accounts.sqlite": ""], ["notes.txt": "mine"], "output/not-writable"),
            (
                ["accounts.sqlite": "", "huge.json": String(repeating: "x", count: (1 << 24) + 1)], [:],
                "state/unreadable"
            ),
        ] as [([String: String], [String: String], String?)])
    func whatCannotBeCopiedIsSaid(state: [String: String], copy: [String: String], reason: String?) throws {
        let folder = try TemporaryFolder()
        for (place, files) in [("state", state), ("copy", copy)] {
            try OutputFile.makeFolder("\(folder.path)/\(place)")
            for (name, text) in files { try OutputFile.write(text, to: "\(folder.path)/\(place)/\(name)") }
        }
        let backup = StateBackup(of: folder.path + "/state", to: folder.path + "/copy")
        if let reason {
            let failure = #expect(throws: BridgeFailure.self) { try backup.make() }
            #expect(failure?.code.rawValue == reason)
            #expect(failure.map { "\($0)" }?.contains("\n") == false)
        } else {
            #expect(try backup.make() == ["accounts.sqlite"])
        }
        // Nothing of somebody else's is gone.
        for name in copy.keys { #expect(FileManager.default.fileExists(atPath: "\(folder.path)/copy/\(name)")) }
    }

    @Test func aFolderThatIsNotThere() {
        let failure = #expect(throws: BridgeFailure.self) { try StateBackup(of: "/nowhere", to: "/tmp/x").make() }
        #expect(failure?.code.rawValue == "state/unreadable")
        #expect(failure?.cause == "/nowhere: No such file or directory")
    }
}
