import BridgePrimitives
import CookieStores
import Cookies
import HTTPLoader
import TestSupport
import Testing

@Suite("Clear-Site-Data", .timeLimit(.minutes(5)))
struct ClearSiteDataTests {
    /// Columns: fields, whether cookies go, whether storage goes, reasons.
    @Test(
        arguments: [
            ([], false, false, []),
            ([#""cookies""#], true, false, [.cookiesCleared]),
            ([#""storage""#], false, true, [.storageCleared]),
            ([#""*""#], true, true, [.cookiesCleared, .storageCleared]),
            ([#""cache", "storage" ,"cookies""#], true, true, [.cookiesCleared, .storageCleared]),
            ([#""cache""#, #""cookies""#], true, false, [.cookiesCleared]),  // two fields
            ([#""cache""#], false, false, []),  // a headless view keeps none
            (["cookies"], false, false, [.unknownType]),  // without quotes it is nothing
            ([#""Cookies""#], false, false, [.unknownType]),  // case counts
            ([#""cookies", "biscuits""#], true, false, [.cookiesCleared, .unknownType]),
            ([""], false, false, []), ([","], false, false, []),
        ] as [([String], Bool, Bool, [ClearSiteDataReason])])
    func reads(fields: [String], cookies: Bool, storage: Bool, reasons: [ClearSiteDataReason]) throws {
        let headers = HTTPHeaders(fields.map { ("Clear-Site-Data", $0) })
        let read = ClearSiteData(HTTPResponse(status: 200, headers: headers), from: try CookieURL("https://app.test/"))
        #expect(read.clearsCookies == cookies)
        #expect(read.clearsStorage == storage)
        #expect(read.reasons == reasons)
    }

    /// Potentially trustworthy origins are https and the machine's own.
    @Test(
        arguments: [
            ("https://app.test/", true), ("http://localhost:3000/", true), ("http://app.localhost/", true),
            ("http://127.0.0.1/", true), ("http://app.test/", false), ("http://localhost.test/", false),
        ])
    func onlySecureOriginsAreHeard(url: String, isHeard: Bool) throws {
        let read = ClearSiteData(
            HTTPResponse(status: 200, headers: ["Clear-Site-Data": #""*""#]), from: try CookieURL(url))
        #expect(read.clearsCookies == isHeard)
        #expect(read.reasons.contains(.insecureOrigin) != isHeard)
    }
}
