import BridgePrimitives
import Cookies
import Testing

@Suite("Explaining a cookie", .timeLimit(.minutes(5)))
struct CookieExplanationTests {
    private func explain(
        _ lines: String..., at text: String = "https://app.test/login", writer: CookieQuestion.Writer = .response,
        as profile: CookieProfile = .ios18, trackingPrevention: Bool? = nil, isCloaked: Bool = false
    ) throws -> CookieExplanation {
        let url = try url(text)
        let probes = CookieProbe.usual(for: url, suffixes: TinySuffixes())
        let question = CookieQuestion(
            lines, from: url, writer: writer, probes: probes, trackingPrevention: trackingPrevention,
            isCloaked: isCloaked, setAt: now)
        return CookieExplanation(question, profile: profile, suffixes: TinySuffixes())
    }

    /// What each probe got: the situation, the URL, and the header's or script's text.
    private func rows(_ explanation: CookieExplanation) -> [String] {
        zip(explanation.question.probes, explanation.answer.access).map { probe, access in
            "\(probe.situation) \(probe.url.scheme)://\(probe.url.host)\(probe.url.path) \(access.text)"
        }
    }

    @Test func theUsualQuestionsAreAboutPathSchemeHostOtherSitesAndScript() throws {
        #expect(
            rows(try explain("sid=1; Path=/; Secure", as: .chromium)) == [
                "loaded by the app: https://app.test/login sid=1",
                "loaded by the app: https://app.test/ sid=1",
                "loaded by the app: http://app.test/ ",  // Secure
                "loaded by the app: https://sub.app.test/ ",  // host-only
                "reached by a link of another site: https://app.test/login sid=1",  // counts as Lax
                "posted to by a form of another site: https://app.test/login sid=1",  // younger than two minutes
                "loaded by the app through a redirect of another site: https://app.test/login sid=1",
                "fetched by a page of another site: https://app.test/login ",
                "read by a script of https://app.test/login sid=1",
                "read by a script of https://app.test/ sid=1",
            ])
    }

    @Test(
        "A disguised third party's persistent cookies live seven days, under tracking prevention",
        arguments: [
            ("c=1; Max-Age=2592000", true, true, [StoreReason.cloakingCap]), ("c=1; Max-Age=2592000", true, false, []),
            ("c=1; Max-Age=2592000", false, true, []), ("c=1; Max-Age=60", true, true, []), ("c=1", true, true, []),
        ])
    func cloaking(line: String, isCloaked: Bool, prevents: Bool, reasons: [StoreReason]) throws {
        let answer = try explain(line, trackingPrevention: prevents, isCloaked: isCloaked).answer
        #expect(answer.decisions.map(\.reasons) == [reasons])
        let lives: Duration = reasons.isEmpty ? .seconds(2_592_000) : .seconds(7 * 86_400)
        guard line.hasSuffix("2592000") else { return }
        #expect(answer.decisions.first?.cookie?.expiry == now + lives)
    }

    /// A frame's script is a third party's; that of a page which another site only opened is not.
    @Test(
        arguments: [
            (nil, false, "sid=1", "read by a script of"),
            ("https://other.test/", false, "sid=1", "read in a page opened by other.test by a script of"),
            ("https://other.test/", true, "", "read in a frame of a page at other.test by a script of"),
            ("https://www.app.test/", true, "sid=1", "read in a frame of a page at www.app.test by a script of"),
        ] as [(String?, Bool, String, String)])
    func theScriptsPageHasSomebodyAroundIt(other: String?, isFramed: Bool, text: String, situation: String) throws {
        let url = try url("https://app.test/")
        let probe = CookieProbe(scriptOf: url, from: try other.map { try CookieURL($0) }, isFramed: isFramed)
        let question = CookieQuestion(["sid=1; Secure"], from: url, probes: [probe], setAt: now)
        let answer = question.answer(by: .ios17, suffixes: TinySuffixes())
        #expect(answer.access.map(\.text) == [text])
        #expect(probe.situation == situation)
    }

    @Test(
        arguments: [
            // A subdomain is also asked about the site above it; an address has neither.
            ("https://www.app.test/", ["www.app.test", "sub.www.app.test", "app.test"]),
            ("http://127.0.0.1/", ["127.0.0.1"]), ("http://[::1]/", ["[::1]"]), ("http://localhost/", nil),
        ] as [(String, [String]?)])
    func theHostsAsked(text: String, hosts: [String]?) throws {
        let probes = CookieProbe.usual(for: try url(text), suffixes: TinySuffixes())
        var asked: [String] = []
        for probe in probes where !asked.contains(probe.url.host) { asked.append(probe.url.host) }
        #expect(asked == hosts ?? ["localhost", "sub.localhost"])
    }

    @Test func documentsWithoutCookiesAreAskedAboutScriptOnly() throws {
        #expect(CookieProbe.usual(for: try url("file:///a.html"), suffixes: TinySuffixes()).map(\.access) == [.script])
    }

    @Test(
        arguments: [
            // One line, the knobs that the answer rests on. A Strict cookie needs none of them.
            ("a=1; Path=/; SameSite=Strict", "https://app.test/", []),
            // Whether a missing SameSite is Lax decides the cross-site form.
            ("a=1; Path=/", "https://app.test/", ["missingSameSite"]),
            // On a loopback host nobody but iOS's future and Chromium takes Secure over http.
            ("a=1; Path=/; Secure; SameSite=Strict", "http://localhost/", ["secureOnLoopback"]),
            // Unknown: whether CFNetwork takes a plus sign, an empty age, or caps long lives.
            ("a=1; Path=/; SameSite=Strict; Max-Age=+5", "https://app.test/", ["maxAgeTakesPlus"]),
            ("a=1; Path=/; SameSite=Strict; Max-Age=", "https://app.test/", ["emptyMaxAgeExpires"]),
            ("a=1; Path=/; SameSite=Strict; Max-Age=99999999", "https://app.test/", ["lifetimeCap"]),
            ("a=1; Path=/; SameSite=Strict; Domain=APP.TEST", "https://www.app.test/", ["domainIgnoresCase"]),
        ])
    func anAnswerRestsOnValuesThatAreOnlyReportedOrAssumed(line: String, at: String, knobs: [String]) throws {
        let explanation = try explain(line, at: at)
        #expect(explanation.reliances.map(\.row.knob) == knobs)
        for reliance in explanation.reliances {
            #expect([.reported, .assumed].contains(reliance.row.confidence))
            #expect(!reliance.alternatives.isEmpty)
        }
    }

    @Test func valuesThatWereSeenOrAreWrittenDownAreNoUncertainty() throws {
        // Chromium was run: its two-minute allowance decides here, and is certain.
        #expect(try explain("a=1; Path=/", as: .chromium).reliances.map(\.row.knob) == [])
        #expect(try explain("a=1; Path=/", as: .ios17).reliances.isEmpty)
    }

    @Test func enginesThatAnswerOtherwiseAreNamed() throws {
        let explanation = try explain("a=1; SameSite=None", as: .ios18)
        #expect(explanation.answer.decisions.map(\.outcome) == [.stored])
        #expect(
            explanation.otherEngines.filter { $0.answer.decisions.map(\.reasons) == [[.sameSiteNoneInsecure]] }
                .map(\.profile.name) == ["rfc6265bis", "layered-cookies", "chromium"])
        // Two refusals are the same, even where one engine has more reasons than another.
        #expect(try explain("", as: .ios18).otherEngines.isEmpty)
    }

    @Test func linesAreSetInOrder() throws {
        let explanation = try explain("a=1; Path=/", "a=; Path=/; Max-Age=0", "b=2; Path=/")
        #expect(explanation.answer.decisions.map(\.outcome) == [.stored, .deleted, .stored])
        #expect(explanation.answer.access.first?.text == "b=2")
    }

    @Test func scriptIsAWriterOfItsOwn() throws {
        let explanation = try explain("a=1; HttpOnly", writer: .script)
        #expect(explanation.answer.decisions.map(\.reasons) == [[.httpOnlyFromScript]])
    }

    @Test func timePassesBetweenSettingAndAsking() throws {
        let url = try url("https://app.test/")
        var question = CookieQuestion(
            ["a=1; Max-Age=60"], from: url, probes: [CookieProbe("asked:", requesting: url)], setAt: now)
        #expect(question.answer(by: .ios18, suffixes: TinySuffixes()).access.map(\.text) == ["a=1"])
        question.askedAt = now + .seconds(60)
        let late = question.answer(by: .ios18, suffixes: TinySuffixes())
        #expect(late.access.map { $0.refused.map(\.reasons) } == [[[SendReason.expired.code]]])
        // Asking before anything was set makes no sense and is not done.
        #expect(CookieQuestion([], from: url, probes: [], setAt: now, askedAt: now - .seconds(1)).askedAt == now)
    }
}

@Suite("The values of a profile by name", .timeLimit(.minutes(5)))
struct ProfileKnobTests {
    @Test func thereIsOneForEachValue() {
        let declared = Mirror(reflecting: CookieProfile.rfc6265bis).children.compactMap(\.label).filter { $0 != "name" }
        #expect(ProfileKnob.all.map(\.name) == declared)
    }

    @Test(arguments: ProfileKnob.all.indices)
    func adoptingOneLeavesTheOthers(index: Int) {
        let knob = ProfileKnob.all[index]
        let changed = knob.adopting(.ios18, .chromium)
        #expect(knob.row(changed) == knob.row(.chromium))
        for other in ProfileKnob.all where other.name != knob.name {
            #expect(other.row(changed) == other.row(.ios18))
        }
    }

    @Test(
        arguments: [
            ("ios18", "lifetimeCap", "none"), ("chromium", "lifetimeCap", "400d"),
            ("chromium", "pairLimit", "4096"), ("webkitgtk", "pairLimit", "none"),
            ("chromium", "missingSameSite", "lax, unsafe methods for 2m"),
            ("chromium", "limits", "180 a site (less 30), 3300 in all (less 300), 10240 bytes a partition"),
            ("ios18", "scriptLifetime", "deleted after 7d unused, capped at 1d if decorated"),
            ("ios12", "scriptLifetime", "capped at 7d, 1d if decorated"),
        ])
    func valuesReadAsWords(profile: String, knob: String, value: String) {
        #expect(CookieProfile.named(profile)?.rows.first { $0.knob == knob }?.value == value)
    }
}

@Suite("A server in front of the backend", .timeLimit(.minutes(5)))
struct EdgeProfileTests {
    @Test(
        arguments: [
            ("__session=1", "__session=1", []), ("a=1", nil, ["a"]),
            ("a=1; __session=x=y; b=2", "__session=x=y", ["a", "b"]),
            ("__Session=1", nil, ["__Session"]),  // names are compared as bytes
            ("__session", nil, [""]),  // a nameless cookie's value is no name
            (" __session = 1 ;; ", "__session = 1", []), ("", nil, []), (";", nil, []),
            ("a=1;__session=2", "__session=2", ["a"]),
        ] as [(String, String?, [String])])
    func firebaseHostingPassesOneNameOn(header: String, left: String?, dropped: [String]) {
        let forwarded = EdgeProfile.firebaseHosting.forwarding(header)
        #expect(forwarded.header == left)
        #expect(forwarded.dropped == dropped)
    }

    @Test func withoutAnEdgeAllPasses() {
        #expect(EdgeProfile.direct.forwarding("a=1; b") == EdgeProfile.direct.forwarding("a=1;b"))
        #expect(EdgeProfile.direct.forwarding("a=1; b").header == "a=1; b")
    }

    @Test func areFoundByNameAndHaveEvidence() {
        for edge in EdgeProfile.all {
            #expect(EdgeProfile.named(edge.name) == edge)
            #expect(edge.rows.allSatisfy { $0.source.utf8.count > 5 })
        }
        #expect(EdgeProfile.named("cdn") == nil)
    }
}
