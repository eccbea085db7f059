import BridgePrimitives
import HTTPTypes
public import Hummingbird
public import Listening

/// Both backends behind one address: what is under `/v1` is about users, everything else is the exchange's.
public struct BackendSite: HTTPResponderBuilder, HTTPResponder, OversizedBodyAnswering {
    public typealias Context = BasicRequestContext

    private let exchange: BackendAPI
    private let users: UsersAPI
    private let crossOrigin: CrossOriginPolicy

    public init(exchange: BackendAPI, users: UsersAPI, crossOrigin: CrossOriginPolicy = CrossOriginPolicy()) {
        (self.exchange, self.users, self.crossOrigin) = (exchange, users, crossOrigin)
    }

    public func buildResponder() -> BackendSite { self }

    public func answerToOversizedBody(of request: Request) -> Response? {
        var response =
            Self.isAboutUsers(request)
            ? users.answerToOversizedBody(of: request) : exchange.answerToOversizedBody(of: request)
        if var headers = response?.headers {
            allow(decision(on: request), in: &headers)
            response?.headers = headers
        }
        return response
    }

    public func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        let decision = decision(on: request)
        var response =
            switch decision {
            // Not handled at all: a form that another site's page sends needs no leave of anybody to arrive.
            case .refused(let reason): exchange.refusePage(reason)
            case .allowed where Self.isPreflight(request): Self.preflight(request)
            case .allowed, .sameOrigin: try await handle(request, context)
            }
        allow(decision, in: &response.headers)
        return response
    }

    private func handle(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
        Self.isAboutUsers(request)
            ? try await users.respond(to: request, context: context)
            : try await exchange.respond(to: request, context: context)
    }

    // MARK: - Pages of other origins (Fetch §3.2)

    private func decision(on request: Request) -> CrossOriginPolicy.Decision {
        crossOrigin.decision(origin: request.headers[.origin], authority: request.head.authority)
    }

    private static func isPreflight(_ request: Request) -> Bool {
        request.method == .options && request.headers[.accessControlRequestMethod] != nil
    }

    private static func preflight(_ request: Request) -> Response {
        var headers: HTTPFields = [.accessControlAllowMethods: "GET,HEAD,POST", .accessControlMaxAge: "600"]
        // Nothing stands for all of them where there are cookies.
        if let wanted = request.headers[.accessControlRequestHeaders] {
            headers[.accessControlAllowHeaders] = wanted
            headers[.vary] = "Access-Control-Request-Headers"
        }
        if request.headers[named: "access-control-request-private-network"] == "true" {
            headers[named: "access-control-allow-private-network"] = "true"
        }
        return Response(status: .noContent, headers: headers)
    }

    private func allow(_ decision: CrossOriginPolicy.Decision, in headers: inout HTTPFields) {
        headers[.vary] = headers[.vary].map { "Origin, \($0)" } ?? "Origin"
        guard case .allowed(let origin) = decision else { return }
        headers[.accessControlAllowOrigin] = origin
        headers[.accessControlAllowCredentials] = "true"
    }

    private static func isAboutUsers(_ request: Request) -> Bool {
        request.uri.path == "/v1" || request.uri.path.hasPrefix("/v1/")
    }
}
