import BridgePrimitives
import BridgeTrace
import Scenarios
import Testing

@testable import Twin
import Twin
import Worlds

@Suite("A step, taken by the headless view and by a real browser")
struct TwinStepTests {
    private static let masking = Masking(.fingerprints)

    /// A page at `/` that got the cookie, whose guard entered `main`.
    private static func sighting(
        header: String? = "customtoken=secret", jar: [JarCookie] = [jarCookie()], script: String = "customtoken=secret",
        route: String? = "main", userID: String? = "u1"
    ) -> TwinSighting {
        TwinSighting(
            requests: [.init(method: "GET", address: "app.localhost/", cookieHeader: header)], jar: jar,
            documentCookie: script, route: route, address: "app.localhost/", userID: userID, masking: masking)
    }

    private static func jarCookie(_ value: String = "secret", isPersistent: Bool = false) -> JarCookie {
        JarCookie(
            name: "customtoken", value: value, domain: "app.localhost", path: "/", isSecure: true, isHTTPOnly: false,
            isPersistent: isPersistent)
    }

    private static func step(
        _ headless: TwinSighting, _ browser: TwinSighting, reference: TwinSighting? = nil, clockHasMoved: Bool = false
    ) -> TwinStep {
        TwinStep(
            name: "open /", headless: headless, reference: reference, browser: browser, clockHasMoved: clockHasMoved)
    }

    @Test(
        "Each aspect is compared by itself",
        arguments: [
            (sighting(header: nil), ["Cookie headers"]),
            (sighting(jar: []), ["cookie jar"]),
            (sighting(jar: [jarCookie("other")]), ["cookie jar"]),
            (sighting(script: ""), ["document.cookie"]),
            (sighting(script: "customtoken=other"), ["document.cookie"]),
            (sighting(route: "signin"), ["route"]),
            (sighting(route: nil), ["route"]),
            (sighting(userID: nil), ["signed in"]),
            (sighting(userID: "u2"), ["signed in"]),
            (
                sighting(header: nil, jar: [], script: "", route: "signin", userID: nil),
                [
                    "Cookie headers", "cookie jar", "document.cookie", "route", "signed in",
                ]
            ),
            (sighting(), []),
        ] as [(TwinSighting, [String])])
    func aspects(browser: TwinSighting, differing: [String]) {
        let step = Self.step(Self.sighting(), browser)
        #expect(step.differences.map(\.aspect) == differing)
        #expect(step.faults.count == differing.count)
        #expect(step.agreements.count == 5 - differing.count)
    }

    /// The order in a header is the engine's business; a jar has none.
    @Test func theOrderCountsInHeadersOnly() {
        let two = [Self.jarCookie(), Self.jarCookie("other")]
        #expect(Self.step(Self.sighting(jar: two), Self.sighting(jar: two.reversed())).differences.isEmpty)
        let (ab, ba) = (Self.sighting(header: "a=1; b=2"), Self.sighting(header: "b=2; a=1"))
        #expect(Self.step(ab, ba).differences.map(\.aspect) == ["Cookie headers"])
    }

    @Test func theEnginesOwnProfileExplainsWhatItShares() {
        let browser = Self.sighting(jar: [], script: "")
        let reference = Self.sighting(jar: [])
        let step = Self.step(Self.sighting(), browser, reference: reference)
        #expect(step.differences.map(\.explanations) == [[.enginesProfile], []])
        #expect(step.faults.map(\.aspect) == ["document.cookie"])
    }

    @Test(
        "A clock that the browser cannot follow explains cookies that outlive it",
        arguments: [
            (true, true, [TwinReason.browsersClock]),
            (true, false, []),  // without an expiry no clock ends it
            (false, true, []),
        ])
    func clocks(clockHasMoved: Bool, isPersistent: Bool, explanations: [TwinReason]) {
        let browser = Self.sighting(jar: [Self.jarCookie(isPersistent: isPersistent)])
        let step = Self.step(Self.sighting(jar: []), browser, clockHasMoved: clockHasMoved)
        #expect(step.differences.map(\.explanations) == [explanations])
    }

    @Test func noValueOfACookieIsTold() {
        let result = TwinResult(
            name: "n", profile: "ios18", browser: "chromium",
            outcome: .compared([Self.step(Self.sighting(), Self.sighting(header: "customtoken=other-secret"))]),
            rootCause: nil)
        let text = result.lines().joined(separator: "\n") + result.json.text()
        #expect(text.contains("customtoken=<"))
        #expect(!text.contains("=secret") && !text.contains("other-secret"))
        #expect(!result.isAlike)
    }

    // MARK: What a real browser cannot do

    @Test(
        "Some scenarios need what WebDriver has not",
        arguments: [
            ("- open: { path: / }", []),
            ("- open: { path: /, inject: [user-script, user-script-at-end, native-storage, cookie-store] }", []),
            ("- open: { path: /, inject: header }", [TwinReason.headerByHand]),
            ("- open: { path: /, inject: [{ cookie-store: { awaited: false } }] }", [.writeNotAwaited]),
            ("- open: { path: / }\n- relaunch", [.processEnds]),
            ("- open: { path: / }\n- crash-network-process\n- relaunch", [.processEnds]),
            ("- sign-in", [.noPage]),
            ("- relaunch", [.processEnds, .noPage]),
        ] as [(String, [TwinReason])])
    func obstacles(steps: String, reasons: [TwinReason]) throws {
        let lines = steps.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
        let scenario = try #require(
            try ScenarioFile.scenarios(
                in: "name: n\nsteps:\n\(lines)\nexpect: { verdict: signed-out }\n", file: "n.yaml", environment: [:],
                reasons: []
            ).first)
        #expect(TwinStage.obstacles(to: scenario) == reasons)
    }
}
