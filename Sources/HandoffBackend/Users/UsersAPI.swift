import BridgePrimitives
import HTTPTypes
public import Hummingbird
public import Listening

/// ``UserDirectory`` over HTTP. Holds no rules.
public struct UsersAPI: PlainService, OversizedBodyAnswering {
    private let directory: UserDirectory

    public init(_ directory: UserDirectory) { self.directory = directory }

    public func answerToOversizedBody(of request: Request) -> Response? {
        Response(.refusal(UsersReason.Refusal(.bodyTooLarge)))
    }

    public func response(to request: PlainRequest) async -> Response { Response(await directory.answer(request)) }
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
