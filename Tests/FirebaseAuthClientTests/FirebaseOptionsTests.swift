import BridgePrimitives
import BridgeTrace
import FirebaseAuthClient
import Testing

@Suite("Client: GoogleService-Info.plist", .timeLimit(.minutes(5)))
struct FirebaseOptionsTests {
    @Test func sayWhatTheFileSays() throws {
        let options = try FirebaseOptions(propertyList: Array(Fixture.plist.utf8))
        #expect(options.apiKey == "AIzaSy-test" && options.projectID == "demo-bridge")
        #expect(options.googleAppID == "1:77:ios:0123456789abcdef" && options.bundleID == "com.example.shop")
        #expect(options.clientID == "77-abc.apps.googleusercontent.com" && options.gcmSenderID == "77")
        #expect(options.reversedClientID == "com.googleusercontent.apps.77-abc")
    }

    @Test(arguments: ["API_KEY", "PROJECT_ID", "GOOGLE_APP_ID", "BUNDLE_ID"])
    func nameTheKeyThatIsMissing(key: String) {
        for text in [
            Fixture.plist.replacing("<key>\(key)</key>", with: "<key>X_\(key)</key>"),
            Fixture.plist.replacing(
                "<key>\(key)</key><string>", with: "<key>\(key)</key><string></string><key>Y</key><string>"),
        ] {
            let failure = #expect(throws: BridgeFailure.self) {
                try FirebaseOptions(propertyList: Array(text.utf8))
            }
            #expect(failure?.code.rawValue == "client/option-missing" && failure?.cause.hasSuffix(" \(key)") == true)
        }
    }

    @Test(arguments: ["", "x", "\u{0}", "<plist>", "<plist version=\"1.0\"><array/></plist>", "{", "bplist00"])
    func areNotMadeOfAnythingElse(text: String) {
        let failure = #expect(throws: BridgeFailure.self) { try FirebaseOptions(propertyList: Array(text.utf8)) }
        #expect(
            failure?.code.rawValue == "client/options-unreadable" || failure?.code.rawValue == "client/option-missing")
    }

    @Test func aFileTooLargeIsNotRead() {
        let failure = #expect(throws: BridgeFailure.self) {
            try FirebaseOptions(propertyList: [UInt8](repeating: 0x20, count: (1 << 20) + 1))
        }
        #expect(failure?.code.rawValue == "client/options-unreadable")
    }

    @Test func aConfiguredAppKeepsWhatItGot() throws {
        try FirebaseOptionsTests.inEnvironment {
            let options = FirebaseOptions(googleAppID: "1:1:ios:1", gcmSenderID: "1")
            options.apiKey = "k"
            FirebaseApp.configure(name: "second", options: options)
            options.apiKey = "other"
            #expect(FirebaseApp.app(name: "second")?.options.apiKey == "k")
            #expect(FirebaseApp.app() == nil && FirebaseApp.allApps?.count == 1)
        }
    }

    private static func inEnvironment(_ body: () throws -> Void) throws {
        let clock = WorldClock.frozen(at: Fixture.start)
        let environment = FirebaseEnvironment(
            transport: OneReply(status: 200, body: "{}"), clock: clock,
            trace: TraceLog(clock: clock, masking: Masking(.fingerprints)))
        try environment.run(body)
    }
}
