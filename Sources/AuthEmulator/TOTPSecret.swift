public import BridgePrimitives
import Crypto

/// A time-based one-time password's key (RFC 6238): HMAC-SHA-1, six digits, steps of 30 seconds.
public struct TOTPSecret: Hashable, Sendable {
    public static let digits = 6
    public static let period: Int64 = 30
    /// RFC 4226 §4, R6 asks for 160 bits.
    static let byteCount = 20

    private let bytes: [UInt8]

    public init(bytes: [UInt8]) { self.bytes = bytes }

    /// The step that an instant falls into, counted from the epoch (RFC 6238 §4.2).
    public static func step(at instant: Instant) -> Int64 {
        let seconds = instant.secondsSinceEpoch
        return seconds >= 0 ? seconds / period : (seconds - period + 1) / period
    }

    /// The code of one step (RFC 4226 §5.3).
    public func code(step: Int64) -> String {
        let counter = UInt64(bitPattern: step)
        let message = (0..<8).map { UInt8(truncatingIfNeeded: counter >> UInt64(56 - 8 * $0)) }
        let mac = Array(
            HMAC<Insecure.SHA1>.authenticationCode(for: message, using: SymmetricKey(data: bytes)))
        // Dynamic truncation: the last four bits say where to read.
        let offset = Int(mac[mac.count - 1] & 0xF)
        let word = mac[offset..<(offset + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let digits = String(word % 1_000_000)
        return String(repeating: "0", count: Self.digits - digits.utf8.count) + digits
    }

    public func code(at instant: Instant) -> String { code(step: Self.step(at: instant)) }

    /// The step whose code this is, the present one first; nil when none of those within `tolerance` steps fits.
    ///
    /// - Complexity: all candidates are compared, each in constant time.
    func step(of candidate: String, at instant: Instant, tolerance: Int64) -> Int64? {
        let present = Self.step(at: instant)
        let typed = Array(candidate.utf8)
        var found: Int64?
        for distance in 0...max(tolerance, 0) {
            for step in distance == 0 ? [present] : [present - distance, present + distance]
            where constantTimeEqual(Array(code(step: step).utf8), typed) { found = found ?? step }
        }
        return found
    }
}

extension TOTPSecret {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// base32 without padding (RFC 4648 §6), as authenticator apps take it.
    public var base32: String {
        var output: [UInt8] = []
        var buffer: UInt32 = 0
        var bits: UInt32 = 0
        for byte in bytes {
            buffer = (buffer << 8 | UInt32(byte)) & 0xFFFF
            bits += 8
            while bits >= 5 {
                bits -= 5
                output.append(Self.alphabet[Int(buffer >> bits & 31)])
            }
        }
        if bits > 0 { output.append(Self.alphabet[Int(buffer << (5 - bits) & 31)]) }
        return String(decoding: output, as: UTF8.self)
    }

    /// Nil for an empty text and for characters outside the alphabet; small letters and padding are taken.
    public init?(base32 text: String) {
        var output: [UInt8] = []
        var buffer: UInt32 = 0
        var bits: UInt32 = 0
        for byte in text.utf8 where byte != UInt8(ascii: "=") {
            let upper = byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") ? byte & 0xDF : byte
            guard let value = Self.alphabet.firstIndex(of: upper) else { return nil }
            buffer = (buffer << 5 | UInt32(value)) & 0xFFFF
            bits += 5
            if bits >= 8 {
                bits -= 8
                output.append(UInt8(truncatingIfNeeded: buffer >> bits))
            }
        }
        guard !output.isEmpty else { return nil }
        bytes = output
    }
}

extension TOTPSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<redacted>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
