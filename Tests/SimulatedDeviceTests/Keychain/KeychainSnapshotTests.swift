import BridgePrimitives
import SimulatedDevice
import Testing

@Suite("Snapshot of a keychain", .timeLimit(.minutes(5)))
struct KeychainSnapshotTests {
    private let key = Keychain.ItemKey(service: "s", account: "a", accessGroup: "TEAM123456.com.example.shop")

    @Test func bringsItBack() throws {
        let keychain = Keychain()
        keychain.set(Secret([0, 255, 10]), for: key)
        let restored = try Keychain(snapshot: keychain.snapshot)
        #expect(restored.keys == [key])
        #expect(restored.snapshot.reveal() == keychain.snapshot.reveal())
        #expect(try Keychain(snapshot: Secret([])).keys.isEmpty)
    }

    /// A state that was saved before items had an accessibility.
    @Test func anOlderOneGetsDefaults() throws {
        let row: JSONValue = ["service": "s", "account": "a", "accessGroup": "g", "data": "AA"]
        let keychain = try Keychain(snapshot: Secret([row]))
        let text = keychain.snapshot.reveal().text()
        #expect(text.contains(#""accessibility":"afterFirstUnlockThisDeviceOnly""#))
    }

    @Test(
        arguments: [
            [:], "x", [1], [[:]],
            [["service": "s", "account": "a", "accessGroup": "g", "data": "="]],  // no padding
            [["service": "s", "account": "a", "accessGroup": 7, "data": ""]],
            [["service": "s", "account": "a", "accessGroup": "g", "data": "", "accessibility": "always"]],
            [["service": "s", "account": "a", "accessGroup": "g", "data": "", "class": "cert"]],
            [["service": "s", "account": "a", "accessGroup": "g", "data": "", "attributes": ["labl": "x"]]],
            [
                ["service": "s", "account": "a", "accessGroup": "g", "data": ""],
                ["service": "s", "account": "a", "accessGroup": "g", "data": ""],  // one key twice
            ],
        ] as [JSONValue])
    func isNothingElse(value: JSONValue) {
        let failure = #expect(throws: BridgeFailure.self) { try Keychain(snapshot: Secret(value)) }
        #expect(failure?.code.rawValue == "keychain/unreadable-snapshot")
    }
}
