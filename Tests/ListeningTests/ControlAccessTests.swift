import BridgePrimitives
import HTTPTypes
import Testing

@testable import Listening

@Suite("Who may steer", .timeLimit(.minutes(5)))
struct ControlAccessTests {
    private static let token = "a-token-of-some-length"
    private static let network = LocalNetwork(addresses: ["192.168.1.7"], name: "mac.local")

    /// Columns: `Host`, `Origin`, the token, where from, and what is refused of a machine that is open to its network.
    @Test(
        arguments: [
            ("localhost:4040", nil, nil, .thisMachine, []),
            ("localhost:4040", nil, token, .thisMachine, []),
            ("localhost:4040", nil, "wrong", .thisMachine, [.wrongToken]),
            // What another machine writes into its fields is no proof.
            ("localhost:4040", nil, nil, .elsewhere, [.foreignPeer]),
            ("192.168.1.7:4040", nil, nil, .elsewhere, [.foreignPeer, .foreignHost]),
            ("192.168.1.7:4040", nil, token, .elsewhere, []),
            ("mac.local:4040", nil, token, .elsewhere, []),
            ("192.168.1.7:4040", nil, "a-token-of-some-lengtX", .elsewhere, [.wrongToken, .foreignPeer, .foreignHost]),
            ("192.168.1.7:4040", nil, "", .elsewhere, [.wrongToken, .foreignPeer, .foreignHost]),
            // A name of the network that was pointed at loopback.
            ("mac.local:4040", nil, nil, .thisMachine, [.foreignHost]),
            // A token opens no other name, and no other site's page.
            ("evil.example", nil, token, .elsewhere, [.foreignHost]),
            ("192.168.1.7:4040", "https://evil.example", token, .elsewhere, [.foreignOrigin]),
            ("192.168.1.7:4040", "http://192.168.1.7:8080", token, .elsewhere, []),
            ("192.168.1.7:4040", "null", token, .elsewhere, [.foreignOrigin]),
        ] as [(String, String?, String?, RequestPeer, [ListeningReason])])
    func onAnOpenMachine(
        host: String, origin: String?, token: String?, peer: RequestPeer, refusals: [ListeningReason]
    ) {
        let access = ControlAccess(network: Self.network, token: Secret(Self.token))
        #expect(access.refusals(authority: host, fields: Self.fields(origin, token), peer: peer) == refusals)
    }

    /// Without `--host` there is no name of the network, and without a token nobody from elsewhere.
    @Test(
        arguments: [
            (ControlAccess.thisMachine, "192.168.1.7", token, .elsewhere, [.wrongToken, .foreignPeer, .foreignHost]),
            (
                ControlAccess(network: network), "192.168.1.7", token, .elsewhere,
                [.wrongToken, .foreignPeer, .foreignHost]
            ),
            (ControlAccess(token: Secret(token)), "192.168.1.7", token, .thisMachine, [.foreignHost]),
            (ControlAccess.thisMachine, "127.0.0.1", nil, .thisMachine, []),
        ] as [(ControlAccess, String, String?, RequestPeer, [ListeningReason])])
    func onOthers(
        access: ControlAccess, host: String, token: String?, peer: RequestPeer, refusals: [ListeningReason]
    ) {
        #expect(access.refusals(authority: host, fields: Self.fields(nil, token), peer: peer) == refusals)
    }

    private static func fields(_ origin: String?, _ token: String?) -> HTTPFields {
        var fields = HTTPFields()
        fields[.origin] = origin
        fields[named: ControlAccess.tokenField] = token
        return fields
    }
}
