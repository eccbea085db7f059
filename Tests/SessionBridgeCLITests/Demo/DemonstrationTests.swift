import BridgePrimitives
import BridgeTrace
import Listening
import Project
import Scenarios
import Testing
import Worlds

@testable import SessionBridgeCLI

@Suite("The demonstration", .timeLimit(.minutes(5)))
struct DemonstrationTests {
    @Test func endsSignedInAndSaysWhatIsFragile() async throws {
        try await withEphemeralStateDirectory { state in
            let story = try await Demonstration(stateFolder: state.path).run()
            #expect(story.verdict == .signedIn)
            #expect(story.steps.allSatisfy { $0.isAsExpected })
            #expect(
                story.steps.map(\.name) == [
                    "services", "sign-in", "id-token", "verify", "set-cookie", "native-storage", "first-request",
                    "user-script", "guard", "web-sign-in", "route",
                ])
            #expect(
                Set(story.findings.map(\.code.rawValue)) == [
                    "handoff/http-only-lost", "send/other-store", "send/set-after-request",
                ])
            #expect(story.rootCause == nil)
            let json = story.json
            #expect(json["verdict"] == "signed-in")
            #expect(json["route"] == ["name": "main", "path": "/"])
            #expect(json["uid"]?.stringValue == story.uid)
        }
    }

    @Test(arguments: [
        (Handover.nativeStorage(CookieCopy()), "in HTTPCookieStorage"),
        (.cookieStore(CookieCopy()), "in the web view's cookie store"),
    ])
    func tellsWhichStoreTheCookieGoesTo(handover: Handover, place: String) async throws {
        try await withEphemeralStateDirectory { state in
            var settings = WorldSettings()
            settings.handover = [handover]
            let story = try await Demonstration(settings: settings, stateFolder: state.path).run()
            let step = story.steps.first { $0.name == "native-storage" }
            #expect(step?.text == "The app copies the cookie to app.localhost \(place) (stored).")
        }
    }
}
