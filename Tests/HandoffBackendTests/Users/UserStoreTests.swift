import BridgePrimitives
import Foundation
import GRDB
import HandoffBackend
import Listening
import Testing

@Suite("Users in a database", .timeLimit(.minutes(5)))
struct UserStoreTests {
    private func withFolder(_ body: (String) async throws -> Void) async throws {
        try await withEphemeralStateDirectory { try await body($0.path) }
    }

    private let full = RegisteredUser.Profile(
        uid: "u\01", name: "太郎\0x", email: "taro@example.com", picture: "", signInProvider: "twitter.com")

    @Test func whatWasStoredIsThereForTheNextProcess() async throws {
        try await withFolder { folder in
            let path = folder + "/users.sqlite"
            let first = try UserStore(path: path)
            let users = [
                RegisteredUser(id: 1, profile: full, createdAt: Story.start),
                RegisteredUser(id: 2, profile: .init(uid: "u2"), createdAt: Instant(millisecondsSinceEpoch: .min)),
            ]
            for user in users {
                #expect(try first.register(user.profile, at: user.createdAt) == .created(user))
                #expect(try first.register(.init(uid: user.profile.uid), at: .epoch) == .found(user))
            }
            try first.close()
            let second = try UserStore(path: path)
            #expect(try second.all() == users)
            #expect(try second.user(uid: full.uid) == users.first)
            #expect(try second.user(uid: "u") == nil)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test func emptiedItCountsFromOneAgain() throws {
        let store = try UserStore(path: nil)
        _ = try store.register(full, at: .epoch)
        try store.removeAll()
        #expect(try store.all().isEmpty)
        let again = RegisteredUser(id: 1, profile: full, createdAt: Story.start)
        #expect(try store.register(full, at: Story.start) == .created(again))
    }

    @Test func anExportComesBackAsItWas() throws {
        let store = try UserStore(path: nil)
        for uid in ["a", "b\0", "c"] { _ = try store.register(.init(uid: uid, email: "\(uid)@x"), at: Story.start) }
        let users = try store.all()
        let rows = users.map { JSONValue.object($0.json) }
        #expect(rows.compactMap { RegisteredUser(json: $0) } == users)
        try store.replaceAll(by: [users[2], users[0]])
        #expect(try store.all() == [users[0], users[2]])
        // The next one comes after the last.
        #expect(
            try store.register(.init(uid: "d"), at: .epoch)
                == .created(
                    RegisteredUser(id: 4, profile: .init(uid: "d"), createdAt: .epoch)))
        #expect(failure { try store.replaceAll(by: [users[0], users[0]]) }?.code.rawValue == "user-database/failed")
        #expect(try store.all().count == 3)
    }

    /// Two stores on one file, as two processes have it.
    @Test func oneRowForAUidAlsoBetweenProcesses() async throws {
        try await withFolder { folder in
            let stores = try (0..<4).map { _ in try UserStore(path: folder + "/users.sqlite") }
            let profile = full
            let created = try await withThrowingTaskGroup(of: Int.self) { group in
                for store in stores {
                    group.addTask {
                        var created = 0
                        for number in 0..<25 {
                            var profile = profile
                            profile.uid = "u\(number)"
                            if case .created = try store.register(profile, at: .epoch) { created += 1 }
                        }
                        return created
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(created == 25)
            #expect(try Set(stores[0].all().map(\.profile.uid)).count == 25)
            #expect(try stores[3].all().count == 25)
        }
    }

    // MARK: - What goes wrong

    private func failure(_ body: () throws -> Void) -> BridgeFailure? {
        let failure = #expect(throws: BridgeFailure.self) { try body() }
        #expect(failure?.fix.isEmpty == false)
        #expect(failure?.description.contains("\n") == false)
        return failure
    }

    @Test(arguments: ["/nonexistent/folder/u.sqlite", "/proc/u.sqlite", "", "a\u{0}b", "/"])
    func aPathThatCannotBeWritten(path: String) {
        #expect(failure { _ = try UserStore(path: path) }?.code.rawValue == "user-database/not-writable")
    }

    @Test func filesThatAreNotOurs() async throws {
        try await withFolder { folder in
            let text = folder + "/text"
            try String(repeating: "no database\n", count: 100).write(toFile: text, atomically: true, encoding: .utf8)
            #expect(failure { _ = try UserStore(path: text) }?.code.rawValue == "user-database/not-a-database")
            let other = folder + "/other.sqlite"
            let queue = try DatabaseQueue(path: other)
            try await queue.write { try $0.execute(sql: "CREATE TABLE user (a); PRAGMA application_id = 7") }
            try queue.close()
            #expect(failure { _ = try UserStore(path: other) }?.code.rawValue == "user-database/not-a-database")
        }
    }

    @Test func aFileOfALaterVersion() async throws {
        try await withFolder { folder in
            let path = folder + "/users.sqlite"
            try UserStore(path: path).close()
            let later = try DatabaseQueue(path: path)
            try await later.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('2: later')") }
            try later.close()
            #expect(failure { _ = try UserStore(path: path) }?.code.rawValue == "user-database/newer-schema")
        }
    }

    @Test func aFullDiskLosesOnlyTheUserWhoDoesNotFit() async throws {
        try await withFolder { folder in
            for path in [nil, folder + "/users.sqlite"] {
                let store = try UserStore(path: path, sizeLimit: 40_000)
                _ = try store.register(full, at: .epoch)
                let large = RegisteredUser.Profile(uid: "large", name: String(repeating: "hunter2", count: 10_000))
                let failure = failure { _ = try store.register(large, at: .epoch) }
                #expect(failure?.code.rawValue == "user-database/disk-full")
                #expect(failure?.description.contains("hunter2") == false)
                #expect(try store.all().map(\.profile) == [full])
            }
        }
    }

    @Test func aRowThatIsNoUserIsAFailureAndNoCrash() async throws {
        try await withFolder { folder in
            let path = folder + "/users.sqlite"
            let store = try UserStore(path: path)
            _ = try store.register(full, at: .epoch)
            try store.close()
            let other = try DatabaseQueue(path: path)
            try await other.write { try $0.execute(sql: "UPDATE user SET email = x'C328'") }  // not UTF-8
            try other.close()
            #expect(failure { _ = try UserStore(path: path).all() }?.code.rawValue == "user-database/damaged")
        }
    }

    @Test(arguments: [
        "UPDATE user SET uid = NULL", "UPDATE user SET uid = x''", "UPDATE user SET uid = 'text'",
        "UPDATE user SET createdAt = NULL", "UPDATE user SET createdAt = 'soon'", "UPDATE user SET name = 'text'",
        "INSERT INTO user (uid, createdAt) SELECT uid, 0 FROM user",
    ])
    func theSchemaHoldsTheRules(sql: String) async throws {
        try await withFolder { folder in
            let path = folder + "/users.sqlite"
            let store = try UserStore(path: path)
            _ = try store.register(full, at: .epoch)
            try store.close()
            let other = try DatabaseQueue(path: path)
            await #expect(throws: DatabaseError.self) { try await other.write { try $0.execute(sql: sql) } }
        }
    }

    @Test func afterClosingEverythingFails() throws {
        let store = try UserStore(path: nil)
        try store.close()
        #expect(failure { _ = try store.all() }?.code.rawValue == "user-database/failed")
        #expect(failure { _ = try store.register(full, at: .epoch) }?.code.rawValue == "user-database/failed")
        try store.close()  // twice does no harm
    }
}
