import BridgePrimitives
import HTTPLoader
import Project
import Testing

@Suite("A backend that redirects an exchange", .timeLimit(.minutes(5)))
struct ExchangeRedirectTests {
    @Test(arguments: [
        ("/auth/exchange/", ExchangeReason.otherSlash), ("http://b.test/auth/exchange/?x=1", .otherSlash),
        ("https://b.test/auth/exchange", .redirected), ("/auth", .redirected), ("//c.test/auth/exchange/", .redirected),
        ("::", .redirected),
    ])
    func aRedirectThatOnlyAddsASlashIsToldApart(location: String, reason: ExchangeReason) throws {
        let asked = HTTPRequest(method: "POST", url: try WebURL("http://b.test/auth/exchange"))
        let redirect = HTTPResponse(status: 308, headers: ["Location": location])
        let outcome = ExchangeAnswer(redirect, to: asked).outcome(at: .json("token"), projectID: "shop")
        guard case .refused(let reasons, _) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(reasons.first == reason)
    }

    /// An answer behind a redirect. Columns: where the redirect led and what that answered, whether the ID token is in a
    /// header, and what is told, in order.
    @Test(
        arguments: [
            // The same request again: the redirect is worth a note.
            ("http://b.test/auth/exchange/", 401, true, [ExchangeReason.notAccepted, .otherSlash]),
            // Without its credential at the other origin, where the refusal is the redirect's work.
            ("https://b.test/auth/exchange", 401, true, [.redirected, .notAccepted]),
            ("https://b.test/auth/exchange/", 401, true, [.otherSlash, .notAccepted]),
            ("https://b.test/auth/exchange", 401, false, [.redirected, .notAccepted]),
            ("http://b.test/login", 404, false, [.redirected, .noEndpoint]),
        ] as [(String, Int, Bool, [ExchangeReason])])
    func aRefusalBehindARedirect(target: String, status: Int, inHeader: Bool, told: [ExchangeReason]) throws {
        let bearer: HTTPHeaders = inHeader ? ["Authorization": "Bearer abc"] : [:]
        let asked = HTTPRequest(method: "POST", url: try WebURL("http://b.test/auth/exchange"), headers: bearer)
        var next = asked
        next.url = try WebURL(target)
        if !next.url.sameOrigin(as: asked.url) { next.headers.remove("authorization") }
        let redirect = HTTPResponse(status: 307, headers: ["Location": target])
        let answer = ExchangeAnswer(
            HTTPResponse(status: status), to: next, after: [Exchange(request: asked, response: redirect)])
        guard case .refused(let reasons, let message) = answer.outcome(at: .json("token"), projectID: "shop") else {
            Issue.record("no refusal")
            return
        }
        #expect(reasons == told)
        #expect(message.contains("redirect"), "\(message)")
        #expect(message.contains("does not get the Authorization header") == (bearer.count != next.headers.count))
    }

    @Test(
        arguments: [
            (TokenPlace.json("t"), "", "POST", true), (.json("t"), "", "GET", false),  // a GET of the POST
            (.cookie("t"), "t=abc", "POST", false), (.cookie("t"), "other=1", "POST", true),
        ] as [(TokenPlace, String, String, Bool)])
    func redirectsAreFollowedForAToken(place: TokenPlace, sets: String, method: String, follows: Bool) throws {
        let asked = HTTPRequest(method: "POST", url: try WebURL("http://b.test/x"))
        let redirect = HTTPResponse(status: 307, headers: ["Location": "/x/", "Set-Cookie": sets])
        let next = HTTPRequest(method: method, url: try WebURL("http://b.test/x/"))
        #expect(ExchangeAnswer(redirect, to: asked).isFollowed(by: next, lookingIn: place) == follows)
    }
}
