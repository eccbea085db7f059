import BridgePrimitives
import BridgeTrace
import Captures
import Cookies
import Explaining
import Testing
import TestSupport

/// One story in the shapes of those who write HARs by what they document; real files are read in `HARReaderTests`.
///
/// The app trades its ID token and gets the cookie, and the page of its web view goes without.
@Suite("The same handoff, as each producer writes it", .timeLimit(.minutes(5)))
struct ProducerShapeTests {
    /// Safari: cookies in lists of their own, the answers' fields whole, no type of the request.
    private static let safari = """
        {"log":{"version":"1.2","creator":{"name":"WebKit Web Inspector","version":"1.0"},"pages":[{"startedDateTime":"2026-11-22T09:00:00.000Z","id":"page_0","title":"https://app.test/","pageTimings":{"onContentLoad":1,"onLoad":2}}],"entries":[
        {"pageref":"page_0","startedDateTime":"2026-11-22T09:00:00.000Z","time":5,"request":{"method":"POST","url":"https://app.test/auth/x","httpVersion":"HTTP/2","cookies":[],"headers":[{"name":"User-Agent","value":"\(DeviceAgent.webView)"},{"name":"Accept","value":"*/*"}]},"response":{"status":200,"cookies":[{"name":"customtoken","value":"abc","path":"/auth","httpOnly":false,"secure":true}],"headers":[{"name":"Set-Cookie","value":"customtoken=abc; Path=/auth; Secure"}],"content":{"size":2,"mimeType":"application/json"}},"_fetchType":"Network Load","_priority":"high"},
        {"pageref":"page_0","startedDateTime":"2026-11-22T09:00:01.000Z","time":5,"request":{"method":"GET","url":"https://app.test/","httpVersion":"HTTP/2","cookies":[],"headers":[{"name":"User-Agent","value":"\(DeviceAgent.webView)"},{"name":"Accept","value":"text/html,*/*"}]},"response":{"status":200,"cookies":[],"headers":[],"content":{"size":2,"mimeType":"text/html"}},"_fetchType":"Network Load"}]}}
        """

    /// Charles: zones with offsets, the fields as they were, exports without what requests say of themselves.
    private static let charles = """
        {"log":{"version":"1.2","creator":{"name":"Charles Proxy","version":"4.6.7"},"entries":[
        {"startedDateTime":"2026-11-22T18:00:00.000+09:00","time":5,"request":{"method":"POST","url":"https://app.test/auth/x","httpVersion":"HTTP/1.1","cookies":[],"headers":[{"name":"Host","value":"app.test"}],"queryString":[],"headersSize":-1,"bodySize":-1},"_charlesStatus":"COMPLETE","response":{"_charlesStatus":"COMPLETE","status":200,"cookies":[{"name":"customtoken","value":"abc","path":"/auth","domain":null,"expires":null,"httpOnly":false,"secure":true}],"headers":[{"name":"Set-Cookie","value":"customtoken=abc; Path=/auth; Secure"}],"content":{"size":2,"mimeType":"application/json"},"redirectURL":null},"serverIPAddress":"10.0.0.1","timings":{"dns":-1,"connect":-1,"ssl":-1,"send":0,"wait":4,"receive":1}},
        {"startedDateTime":"2026-11-22T18:00:01.000+09:00","time":5,"request":{"method":"GET","url":"https://app.test/","httpVersion":"HTTP/1.1","cookies":[],"headers":[{"name":"Host","value":"app.test"}]},"response":{"status":200,"cookies":[],"headers":[],"content":{"size":2,"mimeType":"text/html; charset=utf-8"},"redirectURL":null}}]}}
        """

    /// Proxyman: clients in members of its own, an app beside its web view.
    private static let proxyman = """
        {"log":{"version":"1.2","creator":{"name":"Proxyman","version":"5.10"},"entries":[
        {"_id":"1","_isHTTPS":true,"_clientName":"iPhone","_clientPort":1,"_remoteDeviceIP":"192.168.1.23","startedDateTime":"2026-11-22T09:00:00.000Z","time":5,"comment":"","request":{"method":"POST","url":"https://app.test/auth/x","headers":[{"name":"User-Agent","value":"Shop/1 CFNetwork/1568 Darwin/24.1.0"}],"cookies":[]},"response":{"status":200,"headers":[{"name":"Set-Cookie","value":"customtoken=abc; Path=/; Secure"}],"content":{"mimeType":"application/json"}}},
        {"_id":"2","_isHTTPS":true,"_clientName":"iPhone","_clientPort":2,"_remoteDeviceIP":"192.168.1.23","startedDateTime":"2026-11-22T09:00:01.000Z","time":5,"request":{"method":"GET","url":"https://app.test/","headers":[{"name":"User-Agent","value":"\(DeviceAgent.webView)"},{"name":"Accept","value":"text/html"}],"cookies":[]},"response":{"status":200,"headers":[],"content":{"mimeType":"text/html"}}}]}}
        """

    /// Firefox: several Set-Cookie in one field, a data: image among the entries.
    private static let firefox = """
        {"log":{"version":"1.2","creator":{"name":"Firefox","version":"140.0"},"browser":{"name":"Firefox","version":"140.0"},"pages":[{"id":"page_1","pageTimings":{"onContentLoad":-1,"onLoad":-1},"startedDateTime":"2026-11-22T10:00:00.000+01:00","title":"https://app.test/"}],"entries":[
        {"startedDateTime":"2026-11-22T10:00:00.000+01:00","request":{"method":"POST","url":"https://app.test/auth/x","httpVersion":"HTTP/2","headers":[{"name":"User-Agent","value":"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"},{"name":"Sec-Fetch-Dest","value":"empty"},{"name":"Sec-Fetch-Site","value":"same-origin"},{"name":"Sec-Fetch-Mode","value":"cors"}],"cookies":[]},"response":{"status":200,"headers":[{"name":"set-cookie","value":"theme=dark; Path=/\\ncustomtoken=abc; Path=/auth; Secure"}],"cookies":[],"content":{"mimeType":"application/json"}},"time":5,"_securityState":"secure","pageref":"page_1"},
        {"startedDateTime":"2026-11-22T10:00:01.000+01:00","request":{"method":"GET","url":"https://app.test/","headers":[{"name":"User-Agent","value":"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"},{"name":"Cookie","value":"theme=dark"},{"name":"Sec-Fetch-Dest","value":"document"},{"name":"Sec-Fetch-Site","value":"none"}],"cookies":[{"name":"theme","value":"dark"}]},"response":{"status":200,"headers":[],"content":{"mimeType":"text/html"}},"time":5,"pageref":"page_1"},
        {"startedDateTime":"2026-11-22T10:00:01.100+01:00","request":{"method":"GET","url":"data:image/png;base64,AA==","headers":[]},"response":{"status":200},"pageref":"page_1"}]}}
        """

    @Test(arguments: [
        (safari, "send/path", 1, 0, 0), (charles, "send/path", 1, 1, 0), (proxyman, "send/other-store", 2, 0, 0),
        (firefox, "send/path", 1, 0, 1),
    ])
    func isFound(har: String, code: String, clients: Int, defects: Int, leftOut: Int) throws {
        let capture = try HARReader.read(Array(har.utf8))
        let report = CaptureReport(
            capture, profile: nil, cookieName: "customtoken", masking: Masking(.fingerprints))
        #expect(report.cause.code.rawValue == code, "\(report.lines)")
        #expect(report.cause.message.contains("customtoken was lost at request"), "\(report.cause.message)")
        #expect(report.parts.count == clients)
        #expect(capture.defects.count == defects, "\(capture.defects)")
        #expect(capture.leftOut.reduce(0) { $0 + $1.count } == leftOut)
    }
}
