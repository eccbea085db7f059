import BridgePrimitives
import HTTPTypes
import Hummingbird
package import Listening

/// How somebody comes to trust the local authority: a page that says what to do, and what it leads to.
///
/// At `/__bridge/ca` always, a path that no web app has; at `/ca`, which can be typed on a phone, unless the web app is
/// somebody's own, whose routes are not known here.
package struct AuthorityPages: Sendable {
    private let certificatePEM: String
    private let page: String
    private let profile: [UInt8]
    private let paths: [String]

    /// - Parameter isOwnApp: whether the web app beside it is somebody's own.
    package init(of authority: LocalAuthority, isOwnApp: Bool) {
        certificatePEM = authority.certificatePEM
        page = AuthorityPage(fingerprint: authority.fingerprint).html
        profile = AuthorityProfile(certificate: authority.certificateDER, fingerprint: authority.fingerprint).plist
        paths = isOwnApp ? ["/__bridge/ca"] : ["/ca", "/__bridge/ca"]
    }

    /// What people are told.
    package var path: String { paths[0] }

    /// - Returns: nil for what belongs to the web app.
    func answer(to request: Request) -> Response? {
        guard let rest = rest(of: request.uri.path) else { return nil }
        guard request.method == .get || request.method == .head else {
            return Response(
                status: .methodNotAllowed, headers: [.allow: "GET, HEAD"],
                json: ["status": "error", "message": "The certificate's pages answer GET and HEAD only."])
        }
        switch rest {
        case "": return .file(Array(page.utf8), "text/html; charset=utf-8", isPage: true)
        // The page's links are relative to what is above it.
        case "/": return Response(status: .found, headers: [.location: String(request.uri.path.dropLast())])
        case "/session-bridge.mobileconfig": return .file(profile, "application/x-apple-aspen-config")
        case "/session-bridge.pem": return .file(Array(certificatePEM.utf8), "application/x-pem-file")
        default: return nil
        }
    }

    private func rest(of path: String) -> Substring? {
        paths.first { path == $0 || path.hasPrefix($0 + "/") }.map { path.dropFirst($0.count) }
    }
}
