import AuthEmulator
package import BridgeTrace
import HandoffBackend
package import Hummingbird
import IdentityProviders
import Listening

/// One listener for several services, told apart by the host's first labels: `auth.` is the auth service's, `api.` the
/// backend's, `api.twitter.` and `appleid.apple.` are the identity providers', all other hosts are the web app's. Under
/// the names by which other machines reach this one, which have no names below them, the auth service's paths are its own.
///
/// The auth service is here as well as on its own port because a page on HTTPS may not call it over HTTP: WebKit blocks
/// that as mixed content, on loopback too.
package struct VirtualHosts: HTTPResponder, HTTPResponderBuilder, OversizedBodyAnswering {
    let auth: AuthAPI
    /// Nil where the backend has a listener of its own.
    let backend: BackendSite?
    let web: SampleWebApp
    /// Nil where no view hands itself over.
    let handover: ViewHandover?
    let apple: AppleAPI
    let twitter: TwitterAPI
    /// How other machines reach this one; nil where they don't.
    let network: LocalNetwork?
    /// How people come to trust the local authority; nil where no one has to.
    let trust: AuthorityPages?

    package static let authHost = "auth.localhost", backendHost = "api.localhost", webHost = "app.localhost"
    static let appleHost = "appleid.apple.localhost", twitterHost = "api.twitter.localhost"

    /// Whose a request is.
    private enum Place { case auth, backend, apple, twitter, partner, web }

    package func actor(for request: Request) -> TraceActor {
        switch place(of: request) {
        case .auth: .auth
        case .backend: .backend
        case .apple: .apple
        case .twitter: .twitter
        case .partner, .web: .page
        }
    }

    private func place(of request: Request) -> Place {
        let authority = request.head.authority ?? ""
        if network?.has(authority: authority) ?? false { return AuthAPI.has(path: request.uri.path) ? .auth : .web }
        if authority.hasPrefix("auth.") { return .auth }
        if authority.hasPrefix("api.twitter.") { return .twitter }
        if authority.hasPrefix("appleid.apple.") { return .apple }
        if authority.hasPrefix("api."), backend != nil { return .backend }
        return authority.prefix { $0 != ":" } == SampleWebApp.partnerHost ? .partner : .web
    }

    package func buildResponder() -> VirtualHosts { self }

    package func answerToOversizedBody(of request: Request) -> Response? {
        switch place(of: request) {
        case .auth: auth.answerToOversizedBody(of: request)
        case .backend: backend?.answerToOversizedBody(of: request)
        case .apple, .twitter, .partner, .web: nil
        }
    }

    package func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        switch place(of: request) {
        case .auth: return try await auth.respond(to: request, context: context)
        case .twitter: return try await twitter.respond(to: request, context: context)
        case .apple: return try await apple.respond(to: request, context: context)
        case .backend:
            if let backend { return try await backend.respond(to: request, context: context) }
        case .web:
            if let answer = trust?.answer(to: request) { return answer }
            if let handover, ViewHandover.has(path: request.uri.path) {
                return try await handover.respond(to: request, context: context)
            }
        case .partner: break
        }
        return try await web.respond(to: request, context: context)
    }
}
