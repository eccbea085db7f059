import BridgePrimitives
import Captures
import Diagnosis

/// The calls of signInWithCustomToken that a recording has, of all its clients: by them a token was fit or was not, whatever
/// another service would say of it.
struct TokenTrades {
    private let calls: [(start: Instant, isAccepted: Bool)]
    private let isEmulated: Bool

    /// - Complexity: O(n log n) in requests.
    init(_ exchanges: [CapturedExchange]) {
        calls = exchanges.compactMap { exchange in
            guard let status = exchange.status, Self.isTrade(exchange) else { return nil }
            return (exchange.start, status == 200)
        }.sorted { $0.start < $1.start }
        isEmulated = exchanges.contains { Self.asksEmulator($0.url) }
    }

    /// Whether it trades a custom token; the request that asks before it whether it may, does not.
    static func isTrade(_ exchange: CapturedExchange) -> Bool {
        exchange.method != "OPTIONS" && exchange.url.contains("accounts:signInWithCustomToken")
    }

    /// The emulator is asked under this machine's name, with the service's in the path.
    private static func asksEmulator(_ url: String) -> Bool {
        url.contains("/identitytoolkit.googleapis.com/") && !url.contains("://identitytoolkit.googleapis.com/")
    }

    /// Of a token that was seen at a time: the next call had it, as far as anybody can say.
    func outcome(ofTokenSeenAt time: Instant) -> RecordedToken.Outcome {
        if let next = calls.first(where: { $0.start >= time }) { return next.isAccepted ? .accepted : .refused }
        return isEmulated || calls.contains(where: \.isAccepted) ? .accepted : .untried
    }
}
