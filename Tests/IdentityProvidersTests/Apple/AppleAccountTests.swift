import BridgePrimitives
import IdentityProviders
import Testing

@Suite("Accounts of the simulated Apple", .timeLimit(.minutes(5)))
struct AppleAccountTests {
    private let taro = AppleAccount(id: "a1", firstName: "Taro", lastName: "Yamada", email: "taro@icloud.com")

    @Test func oneSeedGivesTheSamePeople() {
        #expect(
            AppleAccount.samples(from: IdentitySource(seed: 1)) == AppleAccount.samples(from: IdentitySource(seed: 1)))
        #expect(
            AppleAccount.samples(from: IdentitySource(seed: 1)) != AppleAccount.samples(from: IdentitySource(seed: 2)))
    }

    @Test func theSubjectLooksLikeApples() throws {
        let parts = taro.subject(in: "TEAM123456").split(separator: ".")
        #expect(parts.map(\.count) == [6, 32, 4])
        #expect(parts.joined().utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) })
    }

    @Test func anAppThatChangesHandsMeetsStrangers() {
        #expect(taro.subject(in: "TEAM123456") == taro.subject(in: "TEAM123456"))
        #expect(taro.subject(in: "TEAM123456") != taro.subject(in: "TEAM999999"))
        #expect(taro.relayAddress(in: "TEAM123456") != taro.relayAddress(in: "TEAM999999"))
        #expect(taro.relayAddress(in: "TEAM123456").hasSuffix("@privaterelay.appleid.com"))
    }
}
