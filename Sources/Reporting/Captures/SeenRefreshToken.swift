import BridgePrimitives
import BridgeTrace
import Captures

/// A refresh token that a recording has in a body: it opens a session that does not end by itself.
struct SeenRefreshToken: Sendable {
    let hop: Int
    let place: CapturedRefreshToken.Place
    let event: TokenEvent

    static func all(in exchanges: [CapturedExchange], _ masking: Masking) -> [SeenRefreshToken] {
        exchanges.enumerated().flatMap { index, exchange in
            exchange.refreshTokens.map { token in
                let isRefused = exchange.status.map { $0 >= 400 } ?? true
                return SeenRefreshToken(
                    hop: index + 1, place: token.place,
                    event: TokenEvent(
                        token.place == .answer ? .issued : isRefused ? .refused : .accepted, .refreshToken,
                        token: masking.secret(token.value.reveal()), uid: nil))
            }
        }
    }

    func follows(_ event: TraceEvent) -> Bool {
        switch (event.kind, place) {
        case (.request(let request), .request): request.hop == hop
        case (.response(let response), .answer): response.hop == hop
        default: false
        }
    }

    var text: String {
        "refresh_token  request \(hop)\(place == .answer ? "'s answer" : ""): a refresh token, which does not end by itself"
            + "  \(event.token)"
    }

    var json: JSONValue {
        [
            "hop": .integer(Int64(hop)), "set": .bool(place == .answer), "kind": "refresh-token",
            "token": .string(event.token.text), "reasons": [],
        ]
    }
}
