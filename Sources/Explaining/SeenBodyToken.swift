import BridgePrimitives
import BridgeTrace
import Captures

/// A token that a recording has in a body; a refresh token opens a session that does not end by itself.
struct SeenBodyToken: Sendable {
    let hop: Int
    let place: CapturedBodyToken.Place
    let event: TokenEvent
    let actor: TraceActor

    private init(
        _ token: CapturedBodyToken, _ form: TokenEvent.Form, by actor: TraceActor, in exchange: CapturedExchange,
        hop: Int, _ masking: Masking
    ) {
        (self.hop, place, self.actor) = (hop, token.place, actor)
        let isRefused = exchange.status.map { $0 >= 400 } ?? true
        event = TokenEvent(
            token.place == .answer ? .issued : isRefused ? .refused : .accepted, form,
            token: masking.secret(token.value.reveal()), uid: nil)
    }

    static func refreshTokens(in exchanges: [CapturedExchange], _ masking: Masking) -> [SeenBodyToken] {
        exchanges.enumerated().flatMap { index, exchange in
            exchange.refreshTokens.map {
                SeenBodyToken($0, .refreshToken, by: .auth, in: exchange, hop: index + 1, masking)
            }
        }
    }

    /// Those of Firebase's that are known by their look; whose they are, their address tells.
    static func webTokens(in exchanges: [CapturedExchange], _ masking: Masking) -> [SeenBodyToken] {
        exchanges.enumerated().flatMap { index, exchange in
            let isGoogles = ["identitytoolkit", "securetoken"].contains {
                exchange.url.contains($0 + ".googleapis.com")
            }
            return exchange.webTokens.compactMap { token in
                FirebaseToken.form(of: token.value.reveal()).map { form in
                    SeenBodyToken(
                        token, form, by: isGoogles ? .auth : .backend, in: exchange, hop: index + 1, masking)
                }
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
