import Listening
import Testing

@testable import IdentityProviders

@Suite("A provider's request", .timeLimit(.minutes(5)))
struct ProviderRequestTests {
    @Test(arguments: [
        (nil, false),  // no browser
        ("http://apple.localhost:4041", false),
        ("HTTP://Apple.localhost:4041", false),
        ("https://apple.localhost:4041", true),  // another scheme is another origin
        ("http://apple.localhost", true),
        ("http://evil.example", true),
        ("null", true),  // a sandboxed frame
        ("", true),
    ])
    func aForeignPageIsOneOfAnotherOrigin(origin: String?, isForeign: Bool) {
        let request = PlainRequest(method: "POST", host: "apple.localhost:4041", path: "/", origin: origin)
        #expect(request.isFromForeignPage == isForeign)
    }

    @Test(arguments: [
        (nil, false), ("", false), ("application/json", false), ("application/x-www-form-urlencoded", true),
        ("application/x-www-form-urlencoded; charset=UTF-8", true), ("Application/X-WWW-Form-URLEncoded", true),
        ("application/x-www-form-urlencodedx", false), ("multipart/form-data; boundary=x", false),
    ])
    func aFormSaysThatItIsOne(type: String?, hasForm: Bool) {
        #expect(PlainRequest(method: "POST", host: "h", path: "/", contentType: type).hasForm == hasForm)
    }
}
