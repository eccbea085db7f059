public import BridgePrimitives

/// The nonce of one sign-in: the app keeps the raw text, the provider gets its hash.
///
/// The identity token then carries the hash, and only who has the raw text can use the token.
public struct SignInNonce: Sendable {
    /// What the raw text is made of: 64 characters, so that a byte chooses one of them or is thrown away.
    public static let alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVXYZabcdefghijklmnopqrstuvwxyz-._"
    /// Random texts of this length are usual.
    public static let usualLength = 32
    /// How long a raw text may be.
    public static let lengths = 1...256

    /// Sent to the auth service with the identity token, and to nobody else.
    public let raw: Secret<String>

    public init(raw: Secret<String>) { self.raw = raw }

    /// A random nonce.
    ///
    /// - Parameters:
    ///   - length: characters, within ``lengths``.
    ///   - generator: where the bytes come from; the system's in an app.
    /// - Throws: `nonce/length` for another length.
    /// - Complexity: four bytes are drawn for each character, on average.
    public init(
        length: Int = usualLength, using generator: inout some RandomNumberGenerator
    ) throws(BridgeFailure) {
        guard Self.lengths.contains(length) else {
            throw BridgeFailure(
                AppleSetupReason.nonceLength, cause: "a nonce of \(length) characters was asked for",
                fix: "ask for \(Self.lengths.lowerBound) to \(Self.lengths.upperBound), usually \(Self.usualLength)")
        }
        var text: [UInt8] = []
        while text.count < length {
            if let character = Self.character(for: UInt8.random(in: .min ... .max, using: &generator)) {
                text.append(character)
            }
        }
        raw = Secret(String(decoding: text, as: UTF8.self))
    }

    /// The character that a random byte stands for; nil for a byte that is thrown away.
    ///
    /// A remainder would make the first characters likelier wherever the alphabet does not divide 256; throwing away is
    /// uniform for any alphabet.
    public static func character(for byte: UInt8) -> UInt8? {
        Int(byte) < characters.count ? characters[Int(byte)] : nil
    }

    private static let characters = Array(alphabet.utf8)

    /// What the provider's request takes: SHA-256 of the raw text's UTF-8, 64 lower-case hexadecimal digits.
    public var hash: String { Self.hash(of: raw.reveal()) }

    /// The hash as some apps send it by mistake: providers and auth services compare hexadecimal digits.
    public var hashInBase64: String { SHA256Text.base64(of: raw.reveal()) }

    public static func hash(of raw: String) -> String { SHA256Text.hexadecimal(of: raw) }

    /// How the nonce of an identity token fits this one.
    ///
    /// - Parameters:
    ///   - claim: the token's; nil when it has none.
    ///   - earlier: the nonces of requests before this one: a token that answers one of them is no foreign one.
    public func comparison(withClaim claim: String?, earlier: [SignInNonce] = []) -> NonceComparison {
        let comparison = NonceComparison(claim: claim, presented: .raw(raw.reveal()))
        guard comparison == .refused(.nonceDiffers), earlier.contains(where: { $0.hash == claim }) else {
            return comparison
        }
        return .refused(.nonceOfEarlierRequest)
    }
}
