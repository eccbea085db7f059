import BridgePrimitives
import SimulatedDevice
import Testing

@Suite("Snapshot of a keychain")
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

    @Test(
        arguments: [
            [:], "x", [1], [[:]],
            [["service": "s", "account": "a", "accessGroup": "g", "data": "="]],  // no padding
            [["service": "s", "account": "a", "accessGroup": 7, "data": ""]],
        ] as [JSONValue])
    func isNothingElse(value: JSONValue) {
        let failure = #expect(throws: BridgeFailure.self) { try Keychain(snapshot: Secret(value)) }
        #expect(failure?.code == "keychain/unreadable-snapshot")
    }
}
