import BridgePrimitives
import BridgeTrace
import Captures

/// A token that a recording has in a body; a refresh token opens a session that does not end by itself.
struct SeenRefreshToken: Sendable {
    let hop: Int
    let place: CapturedRefreshToken.Place
    let event: TokenEvent
    var actor = TraceActor.auth

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

    /// Those of Firebase's that are known by their look; whose they are, their address tells.
    static func others(in exchanges: [CapturedExchange], _ masking: Masking) -> [SeenRefreshToken] {
        exchanges.enumerated().flatMap { index, exchange in
            exchange.webTokens.compactMap { token in
                guard let form = FirebaseToken.form(of: token.value.reveal()) else { return nil }
                let isRefused = exchange.status.map { $0 >= 400 } ?? true
                return SeenRefreshToken(
                    hop: index + 1, place: token.place,
                    event: TokenEvent(
                        token.place == .answer ? .issued : isRefused ? .refused : .accepted, form,
                        token: masking.secret(token.value.reveal()), uid: nil),
                    actor: ["identitytoolkit", "securetoken"].contains { exchange.url.contains($0 + ".googleapis.com") }
                        ? .auth : .backend)
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
