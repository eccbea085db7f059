import BridgePrimitives
import BridgeTrace
import Foundation
import Listening
import PageEngines
import Reporting
import Scenarios
import TestSupport
import Testing
import Worlds

/// The project's own scenarios in a real engine: the page's scripts run, and the verdict comes from outside.
extension RealBrowsers {
    @Suite("Scenarios in real engines", .serialized)
    struct HandoffInEngineTests {
        /// What ends otherwise than in the model, and why.
        private static let otherwise = [
            // Only the model tells what a guard decided by itself.
            "A page that needs no user opens without a cookie": "guard/no-auth-needed",
            "A guard that does not try again takes a lost connection for a refused token": "guard/token-refused",
            "A value that is badly encoded makes vue-cookies throw": "guard/cookie-unreadable",
            // Its cookies end with the process, and it cannot be asked why.
            "A cookie without an expiry ends with the app's process": "send/session-ended",
            "And so it ends with the app's process": "send/session-ended",
            // The engine's clock is the machine's.
            "What script writes for thirty days goes after seven without the user": "note/deleted-after-inactivity",
            "And ends with the days that it was made for": "send/expired",
            // Chromium sends what it is given.
            "An engine that drops hand-made Cookie headers sends none": "send/manual-header-dropped",
            // manualCookieHeader = dropped, in WebKitGTK.
            "A cookie in a header of the app's own is on the first request": "handoff/cookie-in-header-only",
            "After a redirect the header of the app's own is gone": "load/manual-cookie-dropped",
            "The app's header keeps the store's cookie at home": "send/manual-header-wins",
            "A header that the app writes by hand does not reach the page behind a redirect": "with a header cookie",
            // Chromium gets the header for one request, by DevTools, and WebKit for the load.
            "An Authorization header goes with one load and its redirect, and with nothing after it":
                "with a header authorization",
            // The sample page has the cookie's name in its own files.
            "A page that reads another cookie than the backend sets has no session": "guard/cookie-absent",
            // An engine has no main thread of an app that stands still.
            "The main thread waits for a handler that needs the main thread": "race/deadlock",
            // The SDK in the page has no end for it, and the model's client has.
            "The page's sign-in is never answered": "guard/token-refused",
            // It stops the redirects by itself; the codes of each are the model's.
            "Login and page redirect to each other, since neither gets the cookie": "load/redirect-loop",
            "A Cookie header by hand does not go along to another host": "load/manual-cookie-dropped",
            // The page signs in anew with the token that it finds, where the model's has its session from before.
            "A sign-out that forgets nothing else leaves the page to the old user": "handoff/page-still-signed-in",
            "A script that is left installed writes the old user's token after the sign-out":
                "handoff/page-still-signed-in",
            // What a page's ID token says, and what was removed of its data, only the model tells.
            "A role that changes while the page is open is not in the page's ID token": "handoff/stale-claims",
            // WebKit keeps Secure cookies from plain HTTP, also where the host is this machine.
            "Chrome takes it on localhost": "verdict signed-in",
            "An app that takes the locked keychain for a sign-out clears the page's session": "handoff/data-removed",
        ]

        @Test(
            .timeLimit(.minutes(20)),
            arguments: TestedEngines.all.map(EngineName.init))
        func allThatAnEngineCanDoEndsAsInTheModel(engine: EngineName) async throws {
            var settings = WorldSettings()
            settings.engine = engine
            // Findings are read from what the model traces, of guards and stores above all.
            let scenarios = try ScenarioFiles.scenarios(at: ["Scenarios"])
                .filter { !$0.source.file.contains("/findings/") && !$0.source.file.contains("/ways/") }
            let results = try await withEphemeralStateDirectory { state in
                try await ScenarioRuns(settings: settings, stateFolder: state.path, width: 4).run(scenarios) { _ in }
            }
            var passed = 0
            for result in results {
                if result.hasPassed { passed += 1 }
                if result.isModelOnly || result.hasPassed { continue }
                let words = result.mismatches.map(\.expected).joined(separator: " ")
                let known = Self.otherwise[result.scenario.name]
                let cause = result.rootCause.map { "; it is \($0.code): \($0.message)" } ?? ""
                #expect(known.map { words.contains($0) } == true, "\(result.scenario.name): \(words)\(cause)")
            }
            #expect(passed >= 120)
        }
    }
}

extension ScenarioResult {
    fileprivate var mismatches: [Mismatch] { if case .failed(let mismatches) = outcome { mismatches } else { [] } }

    /// Whether a real engine has no means for it.
    fileprivate var isModelOnly: Bool {
        if case .broken(let failure) = outcome { return failure.code.rawValue == "engine/model-only" }
        return rootCause?.code.rawValue == "engine/model-only"
    }
}
