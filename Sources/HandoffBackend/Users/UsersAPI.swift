import BridgePrimitives
import HTTPTypes
public import Hummingbird
public import Listening
import NIOCore

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
        let body = try await request.body.collect(upTo: .max)  // bounded by the listener
        return Response(
            await directory.answer(
                UsersRequest(
                    method: request.method.rawValue, path: request.uri.path, query: request.uri.query,
                    authorization: request.headers[values: .authorization], accept: request.headers[values: .accept],
                    contentType: request.headers[values: .contentType], body: Array(body.readableBytesView))))
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
