import AuthEmulator
import BridgePrimitives
import Cookies
import HTTPLoader
import Project
import RouterGuard
import Scenarios
import Testing
import Worlds

@Suite("What a world takes of a project file", .timeLimit(.minutes(5)))
struct ProjectSettingsTests {
    @Test func aWorldTakesWhatTheFileSays() throws {
        func settings(_ text: String) throws -> WorldSettings {
            try WorldSettings().adopting(
                ProjectFile.project(
                    in: "version: 1\n" + text, file: "x.yaml", vocabulary: Vocabulary(profiles: ["chromium"])))
        }
        let usual = try settings("")
        #expect(usual.projectID == "demo-bridge" && usual.cookieName == "customtoken" && usual.routes == nil)
        #expect(usual.ownBackend == nil && usual.handover == nil && usual.authPort == 0)
        // A backend that runs already looks for the auth service where the emulator is.
        #expect(try settings("backend: { url: http://localhost:3000 }").authPort == 9099)
        #expect(try settings("backend: { url: http://localhost:3000 }\nauth: { port: 9100 }").authPort == 9100)
        #expect(try settings("backend: { url: http://localhost:3000, start: { command: a } }").authPort == 0)
        let own = try settings(
            "auth: { project: p, strictness: lenient, tokens: signed }\n"
                + "web: { url: 'http://localhost:5173', profile: chromium, guard: article, cookie-name: c }")
        #expect(usual.singleProject == .off && own.singleProject == .off)
        for (word, mode) in [("off", SingleProjectMode.off), ("warn", .warning), ("error", .error)] {
            #expect(try settings("auth: { single-project: \(word) }").singleProject == mode)
        }
        #expect(!own.emailEnumerationProtection)
        #expect(try settings("auth: { email-enumeration-protection: true }").emailEnumerationProtection)
        #expect(own.projectID == "p" && own.strictness == .lenient && own.tokenForm == .signed)
        #expect(own.webURL?.origin == "http://localhost:5173" && own.profile.name == "chromium")
        #expect(own.pageGuard.preset == .article && own.cookieName == "c" && own.routes != nil)
        // A scenario's guard is for the same site.
        var setting = Scenario.Setting()
        setting.pageGuard = PageGuard(.recommended)
        var pageOfTheirs = try settings("web: { sign-in-path: /login, folder: dist }")
        #expect(pageOfTheirs.pageGuard.signInPath == "/login")
        pageOfTheirs.user.email = "kept@example.com"
        let adopted = try pageOfTheirs.adopting(setting)
        #expect(adopted.pageGuard.signInPath == "/login" && adopted.user.email == "kept@example.com")
    }
}
