@testable import AuthEmulator
import BridgePrimitives
import Databases
import GRDB
import Listening
import TestSupport
import Testing
import Tokens

@Suite("Account store", .timeLimit(.minutes(5)))
struct AccountStoreTests {
    private func taro(_ id: String = "taro") throws -> Account {
        var account = Account(localID: id, createdAt: Fixture.start)
        account.email = "\(id)@example.com"
        account.emailVerified = false
        account.displayName = "太郎 \u{0301}"
        account.phoneNumber = "+8190\(id)"
        account.disabled = true
        account.password = .own(try PasswordHash(Secret("correct-horse"), salt: [1, 2]))
        account.passwordUpdatedAt = Fixture.start
        account.validSince = Fixture.start
        account.lastLoginAt = Fixture.start + .milliseconds(1)
        account.lastRefreshAt = Fixture.start + .milliseconds(2)
        account.customAttributes = #"{"admin":true}"#
        account.customAuth = true
        account.emailLinkSignin = true
        account.initialEmail = "first@example.com"
        account.identities = [
            ProviderIdentity(
                providerID: "google.com", rawID: "g-\(id)", federatedID: "https://accounts.google.com/g",
                email: "g@example.com",
                displayName: "G", photoURL: "https://example.com/g", screenName: "g"),
            ProviderIdentity(providerID: "apple.com", rawID: "a-\(id)"),
        ]
        account.secondFactors = [
            SecondFactor(
                enrollmentID: "phone", displayName: "電話", enrolledAt: Fixture.start, kind: .phone("+819012345678")),
            SecondFactor(
                enrollmentID: "totp", enrolledAt: Fixture.start,
                kind: .totp(TOTPSecret(bytes: Array("12345678901234567890".utf8)), lastStep: 7)),
        ]
        account.passkeys = [
            Passkey(credentialID: "c-\(id)", name: "laptop"), Passkey(credentialID: "k-\(id)", name: "phone"),
        ]
        account.profile = JSONObject([("screenName", "taro")])
        account.fillProviderOrder()
        return account
    }

    /// What an export says of an account makes the same account, with the secrets of apps.
    @Test func exportsEveryMember() throws {
        let taro = try taro()
        let row = try ExportedRow(.object(taro.exportedForm), at: "users[0]")
        #expect(try Account(row) == taro)
    }

    @Test func keepsEveryMember() throws {
        let store = try AccountStore.inMemory()
        let taro = try taro()
        try store.write { try $0.insert(taro) }
        #expect(try store.read { try $0.account(localID: "taro") } == taro)
        #expect(try store.read { try $0.account(email: "taro@example.com") } == taro)
        #expect(try store.read { try $0.account(phoneNumber: "+8190taro") } == taro)
        #expect(try store.read { try $0.account(providerID: "apple.com", rawID: "a-taro") } == taro)
        #expect(try store.read { try $0.account(initialEmail: "first@example.com") } == taro)
        #expect(try store.read { try $0.account(passkey: "c-taro") } == taro)
        // Tenants are worlds apart.
        #expect(try store.read(in: AuthScope(tenantID: "t")) { try $0.account(localID: "taro") } == nil)

        var changed = Account(localID: "taro", createdAt: .epoch)
        changed.identities = [ProviderIdentity(providerID: "apple.com", rawID: "another")]
        try store.write { try $0.update(changed) }
        changed.fillProviderOrder()
        #expect(try store.read { try $0.account(localID: "taro") } == changed)
        #expect(try store.read { try $0.account(providerID: "google.com", rawID: "g-taro") } == nil)
    }

    @Test func whatIsUniqueIsSoBelowTheRulesToo() throws {
        let taro = try taro()
        var sameAddress = try self.taro("hanako"), sameNumber = sameAddress, sameIdentity = sameAddress
        sameAddress.email = taro.email
        sameNumber.phoneNumber = taro.phoneNumber
        sameIdentity.identities = taro.identities
        var samePasskey = try self.taro("hanako")
        samePasskey.passkeys = taro.passkeys
        for second in [taro, sameAddress, sameNumber, sameIdentity, samePasskey] {
            let store = try AccountStore.inMemory()
            try store.write { try $0.insert(taro) }
            #expect(throws: (any Error).self) { try store.write { try $0.insert(second) } }
            #expect(try store.read { try $0.accountCount() } == 1)
        }
    }

    @Test func aFileThatLacksATableSaysWhich() throws {
        try withFolder { folder in
            let path = folder + "/accounts.sqlite"
            try AccountStore(path: path).close()
            let queue = try DatabaseQueue(path: path)
            try queue.write { try $0.execute(sql: "DROP TABLE session") }
            try queue.close()
            let failure = #expect(throws: BridgeFailure.self) { _ = try AccountStore(path: path) }
            #expect(failure?.code.rawValue == "account-database/incomplete")
            #expect(failure?.cause == "\(path) lacks the table session")
        }
    }

    @Test func aRefusalOfSQLitesIsToldInOurWords() throws {
        let store = try AccountStore.inMemory()
        try store.write { try $0.insert(try taro()) }
        let failure = #expect(throws: BridgeFailure.self) { try store.write { try $0.insert(try taro()) } }
        #expect(failure?.code == AccountDatabaseReason.failed.code)
        #expect(failure?.description.contains("account.localID") == false)
    }

    /// SQLite's texts end at a NUL: nobody is found by a name that goes on behind one, or stored under half of it.
    @Test func namesWithNULAreNobodys() throws {
        let store = try AccountStore.inMemory()
        let taro = try taro()
        try store.write { try $0.insert(taro) }
        #expect(try store.read { try $0.account(localID: "taro\u{0}x") } == nil)
        #expect(try store.read { try $0.account(email: "taro@example.com\u{0}") } == nil)
        #expect(try store.read { try $0.account(providerID: "apple.com", rawID: "a-taro\u{0}") } == nil)
        #expect(try store.read { try $0.account(passkey: "c-taro\u{0}") } == nil)
        #expect(try store.read { try $0.contains(localID: "taro\u{0}x") } == false)
        var named = Account(localID: "hanako", createdAt: Fixture.start)
        named.displayName = "Hana\u{0}ko"
        let message = try refusal { [named] in try store.write { try $0.insert(named) } }
        #expect(message == "Invalid JSON payload received. a text holds a NUL")
        #expect(try store.read { try $0.account(localID: "hanako") } == nil)
    }

    @Test func aFailedTransactionChangesNothing() throws {
        let store = try AccountStore.inMemory()
        let taro = try taro()
        #expect(throws: AuthRefusal(.weakPassword)) {
            try store.write { transaction in
                try transaction.insert(taro)
                throw AuthRefusal(.weakPassword)
            }
        }
        #expect(try store.read { try $0.account(localID: "taro") } == nil)
    }

    @Test func deletionTakesIdentitiesAndOrphansSessions() throws {
        let store = try AccountStore.inMemory()
        let taro = try taro()
        let session = AuthSession(
            id: "s", localID: "taro", authTime: Fixture.start,
            method: SignInMethod(
                "custom", claims: JSONObject([("role", "admin")]), secondFactor: .init(kind: "totp", identifier: "f"),
                attributes: ["a": 1]))
        try store.write { transaction in
            try transaction.insert(taro)
            try transaction.insert(session)
        }
        #expect(try store.read { try $0.session(id: "s") } == session)
        try store.write { try $0.delete(localID: "taro") }
        #expect(try store.read { try $0.account(providerID: "apple.com", rawID: "a-taro") } == nil)
        #expect(try store.read { try $0.session(id: "s")?.isOrphaned } == true)
        // A new account of the same uid does not bring the old session back.
        try store.write { try $0.insert(taro) }
        #expect(try store.read { try $0.session(id: "s")?.isOrphaned } == true)
    }

    @Test func aFileOutlivesTheStore() async throws {
        try await withEphemeralStateDirectory { directory in
            let path = directory.file("accounts.sqlite")
            let taro = try taro()
            let first = try AccountStore(path: path)
            try first.write { try $0.insert(taro) }
            try first.close()
            #expect(try AccountStore(path: path).read { try $0.account(localID: "taro") } == taro)
        }
    }

    /// Files were not always marked as ours.
    @Test func aFileWithoutAMarkIsTakenOverAndMarked() async throws {
        try await withEphemeralStateDirectory { directory in
            let path = directory.file("accounts.sqlite")
            let taro = try taro()
            let first = try AccountStore(path: path)
            try first.write { try $0.insert(taro) }
            try first.close()
            let bare = try DatabaseQueue(path: path)
            try await bare.write { database in
                try database.execute(sql: "PRAGMA application_id = 0")
                try database.execute(sql: "DELETE FROM grdb_migrations WHERE identifier LIKE '3:%'")
            }
            try bare.close()
            let again = try AccountStore(path: path)
            #expect(try again.read { try $0.account(localID: "taro") } == taro)
            try again.close()
            let mark = try await DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "PRAGMA application_id") }
            #expect(mark == 0x7362_6163)
        }
    }

    @Test func anotherApplicationsDatabaseIsLeftAlone() async throws {
        try await withEphemeralStateDirectory { directory in
            let path = directory.file("notes.sqlite")
            let notes = try DatabaseQueue(path: path)
            try await notes.write { try $0.execute(sql: "CREATE TABLE note (text TEXT)") }
            try notes.close()
            let failure = #expect(throws: BridgeFailure.self) { try AccountStore(path: path) }
            #expect(failure?.code == AccountDatabaseReason.notADatabase.code)
        }
    }

    @Test func aFileThatIsNoDatabaseIsNamed() async throws {
        try await withEphemeralStateDirectory { directory in
            try directory.write(Array("not a database, but longer than a header".utf8), to: "x", isPrivate: true)
            let failure = #expect(throws: BridgeFailure.self) { try AccountStore(path: directory.file("x")) }
            #expect(failure?.code == AccountDatabaseReason.notADatabase.code)
            #expect(failure?.cause.contains(directory.file("x")) == true)
        }
    }
}
