import BridgePrimitives
import BridgeTrace
import NIOHTTP1

/// One request of a client and what has become of it so far.
final class Exchange {
    let head: HTTPRequestHead
    let plan: RequestPlan
    let start = ContinuousClock.now
    /// As whoever looks on was told of it; nil where nobody does.
    var sighting: ProxiedRequest?

    /// Parts that came before there was anybody to send them to.
    var unsent: [HTTPClientRequestPart] = []
    var hasBody = false
    var isRequestEnded = false
    var isAnswerBegun = false
    var isAnswerEnded = false
    /// An answer with an error's status, whose body is still to come.
    var error: (head: HTTPResponseHead, remarks: [ProxyReason], body: [UInt8])?
    var errorWords: String?
    /// How long the answer's head took; nil if none has come.
    var answered: Duration?
    /// Bytes of an error's body that are read for its words.
    static let mostErrorBytes = 65_536
    /// Answered here; what else comes of the request is thrown away.
    var isRefused = false
    /// Bytes that were thrown away.
    var discarded = 0
    var hasBeenRepeated = false
    /// Whether client and server have agreed on another protocol.
    var isSwitching = false
    /// Whether the connection ends with the answer.
    var endsConnection: Bool

    init(_ head: HTTPRequestHead, _ plan: RequestPlan) {
        (self.head, self.plan) = (head, plan)
        // After a wish for another protocol the decoder reads no further request.
        endsConnection = !head.isKeepAlive || head.isUpgrade
    }
}
