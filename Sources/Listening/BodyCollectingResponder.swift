import BridgePrimitives
import HTTPTypes
public import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// A responder that has an answer of its own, and headers of its own, for a body beyond the listener's limit.
public protocol OversizedBodyAnswering: Sendable {
    /// - Parameter request: its head; the body was thrown away.
    /// - Returns: nil for the listener's own answer.
    func answerToOversizedBody(of request: Request) -> Response?
}

/// Thrown by a responder that wants the connection closed without an answer.
public struct ConnectionDropped: Error {
    public init() {}
}

/// Thrown by a responder that lets the client wait. A client that goes away meanwhile ends it.
public struct ConnectionHeld: Error {
    let wait: @Sendable () async -> Void
    let answer: (@Sendable () async throws -> Response)?

    /// - Parameters:
    ///   - wait: returns when the waiting is over; cancelled when the client has gone.
    ///   - answer: what the client gets then; nil for a connection that is closed.
    public init(
        while wait: @escaping @Sendable () async -> Void, then answer: (@Sendable () async throws -> Response)? = nil
    ) {
        (self.wait, self.answer) = (wait, answer)
    }
}

/// Stands before a service's handlers: takes in the whole body within its limits, and turns what handlers throw
/// into an answer, so that a client always gets JSON and never waits for ever.
struct BodyCollectingResponder<Responder: HTTPResponder>: Sendable
where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
    let responder: Responder
    let limits: ListenerLimits
    let clock: WorldClock?
    let logger: Logger

    /// How much of a body that is too large is read and thrown away so that the client gets to read the answer;
    /// whoever sends more has the connection closed.
    private static var patience: Int { 16 << 20 }

    private enum Body {
        case whole(ByteBuffer)
        case tooLarge(isRead: Bool)
    }

    struct Answer {
        var response: Response
        /// Part of the request was left unread, so the connection is of no use any more.
        var endsConnection = false
    }

    /// Reads the request and has it answered.
    ///
    /// - Throws: when the connection broke or sent what is no HTTP; there is nobody to answer then.
    func answer(_ request: Request, on channel: any Channel) async throws -> Answer {
        var answer: Answer
        // Of two, one service would heed the first and another the second (RFC 9112 §3.2).
        let isAmbiguous = request.headers[named: "host"] != nil
        switch try await takeInBeforeDeadline(request, on: channel) {
        case .whole(let body):
            var request = request
            request.body = RequestBody(buffer: body)
            answer = Answer(
                response: isAmbiguous
                    ? .failure(.badRequest, .repeatedHost) : try await respond(to: request, on: channel))
        case .tooLarge(let isRead):
            let own = (responder as? any OversizedBodyAnswering)?.answerToOversizedBody(of: request)
            answer = Answer(
                response: own ?? .failure(.contentTooLarge, .bodyTooLarge), endsConnection: !isRead)
            if !isRead { answer.response.headers[.connection] = "close" }
        }
        // An answer to HEAD says how long its body would be, and has none (RFC 9110 §9.3.2): bytes that followed would
        // be taken for the next answer.
        if request.method == .head { answer.response = answer.response.createHeadResponse() }
        if let clock { answer.response.headers[.date] = clock.now.imfFixdate }
        return answer
    }

    private func takeInBeforeDeadline(_ request: Request, on channel: any Channel) async throws -> Body {
        let deadline = channel.eventLoop.scheduleTask(in: TimeAmount(limits.body)) { channel.close(promise: nil) }
        defer { deadline.cancel() }
        return try await takeIn(request)
    }

    private func takeIn(_ request: Request) async throws -> Body {
        var body = ByteBuffer()
        var excess = 0
        if let length = request.headers[.contentLength].flatMap({ Int($0) }) {
            if length > limits.bodyBytes + Self.patience { return .tooLarge(isRead: false) }
            if length <= limits.bodyBytes { body.reserveCapacity(length) }
        }
        for try await var chunk in request.body {
            if excess == 0, body.readableBytes + chunk.readableBytes <= limits.bodyBytes {
                body.writeBuffer(&chunk)
            } else {
                excess += chunk.readableBytes
                if excess > Self.patience { return .tooLarge(isRead: false) }
            }
        }
        return excess == 0 ? .whole(body) : .tooLarge(isRead: true)
    }

    private func respond(to request: Request, on channel: any Channel) async throws -> Response {
        do {
            let context = Responder.Context(source: ApplicationRequestContextSource(channel: channel, logger: logger))
            return try await RequestPeer.$current.withValue(RequestPeer(channel.remoteAddress)) {
                do { return try await responder.respond(to: request, context: context) } catch let held
                    as ConnectionHeld
                {
                    return try await held.ending(on: channel)
                }
            }
        } catch let dropped as ConnectionDropped {
            try? await channel.close()
            throw dropped
        } catch is NIOTooManyBytesError {
            return .failure(.contentTooLarge, .bodyTooLarge)
        } catch let error as any HTTPResponseError {
            return Response(
                status: error.status, json: ["status": "error", "message": .string(error.status.reasonPhrase)])
        } catch {
            logger.debug("A handler failed", metadata: ["error": "\(error)"])
            return .failure(.internalServerError, .internalFault)
        }
    }
}
