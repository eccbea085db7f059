import BridgePrimitives
import Testing
import Tokens

@testable import SAML

@Suite("SAML responses", .timeLimit(.minutes(5)))
struct SAMLRelyingPartyTests {
    private let fixture: SAMLFixture
    init() throws { fixture = try SAMLFixture() }

    @Test(arguments: SAMLIssuer.Signed.allCases)
    func aSignedOneSignsIn(signed: SAMLIssuer.Signed) throws {
        let verdict = fixture.verify(try fixture.response(signing: signed))
        let assertion = try #require(verdict.assertion, "\(verdict.refusals)")
        #expect(assertion.nameID == "taro@example.com" && assertion.id == "_assert")
        #expect(
            assertion.nameIDFormat?.hasSuffix("emailAddress") == true
                && assertion.sessionIndex == "_assert")
        #expect(
            assertion.attributes == JSONObject([("name", "太郎 <Taro> & \"co\""), ("groups", ["a", "b"])]))
        #expect(assertion.expiry == SAMLFixture.start + .seconds(300))
    }

    // MARK: - What came

    @Test(
        arguments: [
            ("", .notBase64), ("%", .notBase64), ("AAAA", .notXML), ("PHg+", .notXML),
            ("PHgvPg==", .notAResponse),
            (String(repeating: "A", count: 600_000), .tooLarge),
        ] as [(String, SAMLReason)])
    func whatIsNoResponse(text: String, reason: SAMLReason) {
        let verdict = fixture.party.verify(text, inResponseTo: nil, now: SAMLFixture.start)
        #expect(verdict.refusals == [text.isEmpty ? .notXML : reason])
    }

    /// Declarations, and what they declare, are refused before a parser sees them.
    @Test(arguments: [
        #"<!DOCTYPE x>"#, #"<!DOCTYPE x [<!ENTITY a "b">]>"#,
        #"<!DOCTYPE x SYSTEM "file:///etc/passwd">"#, #"<?xml version="1.0"?><!DOCTYPE x []>"#,
    ])
    func documentTypesAreRefused(declaration: String) throws {
        #expect(fixture.verify(declaration + (try fixture.response())).refusals == [.documentType])
    }

    @Test func undeclaredEntitiesAreNoXML() throws {
        #expect(
            fixture.verify(try fixture.response().changing("taro@example.com", to: "&taro;")).refusals
                == [.notXML])
    }

    @Test func aBrokenByteIsNoXML() throws {
        var bytes = Array(try fixture.response().utf8)
        bytes[40] = 0xFF
        let verdict = fixture.party.verify(
            StandardBase64.encode(bytes), inResponseTo: "_r1", now: SAMLFixture.start)
        #expect(verdict.refusals == [.notXML])
    }

    @Test func theProviderMaySayNo() throws {
        let refused = try fixture.response().changing("status:Success", to: "status:AuthnFailed")
        #expect(fixture.verify(refused).refusals == [.statusNotSuccess])
    }

    @Test(
        arguments: [("", .noAssertion), ("<saml:EncryptedAssertion/>", .assertionEncrypted)] as [(String, SAMLReason)])
    func aResponseWithoutAnAssertionThatCanBeRead(instead: String, reason: SAMLReason) throws {
        let response = try fixture.response()
        let assertion = try response.part(from: "<saml:Assertion ", to: "</saml:Assertion>")
        let space = instead.replacing("/>", with: " xmlns:saml=\"urn:oasis:names:tc:SAML:2.0:assertion\"/>")
        #expect(fixture.verify(try response.changing(assertion, to: space)).refusals == [reason])
    }

    /// Whoever only carries it must be let in with it: that is what `bearer` says.
    @Test func anAssertionForTheHolderOfAKeyIsNotForABrowser() throws {
        let response = try fixture.response { $0.confirmationMethod = "urn:oasis:names:tc:SAML:2.0:cm:holder-of-key" }
        #expect(fixture.verify(response).refusals == [.noConfirmation])
    }

    // MARK: - Signatures

    @Test(
        arguments: [
            ("taro@example.com<", "hana@example.com<", .digestDiffers),
            ("<saml:AttributeValue>a<", "<saml:AttributeValue>admin<", .digestDiffers),
            ("<ds:DigestValue>", "<ds:DigestValue>AAAA", .digestDiffers),
            ("<ds:SignatureValue>", "<ds:SignatureValue>AAAA", .signatureWrong),
            ("<ds:Reference URI=\"#_assert\"", "<ds:Reference URI=\"\"", .signatureOfAnother),
            ("<ds:Reference URI=\"#_assert\"", "<ds:Reference URI=\"#_resp\"", .signatureOfAnother),
            ("rsa-sha256", "hmac-sha256", .signatureAlgorithm),
            ("2001/04/xmldsig-more#rsa-sha256", "2000/09/xmldsig#rsa-sha1", .signatureAlgorithm),
            ("xmlenc#sha256", "xmldsig#sha1", .signatureAlgorithm),
            (
                "</ds:Transforms>",
                "<ds:Transform Algorithm=\"http://www.w3.org/TR/1999/REC-xslt-19991116\"/></ds:Transforms>",
                .signatureAlgorithm
            ),
            ("<ds:DigestValue>", "<ds:DigestValue><!-- -->", .signatureMalformed),
            ("<ds:SignedInfo ", "<ds:SignedInfo/><ds:SignedInfo ", .signatureMalformed),
        ] as [(String, String, SAMLReason)])
    func whatWasChangedIsTold(old: String, new: String, reason: SAMLReason) throws {
        #expect(fixture.verify(try fixture.response().changing(old, to: new)).refusals == [reason])
    }

    @Test func withoutASignatureNobodyIsBelieved() throws {
        let signed = try fixture.response()
        let bare = try signed.changing(
            try signed.part(from: "<ds:Signature ", to: "</ds:Signature>"), to: "")
        #expect(fixture.verify(bare).refusals == [.unsigned])
    }

    @Test func onlyKnownKeysCount() throws {
        #expect(
            fixture.verify(try SAMLFixture(signedBy: true).response()).refusals == [.signatureWrong])
    }

    /// Blanks between elements are part of what is signed; those of the tags are not.
    @Test func theSpellingMayChangeWhereTheMeaningDoesNot() throws {
        let respelled = try fixture.response().changing(
            " Version=\"2.0\" IssueInstant", to: "\n  Version='2.0'\tIssueInstant")
        #expect(fixture.verify(respelled).assertion != nil)
        let wrapped = try fixture.response().changing(
            "<ds:SignatureValue>", to: "<ds:SignatureValue>\n  ")
        #expect(fixture.verify(wrapped).assertion != nil)
    }

    // MARK: - Wrapping

    /// The signed assertion is moved aside, and one of the attacker's stands in its place (XSW).
    @Test(
        arguments: [
            // Beside it, before or after.
            ("EVIL SIGNED", .severalAssertions), ("SIGNED EVIL", .severalAssertions),
            // Inside the other's signature, or deeper.
            ("EVIL<x>SIGNED</x>", .severalAssertions),
            // Not where assertions stand.
            ("<samlp:Extensions>SIGNED</samlp:Extensions>", .assertionMisplaced),
            ("<x>SIGNED</x>", .assertionMisplaced),
        ] as [(String, SAMLReason)])
    func wrappedAssertionsAreNotRead(layout: String, reason: SAMLReason) throws {
        let response = try fixture.response()
        let signed = try response.part(from: "<saml:Assertion ", to: "</saml:Assertion>")
        let signature = try signed.part(from: "<ds:Signature ", to: "</ds:Signature>")
        let evil = try signed.changing(signature, to: "").changing("_assert", to: "_evil")
            .changing("taro@example.com", to: "admin@example.com")
        let body = layout.replacing("SIGNED", with: signed).replacing("EVIL", with: evil)
        #expect(fixture.verify(try response.changing(signed, to: body)).refusals == [reason])
    }

    /// The attacker's assertion carries the signature of the one that it hides in the signature's own place for objects.
    @Test func aSignatureOfAnotherElementSaysNothing() throws {
        let response = try fixture.response()
        let signed = try response.part(from: "<saml:Assertion ", to: "</saml:Assertion>")
        let signature = try signed.part(from: "<ds:Signature ", to: "</ds:Signature>")
        let evil = try signed.changing("ID=\"_assert\"", to: "ID=\"_evil\"").changing(
            "taro@example.com", to: "a@x.test")
        #expect(
            fixture.verify(try response.changing(signed, to: evil)).refusals == [.signatureOfAnother])
        let moved = try response.changing(signature, to: "").changing(
            "<samlp:Status>", to: "<x>\(signature)</x><samlp:Status>")
        #expect(fixture.verify(moved).refusals == [.signatureMisplaced])
        let twice = try response.changing(signature, to: signature + signature)
        #expect(fixture.verify(twice).refusals == [.signatureMisplaced])
    }

    @Test func twoElementsOfOneIDAreRefused() throws {
        let response = try fixture.response().changing(
            "<samlp:Status>", to: "<x ID=\"_assert\"/><samlp:Status>")
        #expect(fixture.verify(response).refusals == [.idRepeated])
    }

    // MARK: - Comments

    /// A comment is no part of what is signed, so the signature holds; a reader that took the text before it would see
    /// another user.
    @Test(arguments: ["<!---->", "<!-- x -->", "<?x y?>"])
    func commentsInsideTheNameAreRefused(comment: String) throws {
        let response = try fixture.response { $0.nameID = "taro@example.com.evil.test" }
        let split = try response.changing(
            "taro@example.com.evil", to: "taro@example.com\(comment).evil")
        let refusals = fixture.verify(split).refusals
        // An instruction is part of what is signed.
        #expect(refusals == (comment.hasPrefix("<!") ? [.commentInText] : [.digestDiffers]))
    }

    @Test func commentsElsewhereDoNoHarm() throws {
        let response = try fixture.response().changing(
            "<saml:Conditions", to: "<!-- hello --><saml:Conditions")
        #expect(fixture.verify(response).assertion != nil)
    }

    // MARK: - For whom, and when

    @Test(
        arguments: [
            (0, nil), (299, nil), (300, [.expired]), (-1, [.notYetValid]), (86_400, [.expired]),
        ] as [(Int, [SAMLReason]?)])
    func holdsForItsTime(seconds: Int, reasons: [SAMLReason]?) throws {
        #expect(
            fixture.verify(try fixture.response(), after: .seconds(seconds)).refusals == reasons ?? [])
    }

    @Test(arguments: [(-60, true), (-61, false), (359, true), (360, false)])
    func aSkewIsAllowedBothWays(seconds: Int, holds: Bool) throws {
        let verdict = fixture.verify(
            try fixture.response(), after: .seconds(seconds), skew: .seconds(60))
        #expect((verdict.assertion != nil) == holds)
    }

    @Test func isForOneServiceAndOnePlace() throws {
        let audience = try fixture.response { $0.audience = "another-sp" }
        #expect(fixture.verify(audience).refusals == [.wrongAudience])
        let place = try fixture.response { $0.consumerURL = "https://evil.example/" }
        #expect(fixture.verify(place).refusals == [.wrongDestination, .wrongRecipient])
        let all = try fixture.response {
            ($0.audience, $0.consumerURL, $0.request) = ("another-sp", "https://evil.example/", "_r2")
        }
        #expect(
            fixture.verify(all, after: .seconds(600)).refusals == [
                .wrongDestination, .requestDiffers, .wrongRecipient, .expired, .wrongAudience,
            ])
    }

    @Test(
        arguments: [
            ("_r1", "_r1", nil), ("_r1", "_r2", .requestDiffers), (nil, "_r1", .unsolicited),
            ("_r1", nil, .requestDiffers),
            (nil, nil, nil),
        ] as [(String?, String?, SAMLReason?)])
    func answersTheRequestThatWasSent(answered: String?, sent: String?, reason: SAMLReason?) throws {
        let verdict = fixture.verify(try fixture.response { $0.request = answered }, request: sent)
        #expect(verdict.refusals == (reason.map { [$0] } ?? []))
    }

    @Test func anotherProvidersWordIsNotTaken() throws {
        let keys = try SAMLFixture.keys.get()
        let other = SAMLRelyingParty(
            entityID: "demo-sp", consumerURL: SAMLFixture.consumer,
            providerEntityID: "https://other.example",
            keys: [keys.own.verificationKey])
        let text = StandardBase64.encode(Array(try fixture.response().utf8))
        #expect(
            other.verify(text, inResponseTo: "_r1", now: SAMLFixture.start).refusals == [.wrongIssuer])
    }

    @Test func namesSomebody() throws {
        #expect(fixture.verify(try fixture.response { $0.nameID = "" }).refusals == [.noNameID])
    }

    // MARK: - Once

    @Test func eachAssertionIsGoodOnce() throws {
        let assertion = try #require(fixture.verify(try fixture.response()).assertion)
        var ledger = AssertionLedger()
        #expect(ledger.use(assertion, now: SAMLFixture.start) == nil)
        #expect(ledger.use(assertion, now: SAMLFixture.start) == .replayed)
    }

    @Test(arguments: SAMLReason.allCases)
    func reasonsHaveTheirTexts(reason: SAMLReason) {
        #expect(
            reason.rawValue.hasPrefix("saml/") && reason.meaning.hasSuffix(".")
                && reason.fix.hasSuffix("."))
    }

    /// Whatever is done to one byte: refused, or the same user.
    @Test func flippedBytesSignInNobodyElse() throws {
        let bytes = Array(try fixture.response().utf8)
        var random = SeededGenerator(seed: 7)
        for _ in 0..<400 {
            var changed = bytes
            changed[Int.random(in: changed.indices, using: &random)] = UInt8.random(
                in: 0...255, using: &random)
            let verdict = fixture.party.verify(
                StandardBase64.encode(changed), inResponseTo: "_r1", now: SAMLFixture.start)
            #expect(verdict.assertion.map { $0.nameID == "taro@example.com" } ?? true)
        }
    }
}
