public import Hummingbird
public import Listening

/// Both backends behind one address: what is under `/v1` is about users, everything else is the exchange's.
public struct BackendSite: HTTPResponderBuilder, HTTPResponder, OversizedBodyAnswering {
    public typealias Context = BasicRequestContext

    private let exchange: BackendAPI
    private let users: UsersAPI

    public init(exchange: BackendAPI, users: UsersAPI) { (self.exchange, self.users) = (exchange, users) }

    public func buildResponder() -> BackendSite { self }

    public func answerToOversizedBody(of request: Request) -> Response? {
        Self.isAboutUsers(request)
            ? users.answerToOversizedBody(of: request) : exchange.answerToOversizedBody(of: request)
    }

    public func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        Self.isAboutUsers(request)
            ? try await users.respond(to: request, context: context)
            : try await exchange.respond(to: request, context: context)
    }

    private static func isAboutUsers(_ request: Request) -> Bool {
        request.uri.path == "/v1" || request.uri.path.hasPrefix("/v1/")
    }
}
