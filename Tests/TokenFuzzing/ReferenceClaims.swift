import BridgePrimitives
import Tokens

/// Whether the claims of a token that is signed hold, from Firebase's documentation, a line for each.
struct ReferenceClaims {
    let header: JSONObject
    let payload: JSONObject
    private let now: Int64
    private let skew: Int64

    /// Nil for what is no token at all.
    init?(_ input: TokenInput) {
        let (header, payload) = input.parts
        // Two dots, and a signature of 256 bytes.
        let length = [header.count, payload.count, 256].reduce(2) { $0 + ($1 * 4 + 2) / 3 }
        guard length <= UnverifiedToken.byteLimit, let header = (try? JSONValue(parsing: header))?.objectValue,
            let payload = (try? JSONValue(parsing: payload))?.objectValue
        else { return nil }
        (self.header, self.payload) = (header, payload)
        now = input.now.millisecondsSinceEpoch
        skew = min(max(input.skew, .zero), .seconds(60)).wholeMilliseconds
    }

    private var isRS256: Bool { header["alg"] == "RS256" && header["crit"] == nil }

    /// `exp` is exclusive, `nbf` and `iat` are not.
    private var holdsNow: Bool {
        guard let expiry = date("exp"), let issue = date("iat") else { return false }
        if payload["nbf"] != nil {
            guard let start = date("nbf"), start <= later(now) else { return false }
        }
        return now < later(expiry) && issue <= later(now)
    }

    var isIDToken: Bool {
        guard isRS256, header["kid"] == "k1", holdsNow, let signIn = date("auth_time"), signIn <= later(now) else {
            return false
        }
        return text("aud") == TokenKeys.project && text("iss") == "https://securetoken.google.com/\(TokenKeys.project)"
            && (1...128).contains(text("sub")?.utf16.count ?? 0)
    }

    var isCustomToken: Bool {
        guard isRS256, holdsNow, let issue = date("iat"), let expiry = date("exp") else { return false }
        let (lifetime, isEndless) = expiry.subtractingReportingOverflow(issue)
        let claims = payload["claims"] ?? .null
        let isFree =
            claims.objectValue.map { Set($0.names).isDisjoint(with: ReservedClaims.names) } ?? (claims == .null)
        return text("iss") == TokenKeys.address && text("sub") == TokenKeys.address
            && text("aud") == CustomTokenClaims.audience && (payload["tenant_id"] ?? .null) == .null
            && !(isEndless && expiry > issue) && (isEndless || lifetime <= 3_600_000) && isFree
            && (1...128).contains(text("uid")?.utf16.count ?? 0)
    }

    private func text(_ name: String) -> String? { payload[name]?.stringValue }

    /// In milliseconds, as far as they can be counted.
    private func date(_ name: String) -> Int64? {
        switch payload[name] {
        case .integer(let seconds): min(max(seconds, -Int64.max / 1000), Int64.max / 1000) * 1000
        case .number(let seconds) where seconds.magnitude < 9e12: Int64((seconds * 1000).rounded(.down))
        default: nil
        }
    }

    private func later(_ time: Int64) -> Int64 {
        let (sum, isBeyond) = time.addingReportingOverflow(skew)
        return isBeyond ? .max : sum
    }
}
