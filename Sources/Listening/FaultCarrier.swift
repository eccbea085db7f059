public import BridgePrimitives
public import Faults
import HTTPTypes
public import Hummingbird
import NIOCore

/// Carries out on the wire what a ``FaultPlan`` says: waits, keeps silent, closes, answers in the service's place or
/// changes what it says. Holds no rules.
public struct FaultCarrier: Sendable {
    private let book: FaultBook
    private let clock: WorldClock

    public init(_ book: FaultBook, on clock: WorldClock) { (self.book, self.clock) = (book, clock) }

    /// - Parameter answer: the service's own.
    /// - Throws: ``ConnectionHeld`` and ``ConnectionDropped``, for the listener; else what `answer` throws.
    public func respond(
        to request: FaultedRequest, under effects: [Fault.Effect],
        _ answer: @escaping @Sendable () async throws -> Response
    ) async throws -> Response {
        let plan = FaultPlan(effects, for: request)
        let (book, clock) = (book, clock)
        let end = { @Sendable () async throws -> Response in
            switch plan.ending {
            case .dropped: throw ConnectionDropped()
            case .hanging: throw ConnectionHeld { await clock.hang(in: book) }
            case .answered(let answer): return Self.response(answer)
            case .served: return try await served(by: plan, request, answer)
            }
        }
        guard plan.delay > .zero else { return try await end() }
        throw ConnectionHeld {
            await clock.wait(plan.delay, in: book)
        } then: {
            // One wait after the other: the second is held as the first was.
            do { return try await end() } catch let held as ConnectionHeld {
                await held.wait()
                throw ConnectionDropped()
            }
        }
    }

    private func served(
        by plan: FaultPlan, _ request: FaultedRequest, _ answer: @Sendable () async throws -> Response
    ) async throws -> Response {
        guard !plan.leavesAnswer else { return try await answer() }
        var faulted: FaultedAnswer
        if plan.isReplayed, let kept = book.kept(for: request) {
            faulted = kept
        } else {
            faulted = try await Self.faulted(answer())
            if plan.isReplayed { book.keep(faulted, for: request) }
        }
        faulted = plan.changing(faulted)
        return plan.isTruncated ? Self.truncated(faulted) : Self.response(faulted)
    }

    private static func response(_ answer: FaultedAnswer) -> Response {
        Response(
            status: HTTPResponse.Status(code: answer.status), headers: fields(of: answer),
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
    }

    /// Says how long the whole is, sends a part, and has the connection closed.
    private static func truncated(_ answer: FaultedAnswer) -> Response {
        var fields = fields(of: answer)
        // An empty body has no middle: one that was announced never comes.
        fields[.contentLength] = "\(max(answer.body.count, 1))"
        let part = ByteBuffer(bytes: answer.body.prefix(FaultPlan.length(ofTruncated: answer.body.count)))
        return Response(
            status: HTTPResponse.Status(code: answer.status), headers: fields,
            body: ResponseBody { writer in
                try await writer.write(part)
                throw ConnectionDropped()
            })
    }

    private static func fields(of answer: FaultedAnswer) -> HTTPFields {
        var fields = HTTPFields()
        for field in answer.fields {
            guard let name = HTTPField.Name(field.name) else { continue }
            fields.append(HTTPField(name: name, value: field.value))
        }
        return fields
    }

    private static func faulted(_ response: Response) async throws -> FaultedAnswer {
        let sink = BodySink()
        try await response.body.write(sink)
        return FaultedAnswer(
            status: response.status.code,
            fields: response.headers.filter { $0.name != .contentLength && $0.name != .transferEncoding }
                .map { FaultedAnswer.Field($0.name.canonicalName, $0.value) },
            body: sink.bytes.all)
    }
}

/// Takes in a body that is not sent yet.
private struct BodySink: ResponseBodyWriter {
    final class Bytes: Sendable {
        private let buffer = Mutex(ByteBuffer())
        func append(_ part: ByteBuffer) { buffer.withLock { _ = $0.writeImmutableBuffer(part) } }
        var all: [UInt8] { buffer.withLock { Array($0.readableBytesView) } }
    }

    let bytes = Bytes()

    mutating func write(_ buffer: ByteBuffer) async throws {
        bytes.append(buffer)
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
