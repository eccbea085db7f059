import BridgePrimitives
import BridgeTrace
import Captures

/// A token that a recording has in a body; a refresh token opens a session that does not end by itself.
struct SeenBodyToken: Sendable {
    let hop: Int
    let place: CapturedBodyToken.Place
    let event: TokenEvent
    let actor: TraceActor

    /// Refresh tokens are known by their place, others of Firebase's by their look; their request's address says whose those are.
    static func all(in exchanges: [CapturedExchange], _ masking: Masking) -> [SeenBodyToken] {
        exchanges.enumerated().flatMap { index, exchange -> [SeenBodyToken] in
            let isGoogles = ["identitytoolkit", "securetoken"].contains {
                exchange.url.contains($0 + ".googleapis.com")
            }
            let refused: TokenEvent.Action = exchange.status.map { $0 >= 400 } ?? true ? .refused : .accepted
            var tokens: [(CapturedBodyToken, TokenEvent.Form?)] = exchange.webTokens.map {
                ($0, FirebaseToken.form(of: $0.value.reveal()))
            }
            tokens += exchange.refreshTokens.map { ($0, .refreshToken) }
            return tokens.compactMap { token, form -> SeenBodyToken? in
                guard let form else { return nil }
                let event = TokenEvent(
                    token.place == .answer ? .issued : refused, form, token: masking.secret(token.value.reveal()),
                    uid: nil)
                return SeenBodyToken(
                    hop: index + 1, place: token.place, event: event,
                    actor: isGoogles || form == .refreshToken ? .auth : .backend)
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
