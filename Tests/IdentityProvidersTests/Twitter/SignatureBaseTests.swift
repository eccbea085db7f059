import BridgeTrace
import Listening
import Testing

@testable import IdentityProviders

@Suite("Signature base strings and signatures, RFC 5849 §3.4", .timeLimit(.minutes(5)))
struct SignatureBaseTests {
    private func request(
        _ method: String = "POST", scheme: String = "http", host: String = "example.com", path: String = "/request",
        query: String = "", authorization: String, body: String = ""
    ) throws -> SignedRequest {
        try SignedRequest(
            PlainRequest(
                method: method, scheme: scheme, host: host, path: path, query: query, authorization: authorization,
                contentType: "application/x-www-form-urlencoded", body: Array(body.utf8)))
    }

    @Test func theExampleOfTheSpecification() throws {
        let request = try request(
            query: "b5=%3D%253D&a3=a&c%40=&a2=r%20b",
            authorization: """
                OAuth realm="Example", oauth_consumer_key="9djdj82h48djs9d2", oauth_token="kkk9d7dh3k39sjv7", \
                oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131201", oauth_nonce="7d8f3e4a", \
                oauth_signature="bYT5CMsGcbgUdFHObYMEfcx6bsw%3D"
                """, body: "c2&a3=2+q")
        #expect(
            request.base.text == """
                POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%25\
                40%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_meth\
                od%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7
                """)
        // The same from oauthlib 4; the one printed in the RFC's text does not fit the text.
        #expect(
            OAuthSignature.make(request.base.text, consumerSecret: "j49sk3j29djd", tokenSecret: "dh893hdasih9")
                == "r6/TJjbCOr97/+UU0NsvSne7s5g=")
    }

    @Test func theExampleOfTwittersDocumentation() throws {
        let request = try request(
            scheme: "https", host: "api.twitter.com", path: "/1.1/statuses/update.json",
            query: "include_entities=true",
            authorization: """
                OAuth oauth_consumer_key="xvz1evFS4wEEPTGEFPHBog", \
                oauth_nonce="kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg", oauth_signature="x", \
                oauth_signature_method="HMAC-SHA1", oauth_timestamp="1318622958", \
                oauth_token="370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb", oauth_version="1.0"
                """, body: "status=Hello%20Ladies%20%2b%20Gentlemen%2c%20a%20signed%20OAuth%20request%21")
        #expect(
            OAuthSignature.make(
                request.base.text, consumerSecret: "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw",
                tokenSecret: "LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE") == "hCtSmYh+iHYCEqBWrE7C7hYmtUk=")
    }

    @Test(arguments: [
        ("HTTP", "EXAMPLE.COM:80", "/r%20v/X", "http://example.com/r%20v/X"),  // the path keeps its case
        ("https", "www.example.net:8080", "/", "https://www.example.net:8080/"),
        ("https", "www.example.net:443", "/", "https://www.example.net/"),
        ("http", "www.example.net:443", "/", "http://www.example.net:443/"),  // 443 is https's alone
        ("http", "www.example.net:8080", "/", "http://www.example.net:8080/"),  // ends with 80, is not 80
        ("http", "[::1]:80", "/a", "http://[::1]/a"),
        ("http", "example.com", "", "http://example.com/"),
    ])
    func urlsAreNormalized(scheme: String, host: String, path: String, expected: String) {
        #expect(SignatureBase.normalizedURL(scheme: scheme, host: host, path: path) == expected)
    }

    @Test func parametersAreSortedByBytes() throws {
        let items = try FormItems(parsing: "b=2&a=2&a=10&B=1&%C3%A9=1&a%20b=3&a=".utf8).items
        #expect(
            SignatureBase(method: "GET", url: "", items: items).normalizedParameters
                == "%C3%A9=1&B=1&a=&a=10&a=2&a%20b=3&b=2")
    }

    @Test func bytesThatAreNoTextAreSignedAsTheyAre() throws {
        let items = try FormItems(parsing: "a=%FF%00".utf8).items
        #expect(SignatureBase(method: "GET", url: "", items: items).normalizedParameters == "a=%FF%00")
    }

    @Test func tokensDoNotStandInWhatIsShown() throws {
        let items = try FormItems(parsing: "oauth_token=secret-token-1&oauth_verifier=secret-verifier&a=%2F".utf8).items
        let base = SignatureBase(method: "GET", url: "http://e/", items: items)
        let shown = base.maskedText(Masking(.fingerprints))
        #expect(!shown.contains("secret-"))
        #expect(shown.hasPrefix("GET&http%3A%2F%2Fe%2F&a%3D%252F%26oauth_token%3D<14 bytes>"))
        #expect(base.maskedText(Masking(.revealed)) == base.text)
    }
}
