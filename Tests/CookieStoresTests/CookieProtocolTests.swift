import BridgePrimitives
import Cookies
import CookieStores
import Testing

@Suite("The jar's line protocol", .timeLimit(.minutes(5)))
struct CookieProtocolTests {
    /// Asks one line after the other, at a fixed time, and gives the last answer.
    private func answer(_ lines: String..., profile: CookieProfile = .rfc6265bis) throws -> JSONValue {
        var jar = CookieProtocol(profile: profile) { Instant(secondsSinceEpoch: 1_795_251_600) }
        var answer = try jar.answer(to: #"{"op":"now","epoch":1300000000}"#)
        for line in lines { answer = try jar.answer(to: line) }
        return answer
    }

    private let set = #"{"op":"set","url":"https://app.example.com/a","header":"customtoken=abc; Secure; HttpOnly"}"#

    @Test func aCookieIsStoredAndDescribed() throws {
        #expect(
            try answer(set) == [
                "decision": "stored", "reasons": [],
                "cookie": [
                    "name": "customtoken", "value": "abc", "domain": "app.example.com", "host_only": true, "path": "/",
                    "secure": true, "http_only": true, "same_site": "unspecified", "expires": nil,
                    "created": 1_300_000_000,
                ],
            ])
    }

    @Test(
        arguments: [
            ("https://app.example.com/", "customtoken=abc", nil),
            ("http://app.example.com/", "", "send/secure"),
            ("https://www.app.example.com/", "", "send/host-only"),
        ] as [(String, String, String?)])
    func aRequestCarriesItOrSaysWhyNot(url: String, header: String, reason: String?) throws {
        let got = try answer(set, #"{"op":"get","url":"\#(url)"}"#)
        #expect(got["header"]?.stringValue == header)
        #expect(got["withheld"]?.arrayValue?.first?["reasons"]?.arrayValue?.first?.stringValue == reason)
    }

    @Test func aScriptSeesLess() throws {
        let got = try answer(set, #"{"op":"script-get","url":"https://app.example.com/"}"#)
        #expect(got == ["value": "", "hidden": [["name": "customtoken", "reasons": ["script/http-only"]]]])
        let write = try answer(
            set, #"{"op":"script-set","url":"https://app.example.com/","cookie":"customtoken=x;path=/"}"#)
        #expect(write["decision"] == "rejected")
        #expect(write["reasons"] == ["store/http-only-protected"])
    }

    /// WebKit taints a chain that went through another site; the standard does not look at it.
    @Test(arguments: [(CookieProfile.rfc6265bis, "sid=1"), (.webkitgtk, "")])
    func theRedirectChainCountsAsTheProfileSays(profile: CookieProfile, header: String) throws {
        let got = try answer(
            #"{"op":"set","url":"https://rp.test/","header":"sid=1; SameSite=Strict; Secure"}"#,
            #"{"op":"get","url":"https://rp.test/","top_level_navigation":true,"redirected_from":["https://idp.test/"]}"#,
            profile: profile)
        #expect(got["header"]?.stringValue == header)
    }

    @Test func timeMovesOnlyWhenItIsTold() throws {
        let got = try answer(
            #"{"op":"set","url":"https://a.test/","header":"a=1; Max-Age=60"}"#, #"{"op":"now","epoch":1300000060}"#,
            #"{"op":"list"}"#)
        #expect(got == ["cookies": []])
    }

    @Test func aHostInItsOwnScriptIsItsPunycode() throws {
        let got = try answer(#"{"op":"set","url":"https://bücher.test/","header":"a=1"}"#)
        #expect(got["cookie"]?["domain"] == "xn--bcher-kva.test")
    }

    @Test(arguments: [
        ("", "cookies/not-json"), ("[]", "cookies/bad-member"), ("{}", "cookies/bad-member"),
        (#"{"op":"bake"}"#, "cookies/unknown-op"), (#"{"op":"now","epoch":"soon"}"#, "cookies/bad-member"),
        (#"{"op":"profile","name":"ios99"}"#, "cookies/unknown-profile"),
        (#"{"op":"set","url":"https://a.test/"}"#, "cookies/bad-member"),
        (#"{"op":"set","header":"a=1"}"#, "cookies/bad-member"), (#"{"op":"get"}"#, "cookies/bad-member"),
        (#"{"op":"script-set","url":"https://a.test/"}"#, "cookies/bad-member"),
        (#"{"op":"set","url":"no url","header":"a=1"}"#, "cookies/bad-url"),
        (#"{"op":"get","url":"https://a.test/","redirected_from":[7]}"#, "cookies/bad-url"),
    ])
    func aLineThatCannotBeObeyedSaysWhatItLacks(line: String, code: String) {
        var jar = CookieProtocol(profile: .rfc6265bis) { Instant(secondsSinceEpoch: 1_795_251_600) }
        let failure = #expect(throws: BridgeFailure.self) { try jar.answer(to: line) }
        #expect(failure?.code.rawValue == code)
        #expect(failure?.fix.isEmpty == false)
    }
}
