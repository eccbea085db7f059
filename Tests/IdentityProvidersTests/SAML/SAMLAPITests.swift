import BridgePrimitives
import BridgeTrace
import Listening
import SAML
import Testing
import Tokens

@testable import IdentityProviders

@Suite("A simulated SAML provider", .timeLimit(.minutes(5)))
struct SAMLAPITests {
    private static let consumer = "https://demo.example/__/auth/handler"
    private let provider: SAMLProvider
    private let party: SAMLRelyingParty
    private let clock = WorldClock.frozen(at: AppleFixture.start)
    private let api: SAMLAPI

    init() throws {
        let key = try AppleFixture.keys.get().current
        let ids = IdentitySource(seed: 7)
        provider = SAMLProvider(
            issuer: try SAMLIssuer(entityID: "idp", key: key, validFrom: AppleFixture.start),
            accounts: SAMLAccount.samples(from: ids), services: .registered(["sp": [Self.consumer]]),
            ids: ids)
        party = SAMLRelyingParty(
            entityID: "sp", consumerURL: Self.consumer, providerEntityID: "idp",
            keys: [key.verificationKey])
        api = SAMLAPI(provider, name: "saml.corp", clock: clock)
    }

    private func get(_ path: String, _ fields: [(String, String)] = []) -> ProviderAnswer {
        api.answer(
            PlainRequest(method: "GET", host: "saml.test", path: path, query: FormBody.text(fields)))
    }

    /// - Parameter body: as it is sent; the fields as a form unless given.
    private func post(
        _ path: String, _ fields: [(String, String)] = [], body: String? = nil, origin: String? = nil
    ) -> ProviderAnswer {
        api.answer(
            PlainRequest(
                method: "POST", host: "saml.test", path: path,
                contentType: "application/x-www-form-urlencoded",
                origin: origin, body: Array((body ?? FormBody.text(fields)).utf8)))
    }

    private func request(
        issuer: String = "sp", consumerURL: String? = consumer,
        destination: String? = "http://saml.test/saml/sso"
    ) -> [(String, String)] {
        let request = SAMLRequest(
            id: "_q1", issuer: issuer, consumerURL: consumerURL, destination: destination)
        return [("SAMLRequest", request.text(issuedAt: clock.now)), ("RelayState", "s1")]
    }

    /// Goes through the page as the first account.
    private func choose(on page: ProviderAnswer) throws -> [String: String] {
        post(
            "/saml/sso/choice",
            [("ticket", try page.pageText.hiddenField("ticket")), ("account", provider.accounts[0].id)]
        ).pageText.hiddenFields
    }

    @Test func aServiceGetsASignedAnswerToItsRequest() throws {
        let back = try choose(on: post("/saml/sso", request()))
        #expect(back["RelayState"] == "s1")
        let verdict = party.verify(back["SAMLResponse"] ?? "", inResponseTo: "_q1", now: clock.now)
        let assertion = try #require(verdict.assertion, "\(verdict.refusals)")
        #expect(
            assertion.nameID == "taro@corp.example"
                && assertion.attributes["groups"] == ["staff", "admins"])
    }

    @Test func aUserMayBeginAtTheProvider() throws {
        let back = try choose(on: get("/saml/start", [("service", "sp")]))
        #expect(back["RelayState"] == nil)
        #expect(
            party.verify(back["SAMLResponse"] ?? "", inResponseTo: nil, now: clock.now).assertion != nil)
    }

    @Test func eachAnswerIsAnotherOne() throws {
        let answers = try (0..<2).map { _ in try choose(on: get("/saml/start", [("service", "sp")])) }
        let ids = answers.compactMap {
            party.verify($0["SAMLResponse"] ?? "", inResponseTo: nil, now: clock.now).assertion?.id
        }
        #expect(Set(ids).count == 2)
    }

    @Test func metadataNamesKeyAndAddress() throws {
        guard case .xml(let text) = get("/saml/metadata").content else {
            throw FixtureFault(what: "no metadata")
        }
        #expect(
            text.contains("entityID=\"idp\"") && text.contains("Location=\"http://saml.test/saml/sso\""))
        let pem = provider.issuer.certificatePEM
        #expect(
            try VerificationKey(certificatePEM: pem).der
                == AppleFixture.keys.get().current.verificationKey.der)
        let line = try #require(pem.split(separator: "\n").dropFirst().first)
        #expect(text.contains(line))
    }

    @Test(
        arguments: [
            ("other", consumer, nil, "saml-provider/service-unknown"),
            ("sp", "https://evil.example/", nil, "saml-provider/consumer-unknown"),
            ("sp", consumer, "http://another.test/", "saml-provider/request-destination"),
        ] as [(String, String?, String?, String)])
    func requestsThatAreNotAnswered(
        issuer: String, consumer: String?, destination: String?, reason: String
    ) {
        let answer = post(
            "/saml/sso", request(issuer: issuer, consumerURL: consumer, destination: destination))
        #expect(answer.status == 400 && answer.reason == reason)
    }

    @Test func whatIsNoRequestIsTold() {
        #expect(post("/saml/sso", []).reason == "saml-provider/parameter-missing")
        let answer = post("/saml/sso", [("SAMLRequest", "%%")])
        #expect(
            answer.reason == "saml-provider/request-unreadable"
                && answer.pageText.contains("saml/not-base64"))
        #expect(get("/saml/sso").status == 405 && get("/nowhere").status == 404)
        #expect(get("/nowhere").reason == "saml-provider/no-such-path")
        #expect(post("/saml/sso", body: "SAMLRequest=%ZZ").reason == "saml-provider/broken-form")
    }

    @Test func aTicketIsGoodOnceHereAndForAWhile() throws {
        let account = provider.accounts[0].id
        func ticket() throws -> String {
            try post("/saml/sso", request()).pageText.hiddenField("ticket")
        }
        let first = try ticket()
        let form = [("ticket", first), ("account", account)]
        #expect(
            post("/saml/sso/choice", form, origin: "https://evil.example").reason
                == "saml-provider/foreign-page")
        #expect(
            post("/saml/sso/choice", [("ticket", first), ("account", "x")]).reason
                == "saml-provider/account-unknown")
        #expect(post("/saml/sso/choice", form).status == 200)
        #expect(post("/saml/sso/choice", form).reason == "saml-provider/ticket-unknown")
        let late = try ticket()
        clock.advance(by: .seconds(15 * 60))
        #expect(
            post("/saml/sso/choice", [("ticket", late), ("account", account)]).reason
                == "saml-provider/ticket-unknown")
    }
}
