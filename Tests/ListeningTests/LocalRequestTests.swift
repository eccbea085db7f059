import BridgePrimitives
import Testing

@testable import Listening

@Suite("Requests from this machine", .timeLimit(.minutes(5)))
struct LocalRequestTests {
    @Test(arguments: [
        ("localhost", true), ("localhost:4040", true), ("LOCALHOST:4040", true), ("localhost.", true),
        ("app.localhost:8080", true), ("127.0.0.1", true), ("127.0.0.1:4040", true), ("127.8.9.10", true),
        ("[::1]", true), ("[::1]:4040", true), ("[0:0:0:0:0:0:0:1]", true), ("[0000:0000::0001]", false),
        ("[::0001]", true), ("localhost:", true),
        ("", false), ("evil.example", false), ("localhost.evil.example", false), ("evillocalhost", false),
        ("[::1].evil.example", false), ("[::1]evil", false), ("[::1", false), ("[::2]", false), ("[:::1]", false),
        ("127.0.0.1.evil.example", false), ("127.0.0.1@evil.example", false), ("evil@localhost", false),
        ("localhost:4040@evil.example", false), ("localhost:evil", false), ("localhost:123456", false),
        ("127.1", false), ("127.0.0.256", false), ("127.0.0.01", false), ("2130706433", false), ("0.0.0.0", false),
        ("localhost/..", false), ("localhost\u{0}", false), (".localhost\u{301}", false), ("ｌocalhost", false),
    ])
    func hostsAreParsed(authority: String, isLocal: Bool) {
        #expect(LocalRequest.refusals(authority: authority, origin: nil).isEmpty == isLocal)
    }

    @Test(
        arguments: [
            (nil, []), ("http://localhost:3000", []), ("https://app.localhost:8443", []), ("capacitor://localhost", []),
            ("http://[::1]:5173", []), ("null", [.foreignOrigin]), ("", [.foreignOrigin]),
            ("https://evil.example", [.foreignOrigin]), ("http://localhost.evil.example", [.foreignOrigin]),
            ("http://localhost:3000/path", [.foreignOrigin]), ("://localhost", [.foreignOrigin]),
            ("localhost", [.foreignOrigin]), ("http://evil.example://localhost", [.foreignOrigin]),
        ] as [(String?, [ListeningReason])])
    func originsAreThoseOfPages(origin: String?, refusals: [ListeningReason]) {
        #expect(LocalRequest.refusals(authority: "127.0.0.1:4040", origin: origin) == refusals)
    }

    @Test func bothAreSaid() {
        #expect(
            LocalRequest.refusals(authority: nil, origin: "https://evil.example") == [.foreignHost, .foreignOrigin])
    }
}
