import BridgePrimitives
import HTTPTypes
public import Hummingbird
public import Listening

/// ``UserDirectory`` over HTTP. Holds no rules.
public struct UsersAPI: HTTPResponderBuilder, HTTPResponder, OversizedBodyAnswering {
    public typealias Context = BasicRequestContext

    private let directory: UserDirectory

    public init(_ directory: UserDirectory) { self.directory = directory }

    public func buildResponder() -> UsersAPI { self }

    public func answerToOversizedBody(of request: Request) -> Response? {
        Response(.refusal(UsersReason.Refusal(.bodyTooLarge)))
    }

    public func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        let plain = try await PlainRequest(request)
        return Response(
            await directory.answer(
                UsersRequest(
                    method: plain.method, path: plain.path, query: plain.query,
                    authorization: plain.headers[values: .authorization], accept: plain.headers[values: .accept],
                    contentType: plain.headers[values: .contentType], body: plain.body)))
    }
}

extension Response {
    fileprivate init(_ answer: UsersAnswer) {
        self.init(
            status: HTTPResponse.Status(code: answer.status), headers: [.contentType: ContentNegotiation.mediaType],
            json: answer.document)
        headers[.location] = answer.location
        headers[.allow] = answer.allow
        headers[.wwwAuthenticate] = answer.challenge
    }
}
