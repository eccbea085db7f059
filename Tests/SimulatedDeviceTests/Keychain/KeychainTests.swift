import BridgePrimitives
import SimulatedDevice
import Testing

@Suite("The keychain", .timeLimit(.minutes(5)))
struct KeychainTests {
    private let key = Keychain.ItemKey(service: "firebase_auth", account: "user", accessGroup: "TEAM.app")

    private func reason(_ lookup: Keychain.Lookup) -> KeychainReason? {
        if case .refused(let reason) = lookup { reason } else { nil }
    }

    @Test func keepsOneItemForEachKey() {
        let keychain = Keychain()
        keychain.set(Secret([1]), for: key)
        keychain.set(Secret([2]), for: key)
        guard case .found(let data) = keychain.item(for: key, entitledTo: "TEAM.app") else {
            Issue.record("the item is gone")
            return
        }
        #expect(data.reveal() == [2])
        #expect(keychain.keys == [key])
    }

    @Test func anotherTeamReadsNothing() {
        let keychain = Keychain()
        keychain.set(Secret([1]), for: key)
        #expect(reason(keychain.item(for: key, entitledTo: "OTHER.app")) == .missingEntitlement)
        let mine = Keychain.ItemKey(service: key.service, account: key.account, accessGroup: "OTHER.app")
        #expect(reason(keychain.item(for: mine, entitledTo: "OTHER.app")) == .itemNotFound)
    }

    @Test func whatWasRemovedIsGone() {
        let keychain = Keychain()
        keychain.set(Secret([1]), for: key)
        keychain.removeItem(for: key)
        keychain.removeItem(for: key)
        #expect(reason(keychain.item(for: key, entitledTo: "TEAM.app")) == .itemNotFound)
    }
}
