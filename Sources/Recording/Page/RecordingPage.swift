import BridgePrimitives
import HTTPTypes
import Hummingbird
import Listening
import Proxying

/// What the proxy answers by itself: the page for devices, and the authority in the forms that they take.
///
/// There is nothing to steer and nothing secret in it, so whoever reaches the proxy may read it.
struct RecordingPage: PlainService {
    static let host = RecordingRules.pageHost

    /// Nil until it is known where the proxy listens.
    let page: @Sendable () -> SetupPage?

    func response(to request: PlainRequest) async throws -> Response {
        guard let page = page() else { return Response(status: .serviceUnavailable, json: ["status": "starting"]) }
        guard request.method == "GET" || request.method == "HEAD" else {
            return Response(
                status: .methodNotAllowed, headers: [.allow: "GET, HEAD"],
                json: ["status": "error", "message": "The proxy's own page answers GET and HEAD only."])
        }
        switch request.path {
        case "/": return .file(Array(page.html.utf8), "text/html; charset=utf-8", isPage: true)
        case "/session-bridge-proxy.crt", "/session-bridge-proxy.pem":
            return .file(Array(page.authority.certificatePEM.utf8), "application/x-x509-ca-cert")
        case "/session-bridge-proxy.mobileconfig":
            return .file(page.profile, "application/x-apple-aspen-config")
        default:
            return Response(
                status: .notFound,
                json: ["status": "error", "message": "This is session-bridge's proxy: open / for how to use it."])
        }
    }
}
