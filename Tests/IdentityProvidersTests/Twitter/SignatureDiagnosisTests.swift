import BridgePrimitives
import Testing

@testable import IdentityProviders

@Suite("Which slip a signature was made with", .timeLimit(.minutes(5)))
struct SignatureDiagnosisTests {
    private let fixture = TwitterFixture()

    private func reason(_ change: (inout TwitterFixture.Call) -> Void) throws -> (String, JSONValue) {
        let answer = try fixture.send {
            $0.extra = [("oauth_callback", "https://app.example.com/callback")]
            change(&$0)
        }
        return (answer.reason, answer.json)
    }

    /// What a client did wrong, with a query and a form that hold blanks.
    struct Slip: Sendable, CustomTestStringConvertible {
        let reason: String
        let change: @Sendable (inout TwitterFixture.Call) -> Void
        var testDescription: String { reason }
    }

    private static let slips: [Slip] = [
        Slip(reason: "twitter/signature-scheme") {
            $0.signing = { $0.url = $0.url.replacing("http:", with: "https:") }
        },
        Slip(reason: "twitter/signature-port") { $0.signing = { $0.url = $0.url.replacing(":4042", with: "") } },
        Slip(reason: "twitter/signature-port") {
            $0.host = "twitter.test"
            $0.signing = { $0.url = $0.url.replacing("twitter.test", with: "twitter.test:80") }
        },
        Slip(reason: "twitter/signature-url-with-query") { $0.signing = { $0.url += "?a=1%202" } },
        Slip(reason: "twitter/signature-method-case") { $0.signing = { $0.method = "post" } },
        Slip(reason: "twitter/signature-without-query") {
            $0.signing = { $0.items.removeAll { $0.name == Array("a".utf8) } }
        },
        Slip(reason: "twitter/signature-without-body") {
            $0.signing = { $0.items.removeAll { $0.name == Array("b".utf8) } }
        },
        Slip(reason: "twitter/signature-without-parameter") { call in
            call.signing = { $0.items.removeAll { $0.name == Array("oauth_callback".utf8) } }
        },
        Slip(reason: "twitter/signature-other-hash") {
            $0.signature = { _ in "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=" }
        },
        Slip(reason: "twitter/signature-other-hash") { $0.signature = { _ in "x" } },
        Slip(reason: "twitter/signature-escaped-twice") { $0.signature = { PercentEncoding.encode($0) } },
        Slip(reason: "twitter/signature-differs") {
            $0.consumer = TwitterConsumer(key: "consumer-key", secret: Secret("wrong"), name: "")
        },
        Slip(reason: "twitter/signature-differs") { call in  // one flipped letter
            call.signature = { text in (text.first == "A" ? "B" : "A") + text.dropFirst() }
        },
    ]

    @Test(arguments: slips)
    func isNamed(slip: Slip) throws {
        let (reason, json) = try reason {
            $0.query = "a=1%202"
            $0.form = [("b", "x y")]
            slip.change(&$0)
        }
        #expect(reason == slip.reason)
        #expect(json["errors"]?.arrayValue?.first?["code"] == 32)
        #expect(json["base_string"]?.stringValue?.hasPrefix("POST&http%3A%2F%2Ftwitter.test") == true)
    }

    /// The text over which such a client makes its signature, beside the right base string.
    private func reason(signing text: @escaping (SignatureBase) -> String) throws -> String {
        var signed = ""
        return try reason {
            $0.form = [("b", "x y"), ("a", "1")]
            $0.signing = { signed = text($0) }
            $0.signature = { _ in
                OAuthSignature.make(signed, consumerSecret: "consumer-secret", tokenSecret: "")
            }
        }.0
    }

    @Test func encodingAndOrder() throws {
        #expect(
            try reason { base in base.text(joining: base.encodedPairs.map(SignatureBase.joined).joined(separator: "&"))
            }
                == "twitter/signature-unsorted")
        #expect(
            try reason { base in base.text(joining: base.normalizedParameters.replacing("%20", with: "+")) }
                == "twitter/signature-blank-as-plus")
        #expect(
            try reason { base in
                let pairs = base.items.map {
                    "\(String(decoding: $0.name, as: UTF8.self))=\(String(decoding: $0.value, as: UTF8.self))"
                }
                return base.text(joining: pairs.sorted().joined(separator: "&"))
            } == "twitter/signature-encoded-once")
    }

    @Test func keys() throws {
        let request = try fixture.requestToken()
        let verifier = try fixture.verifier(for: request.token)
        func reason(key: String) throws -> String {
            var text = ""
            return try fixture.send {
                $0.path = "/oauth/access_token"
                $0.token = request.token
                $0.extra = [("oauth_verifier", verifier)]
                $0.signing = { text = $0.text }
                $0.signature = { _ in OAuthSignature.make(text, key: key) }
            }.reason
        }
        #expect(try reason(key: "consumer-secret&") == "twitter/signature-without-token-secret")
        #expect(try reason(key: "consumer-secret\(request.secret)") == "twitter/signature-without-ampersand")
        #expect(try reason(key: "\(request.secret)&consumer-secret") == "twitter/signature-differs")
        // None of it used the token up.
        #expect(try fixture.access(request, verifier: verifier).status == 200)
    }

    @Test func aRightSignatureIsTaken() throws {
        let answer = try fixture.send {
            $0.query = "a=1%202&a=0&%C3%A9=%2B"
            $0.form = [("b", "x y"), ("b", "")]
            $0.extra = [("oauth_callback", "oob")]
        }
        #expect(answer.status == 200)
    }
}
