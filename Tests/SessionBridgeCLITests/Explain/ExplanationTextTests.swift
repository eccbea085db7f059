import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import Testing
import WebViews

@testable import SessionBridgeCLI

@Suite("An explanation in words and as JSON", .timeLimit(.minutes(5)))
struct ExplanationTextTests {
    private static let setAt = Instant(secondsSinceEpoch: 1_795_251_600)

    private func explain(
        _ lines: String..., at text: String = "https://app.example.com/", writer: CookieQuestion.Writer = .response,
        as profile: CookieProfile = .ios18
    ) throws -> CookieExplanation {
        let url = try CookieURL(text)
        let question = CookieQuestion(
            lines, from: url, writer: writer,
            probes: CookieProbe.usual(for: url, suffixes: PublicSuffixList.standard), setAt: Self.setAt)
        return CookieExplanation(question, profile: profile, suffixes: PublicSuffixList.standard)
    }

    @Test func aRefusedCookieSaysWhyWhatThatRestsOnAndWhoTakesIt() throws {
        let explanation = try explain("token=abc; Secure", at: "http://localhost:3000/", writer: .script)
        #expect(
            ExplanationText(explanation, masking: Masking(.fingerprints)).lines == [
                "document.cookie of a page at http://localhost:3000/, as ios18 reads it",
                "    rejected  token = <3 bytes>  store/secure-from-insecure",
                "",
                "Why",
                "    store/secure-from-insecure  (DevTools: SecureOnly)",
                "        A Secure cookie came from an insecure URL. → Use https, or leave Secure out on http.",
                "",
                "Not certain: this rests on what ios18 is only said or thought to do",
                "    secureOnLoopback = false  reported: webcompat/web-bugs#142566; WebKit/WebKit#61338 changes it from"
                    + " 2026",
                "        if it is true",
                "            stored",
                "",
                "Other engines",
                "    chromium",
                "        stored",
            ])
    }

    @Test func aStoredCookieIsReadBackAttributeByAttribute() throws {
        let text = ExplanationText(
            try explain("sid=abc; Domain=example.com; Path=/a; Max-Age=7200; HttpOnly; SameSite=Lax"),
            masking: Masking(.revealed))
        #expect(
            text.lines.prefix(6) == [
                "Set-Cookie from https://app.example.com/, as ios18 reads it",
                "    stored    sid = abc",
                "      hosts   example.com and the hosts below it",
                "      path    /a and below",
                "      ends    2026-11-21T11:00:00.000Z, 2 hours from now",
                "      flags   not Secure, HttpOnly, SameSite=Lax",
            ])
    }

    @Test func severalCookiesAreToldApartInEachAnswer() throws {
        let lines = ExplanationText(
            try explain("a=1", "b=2; Secure", "c=3; Domain=com"), masking: Masking(.fingerprints)
        ).lines
        #expect(lines.contains("    rejected  c = <1 byte>  store/domain-public-suffix"))
        #expect(lines.contains("    sent      loaded by the app: GET https://app.example.com/  [a, b]"))
        #expect(lines.contains("    sent      loaded by the app: GET http://app.example.com/  [a]"))
        #expect(lines.contains("    withheld  loaded by the app: GET http://app.example.com/  [b]  send/secure"))
    }

    @Test func whatAnEdgeCutsOutIsSaid() throws {
        let lines = ExplanationText(
            try explain("sid=1"), edge: .firebaseHosting, masking: Masking(.fingerprints)
        ).lines
        #expect(lines.contains("    dropped   sid by firebase-hosting  edge/cookie-not-forwarded"))
        let passed = ExplanationText(
            try explain("__session=1"), edge: .firebaseHosting, masking: Masking(.fingerprints)
        ).lines
        #expect(!passed.contains { $0.contains("dropped") })
    }

    @Test func enginesThatSayTheSameStandTogether() throws {
        let lines = ExplanationText(try explain("a=1; SameSite=None"), masking: Masking(.fingerprints)).lines
        #expect(lines.contains("    rfc6265bis, layered-cookies, chromium"))
        #expect(lines.contains("        rejected  store/same-site-none-insecure"))
    }

    @Test func manyNamesAreCutAndLongOnesShortened() throws {
        let url = try CookieURL("https://app.example.com/")
        let question = CookieQuestion(
            (1...49).map { "cookie_\($0)=1" } + [String(repeating: "n", count: 3000) + "=1"], from: url,
            probes: CookieProbe.usual(for: url, suffixes: PublicSuffixList.standard), setAt: Self.setAt)
        let explanation = CookieExplanation(question, profile: .ios18, suffixes: PublicSuffixList.standard)
        let lines = ExplanationText(explanation, masking: Masking(.fingerprints)).lines
        #expect(lines.allSatisfy { $0.count < 260 })
        #expect(lines.contains { $0.hasPrefix("    sent ") && $0.hasSuffix(" and 42 more]") })
        #expect(lines.contains { $0.contains("nnn… (3000 bytes) = ") })
        let json = explanation.json(masking: Masking(.fingerprints))
        #expect(json["access"]?.arrayValue?.first?["sent"]?.arrayValue?.count == 50)  // scripts get them all
    }

    /// Engines whose answer differs in nothing that could be said are not listed, nor is a heading without one.
    @Test(arguments: ["n=1; Partitioned; Secure", "a=1", "a=1; SameSite=None", "a=1; Domain=.co.uk"])
    func noEngineStandsThereWithNothingToSay(line: String) throws {
        for profile in CookieProfile.all {
            let lines = ExplanationText(try explain(line, as: profile), masking: Masking(.fingerprints)).lines
            guard let heading = lines.firstIndex(of: "Other engines") else { continue }
            let listing = lines[(heading + 1)...]
            #expect(!listing.isEmpty)
            for (title, next) in zip(listing, Array(listing.dropFirst()) + [""]) where !title.hasPrefix("        ") {
                #expect(next.hasPrefix("        "), "\(profile.name): \(title)")
            }
        }
    }

    @Test func valuesAreMaskedEverywhereUnlessAskedFor() throws {
        let explanation = try explain("token=very-secret-value; Path=/")
        for policy in [Masking.Policy.fingerprints, .revealed] {
            let text = ExplanationText(explanation, masking: Masking(policy)).lines.joined(separator: "\n")
            let json = explanation.json(masking: Masking(policy)).text()
            #expect(text.contains("very-secret-value") == (policy == .revealed))
            #expect(json.contains("very-secret-value") == (policy == .revealed))
        }
    }

    @Test func asJSONItIsOneObject() throws {
        let json = try explain("a=1; SameSite=Strict", as: .chromium).json(
            edge: .firebaseHosting, masking: Masking(.revealed))
        #expect(json["profile"] == "chromium")
        #expect(json["decisions"]?.arrayValue?.first?["decision"] == "stored")
        #expect(json["decisions"]?.arrayValue?.first?["cookie"]?["same_site"] == "strict")
        let first = json["access"]?.arrayValue?.first
        #expect(first?["sent"] == ["a"])
        #expect(first?["not_forwarded"] == [["name": "a", "reasons": ["edge/cookie-not-forwarded"]]])
        #expect(json["access"]?.arrayValue?.last?["visible"] == ["a"])
        #expect(json["rests_on"] == [])
        #expect(json["other_engines"]?.arrayValue?.first?["profile"] == "ios12")
    }
}

@Suite("Set-Cookie lines as people paste them", .timeLimit(.minutes(5)))
struct SetCookieTextTests {
    @Test(
        arguments: [
            ("a=1", "a=1"), ("Set-Cookie: a=1", "a=1"), ("set-cookie:a=1", "a=1"), ("SET-COOKIE:\t a=1", "a=1"),
            ("Set-Cookie2: a=1", "Set-Cookie2: a=1"), ("", ""), ("set-cookie", "set-cookie"),
            ("Set-Cookie: Set-Cookie: x", "Set-Cookie: x"),  // only one name is a name
        ])
    func theFieldsNameMayStandBefore(text: String, line: String) {
        #expect(SetCookieText.line(text) == line)
    }

    @Test(
        "Of a response only its head's Set-Cookie fields count",
        arguments: [
            (["HTTP/2 200\r", "set-cookie: a=1\r", "x: y\r", "Set-Cookie: b=2\r", "\r"], ["a=1", "b=2"]),
            // What the body says, it says of something else.
            (["HTTP/1.1 200 OK", "Set-Cookie: a=1", "", "<pre>", "Set-Cookie: b=2", "", "HTTP/1.1 200"], ["a=1"]),
            (["HTTP/1.1 302 Found", "set-cookie: a=1", "", "HTTP/1.1 200 OK", "set-cookie: b=2", ""], ["a=1", "b=2"]),
            (["* Trying", "> GET / HTTP/1.1", "< HTTP/1.1 200 OK", "< set-cookie: a=1", "<", "x=1"], ["a=1"]),
            (["date: today", "set-cookie: a=1"], ["a=1"]),  // a head without its first line
            (["a=1", "", "b: c=2"], ["a=1", "b: c=2"]),  // no head: each line is a cookie
            (["Secure: a=1; Path=/"], nil), (["HTTP/2 200\r", "date: today\r", "\r", "a=1\r"], nil),
            (["content-type: text/html", "", "<p>a=1"], nil),
        ] as [([String], [String]?)])
    func ofAResponse(text: [String], cookies: [String]?) throws {
        guard let cookies else {
            let failure = #expect(throws: BridgeFailure.self) { try SetCookieText.lines(in: text) }
            #expect(failure?.code.rawValue == "explain/no-set-cookie")
            #expect(failure?.cause.hasPrefix("there is no Set-Cookie in this response: ") == true)
            return
        }
        #expect(try SetCookieText.lines(in: text) == cookies)
    }

    @Test(arguments: [[], ["", "\r"]])
    func nothingAtAllIsSaidToBeThat(text: [String]) {
        let failure = #expect(throws: BridgeFailure.self) { try SetCookieText.lines(in: text) }
        #expect(failure?.code.rawValue == "explain/no-line")
    }
}
