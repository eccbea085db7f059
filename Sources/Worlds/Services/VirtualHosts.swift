package import AuthEmulator
package import HandoffBackend
package import Hummingbird
package import IdentityProviders
import Listening

/// One listener for several services, told apart by the host's first labels: `auth.` is the auth service's, `api.` the
/// backend's, `api.twitter.` and `appleid.apple.` are the identity providers', all other hosts are the web app's.
///
/// The auth service is here as well as on its own port because a page on HTTPS may not call it over HTTP: WebKit blocks
/// that as mixed content, on loopback too.
package struct VirtualHosts: HTTPResponder, HTTPResponderBuilder, OversizedBodyAnswering {
    let auth: AuthAPI
    /// Nil where the backend has a listener of its own.
    let backend: BackendSite?
    let web: SampleWebApp
    let apple: AppleAPI
    let twitter: TwitterAPI

    package static let authHost = "auth.localhost", backendHost = "api.localhost", webHost = "app.localhost"
    static let appleHost = "appleid.apple.localhost", twitterHost = "api.twitter.localhost"

    package init(auth: AuthAPI, backend: BackendSite?, web: SampleWebApp, apple: AppleAPI, twitter: TwitterAPI) {
        (self.auth, self.backend, self.web) = (auth, backend, web)
        (self.apple, self.twitter) = (apple, twitter)
    }

    package func buildResponder() -> VirtualHosts { self }

    package func answerToOversizedBody(of request: Request) -> Response? {
        let authority = request.head.authority ?? ""
        if authority.hasPrefix("auth.") { return auth.answerToOversizedBody(of: request) }
        return authority.hasPrefix("api.") ? backend?.answerToOversizedBody(of: request) : nil
    }

    package func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        let authority = request.head.authority ?? ""
        if authority.hasPrefix("auth.") { return try await auth.respond(to: request, context: context) }
        if authority.hasPrefix("api.twitter.") { return try await twitter.respond(to: request, context: context) }
        if authority.hasPrefix("appleid.apple.") { return try await apple.respond(to: request, context: context) }
        if let backend, authority.hasPrefix("api.") {
            return try await backend.respond(to: request, context: context)
        }
        return try await web.respond(to: request, context: context)
    }
}
