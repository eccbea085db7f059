import BridgePrimitives
import Crypto

/// What the token endpoint gives a service account, in the look of Google's: only this service can make or read one.
///
/// It tells its own end, with a proof (HMAC) under the key that never leaves the service; nothing is kept.
enum AccessToken: Sendable {
    static let lifetime = Duration.seconds(3600)
    private static let prefix = "ya29.c."
    /// Rights, end, and something that makes two tokens differ.
    private static let contentLength = 1 + 8 + 12
    private static let proofLength = 32

    /// Scopes with which Google lets an account administer a project's users.
    private static let administering: Set<String> = [
        "https://www.googleapis.com/auth/cloud-platform", "https://www.googleapis.com/auth/firebase",
        "https://www.googleapis.com/auth/identitytoolkit",
    ]

    static func make(scopes: [String], issuedAt now: Instant, key: SymmetricKey) -> String {
        let expiry = (now + lifetime).secondsSinceEpoch
        var content: [UInt8] = [scopes.contains(where: administering.contains) ? 1 : 0]
        content += (0..<8).map { UInt8(truncatingIfNeeded: expiry >> (56 - 8 * $0)) }
        content += RandomBytes.make(count: 12)
        return prefix + Base64URL.encode(content + proof(of: content, key: key))
    }

    static func verdict(on text: String, now: Instant, key: SymmetricKey) -> BearerVerdict {
        if ASCIIText.isSame(text, "owner") { return .refused([.emulatorOwner]) }
        guard text.utf8.starts(with: prefix.utf8), text.utf8.count <= 256,
            let bytes = Base64URL.decode(text.utf8.dropFirst(prefix.utf8.count)),
            bytes.count == contentLength + proofLength
        else { return .refused([.notIssued]) }
        let content = Array(bytes.prefix(contentLength))
        guard constantTimeEqual(Array(bytes.dropFirst(contentLength)), proof(of: content, key: key)) else {
            return .refused([.notIssued])
        }
        var reasons: [AccessTokenReason] = []
        let expiry = content[1...8].reduce(Int64(0)) { $0 << 8 | Int64($1) }
        if now >= Instant(secondsSinceEpoch: expiry) { reasons.append(.expired) }
        if content[0] != 1 { reasons.append(.insufficientScope) }
        return reasons.isEmpty ? .accepted : .refused(reasons)
    }

    private static func proof(of content: [UInt8], key: SymmetricKey) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array("access token".utf8) + [0] + content, using: key))
    }
}

/// Whether a bearer makes its sender an administrator.
enum BearerVerdict: Hashable, Sendable {
    case accepted
    /// The emulator gives no reasons; Google's hosts do.
    case refused([AccessTokenReason])
}
