import BridgePrimitives
import Cookies

/// The conversation with a helper, by lines of JSON.
final class HelperConnection: EngineConnection {
    /// The place of the one who waits for `hello`.
    private static let helloID: Int64 = 0

    private let channel: LineChannel
    /// What there is to say about a helper that has gone, its last complaint.
    private let complaint: @Sendable () -> String?
    private let audience = EngineAudience()
    private let said = Mutex<HelperMessage.Hello?>(nil)

    init(_ channel: LineChannel, complaint: @escaping @Sendable () -> String?) {
        (self.channel, self.complaint) = (channel, complaint)
        channel.read(take: { [weak self] in self?.take($0) ?? false }, atEnd: { [weak self] in self?.lose() })
    }

    /// - Throws: `engine/timed-out`, `engine/lost`, `engine/bad-answer` or `engine/cancelled`.
    func hello(within limit: Duration) async throws(BridgeFailure) -> HelperMessage.Hello {
        if let hello = said.withLock({ $0 }) { return hello }
        _ = try await audience.answer(to: Self.helloID, within: limit) { [self] id in
            // It may have come before anybody waited.
            if said.withLock({ $0 != nil }) { audience.answer(id, .success(.null)) }
        }.get()
        guard let hello = said.withLock({ $0 }) else {
            throw PageEngineReason.badAnswer.failure("the helper's first line is not hello")
        }
        return hello
    }

    @discardableResult
    func call(_ request: EngineRequest, within limit: Duration) async throws(BridgeFailure) -> JSONValue {
        let answer = await audience.answer(to: audience.freshID(), within: limit) { [channel] id in
            channel.send(request.line(id: id))
        }
        do { return try answer.get() } catch { throw error.about(request.name) }
    }

    func cookie(_ json: JSONValue) throws(BridgeFailure) -> NativeCookie { try NativeCookie(engineJSON: json) }

    func events(of view: String) -> AsyncThrowingStream<EngineEvent, any Error> { audience.events(of: view) }

    func endEvents(of view: String) { audience.endEvents(of: view) }

    func end() {
        audience.end(because: PageEngineReason.cancelled.failure("the helper was ended"))
        channel.end()
    }

    // MARK: - What comes

    private func take(_ line: ArraySlice<UInt8>) -> Bool {
        do throws(BridgeFailure) {
            switch try HelperMessage(parsing: line) {
            case .hello(let hello):
                said.withLock { $0 = hello }
                audience.answer(Self.helloID, .success(.null))
            case .answer(let id, let answer): audience.answer(id, answer)
            // A download belongs to a store: all of the views hear of it.
            case .event(let event, let view): audience.tell(event, of: view)
            case .unknown: break
            }
            return true
        } catch {
            audience.end(because: error)
            channel.end()
            return false
        }
    }

    private func lose() {
        let words = complaint().map { ": \($0)" } ?? ""
        audience.end(because: PageEngineReason.lost.failure("the helper has ended\(words)"))
    }
}
