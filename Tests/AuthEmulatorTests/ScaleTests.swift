@testable import AuthEmulator
import BridgePrimitives
import Listening
import Testing
import Tokens

@Suite("Many accounts", .timeLimit(.minutes(5)))
struct ScaleTests {
    private static let count = 20_000

    private func fill(_ store: AccountStore) throws {
        try store.write { transaction in
            for number in 0..<Self.count {
                var account = Account(localID: "user-\(number)", createdAt: Fixture.start)
                account.email = "user\(number)@example.com"
                account.displayName = "User \(number)"
                account.phoneNumber = "+8190\(number)"
                account.identities = [ProviderIdentity(providerID: "google.com", rawID: "g\(number)")]
                try transaction.insert(account)
            }
        }
    }

    /// Forgetting all of them costs a small part of what storing them did, in memory and on disk, and what was
    /// forgotten is not there for the next process either.
    @Test func areForgottenAtOnce() async throws {
        try await withEphemeralStateDirectory { directory in
            let path = directory.file("accounts.sqlite")
            for store in [try AccountStore.inMemory(), try AccountStore(path: path)] {
                let service = try Fixture(store: store).service
                let clock = ContinuousClock()
                let filling = try clock.measure { try fill(store) }
                _ = try service.createTenant(body(["displayName": "Acme"]))
                try service.configure { $0.improvedEmailPrivacy = true }
                let resetting = try clock.measure { try service.reset() }
                #expect(resetting < filling / 10, "\(resetting) to forget, \(filling) to store")
                #expect(try store.read { try $0.accountCount() } == 0)
                #expect(service.tenants(pageSize: nil, pageToken: nil)["tenants"] == [])
                // Everything still works on the empty tables.
                try service.seed(
                    SeedUser(localID: "taro", email: "user1@example.com", password: Secret("correct-horse")))
                #expect(try service.account(email: "user1@example.com")?.localID == "taro")
                try store.close()
            }
            let reopened = try Fixture(store: AccountStore(path: path)).service
            #expect(try reopened.store.read { try $0.accountCount() } == 1)
            #expect(reopened.configuration == AuthConfiguration())
        }
    }

    /// The last page costs as much as the first.
    @Test func arePagedByTheirIndex() throws {
        let store = try AccountStore.inMemory()
        try fill(store)
        let service = try Fixture(store: store).service
        var token: String?
        var seen = Set<String>()
        repeat {
            let page = try service.batchGet(maximum: 1000, pageToken: token)
            for user in page["users"]?.arrayValue ?? [] { seen.insert(user["localId"]?.stringValue ?? "") }
            token = page["nextPageToken"]?.stringValue
        } while token != nil
        #expect(seen.count == Self.count)
    }
}
