import BridgePrimitives
import HTTPLoader
import Scenarios
import Testing

@testable import Project

@Suite("What an exchange sends", .timeLimit(.minutes(5)))
struct ExchangeRequestTests {
    private static func request(_ change: (inout ExchangeRequest) -> Void) -> ExchangeRequest {
        var request = ExchangeRequest.empty
        change(&request)
        return request
    }

    @Test(arguments: [
        // As the sample app does.
        (ExchangeRequest(), "POST https://b.test/", "application/x-www-form-urlencoded", "idtoken=a.b.c"),
        (
            request {
                $0.path = TextTemplate("/auth/exchange")
                $0.json = ["id_token": "${id-token}", "n": [1, true, .null, "x${id-token}"]]
            }, "POST https://b.test/auth/exchange", "application/json",
            #"{"id_token":"a.b.c","n":[1,true,null,"xa.b.c"]}"#
        ),
        (
            request {
                $0.form = [NamedText("a", "1 &2"), NamedText("t", "${id-token}")]
            }, "POST https://b.test/", "application/x-www-form-urlencoded", "a=1+%262&t=a.b.c"
        ),
        // A POST without a body says so.
        (request { $0.bearer = TextTemplate("${id-token}") }, "POST https://b.test/", "", ""),
    ])
    func theTokenTakesItsPlace(request: ExchangeRequest, line: String, type: String, body: String) throws {
        #expect(request.carriesToken)
        let made = try request.request(to: WebURL("https://b.test"), idToken: "a.b.c")
        #expect("\(made.method) \(made.url)" == line)
        #expect((made.headers.first("content-type") ?? "") == type)
        #expect(made.body.map { String(decoding: $0, as: UTF8.self) } == body)
    }

    @Test func headersAndBearer() throws {
        let request = Self.request {
            ($0.method, $0.path) = ("GET", TextTemplate("/t?x=${id-token}"))
            $0.headers = [NamedText("X-App", "ios ${id-token}"), NamedText("authorization", "lost")]
            $0.bearer = TextTemplate("${id-token}")
        }
        let made = try request.request(to: WebURL("http://localhost:3000"), idToken: "t")
        #expect(made.url.string == "http://localhost:3000/t?x=t" && made.body == nil)
        #expect(made.headers.first("x-app") == "ios t")
        #expect(made.headers.all("authorization") == [Array("Bearer t".utf8)])
    }

    @Test func aRequestWithoutAPlaceCarriesNone() {
        #expect(!ExchangeRequest.empty.carriesToken)
        #expect(!Self.request { $0.json = ["a": "${idtoken}"] }.carriesToken)
        #expect(Self.request { $0.json = [["deep": ["${id-token}"]]] }.carriesToken)
        #expect(Self.request { $0.path = TextTemplate("/${id-token}") }.carriesToken)
    }

    @Test func aTokenIsNotATemplate() throws {
        let request = Self.request { $0.json = ["a": "${id-token}", "b": "${id-token}"] }
        let made = try request.request(to: WebURL("https://b.test"), idToken: "${id-token}")
        #expect(made.body == Array(#"{"a":"${id-token}","b":"${id-token}"}"#.utf8))
    }
}
