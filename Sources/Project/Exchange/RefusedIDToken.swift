public import BridgePrimitives
import Tokens

/// An ID token that somebody's own backend refused, and what the token itself gives as the reason.
///
/// A decision: the token is only read. Of a good one nothing is said, since its refusal is the backend's doing.
public struct RefusedIDToken: Sendable {
    let token: String
    let projectID: String
    /// By the machine's clock, which the backend reads.
    let backendNow: Instant
    /// By the world's, which the auth service issues tokens by.
    let worldNow: Instant

    public init(_ token: String, projectID: String, backendNow: Instant, worldNow: Instant) {
        (self.token, self.projectID, self.backendNow, self.worldNow) = (token, projectID, backendNow, worldNow)
    }

    /// The first reason that holds, and a clause that says it; nil where nothing is wrong with the token.
    public var reason: (code: ReasonCode, message: String)? {
        let read: UnverifiedToken
        do throws(TokenReason) { read = try UnverifiedToken(parsing: token) } catch { return Self.said(error) }
        if read.isCustomToken { return Self.said(.isCustomToken) }
        if isCut(read) { return (TokenReason.badSignature.code, "the token was cut: its signature is not whole") }
        if let audience = read.audience, audience != projectID {
            return (TokenReason.wrongAudience.code, "the token is for the project \(audience), not for \(projectID)")
        }
        return timeReason(of: read)
    }

    private func timeReason(of read: UnverifiedToken) -> (code: ReasonCode, message: String)? {
        func isOver(at now: Instant) -> Bool { read.expiry.map { $0 <= now } ?? false }
        func isToCome(at now: Instant) -> Bool { read.issueTime.map { $0 > now } ?? false }
        guard isOver(at: backendNow) || isToCome(at: backendNow) else { return nil }
        guard isOver(at: worldNow) || isToCome(at: worldNow) else {
            let (distance, place) =
                worldNow > backendNow ? (worldNow - backendNow, "ahead of") : (backendNow - worldNow, "behind")
            return (
                ExchangeReason.otherClock.code,
                "the world's clock is \(Self.shown(distance)) \(place) the machine's, which an own backend reads"
            )
        }
        return Self.said(isOver(at: backendNow) ? .expired : .issuedInFuture)
    }

    /// In whole seconds: a clock that was put somewhere has not stood still since.
    private static func shown(_ distance: Duration) -> String {
        let seconds = distance.components.seconds + (distance.components.attoseconds >= 500_000_000_000_000_000 ? 1 : 0)
        return Duration.seconds(seconds).worldText
    }

    /// A signature by a key of 2048 bits, the least that RS256 allows (RFC 7518 §3.3), has 342 letters of base64url.
    private func isCut(_ read: UnverifiedToken) -> Bool {
        guard read.algorithm == "RS256", let signature = token.utf8.split(separator: 0x2E).last else { return false }
        return signature.count < 342
    }

    private static func said(_ reason: TokenReason) -> (code: ReasonCode, message: String) {
        (reason.code, String(reason.meaning.prefix(1).lowercased() + reason.meaning.dropFirst().dropLast()))
    }
}
