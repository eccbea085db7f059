import BridgePrimitives
import Testing

@testable import SAML

@Suite("SAML requests", .timeLimit(.minutes(5)))
struct SAMLRequestTests {
    @Test func areReadAsTheyWereWritten() throws {
        let request = SAMLRequest(
            id: "_q1", issuer: "sp & co", consumerURL: "https://sp.example/acs?a=\"1\"",
            destination: "https://idp.example/")
        #expect(try SAMLRequest(parsing: request.text(issuedAt: SAMLFixture.start)) == request)
        let bare = SAMLRequest(id: "_q1", issuer: "sp", consumerURL: nil, destination: nil)
        #expect(try SAMLRequest(parsing: bare.text(issuedAt: SAMLFixture.start)) == bare)
    }

    @Test(
        arguments: [
            ("%", .notBase64), ("<x", .notXML), ("<x/>", .notARequest),
            ("<!DOCTYPE x><x/>", .documentType),
            (
                #"<p:AuthnRequest xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" ID="a" Version="1.1"/>"#,
                .notARequest
            ),
            (
                #"<p:AuthnRequest xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" ID="a" Version="2.0"/>"#,
                .notARequest
            ),
        ] as [(String, SAMLReason)])
    func whatIsNone(xml: String, reason: SAMLReason) {
        let text = xml == "%" ? xml : StandardBase64.encode(Array(xml.utf8))
        #expect(throws: reason) { try SAMLRequest(parsing: text) }
    }
}
