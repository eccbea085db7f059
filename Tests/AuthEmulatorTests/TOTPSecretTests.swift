@testable import AuthEmulator
import BridgePrimitives
import Testing

@Suite("Authenticator codes, RFC 6238", .timeLimit(.minutes(5)))
struct TOTPSecretTests {
    /// The secret of RFC 6238, appendix B: twenty digits as bytes.
    private let secret = TOTPSecret(bytes: Array("12345678901234567890".utf8))

    /// The SHA-1 rows of appendix B, their last six digits.
    @Test(
        arguments: [
            (59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"), (1_234_567_890, "005924"),
            (2_000_000_000, "279037"), (20_000_000_000, "353130"),
        ] as [(Int64, String)])
    func areThoseOfTheRFC(seconds: Int64, code: String) {
        #expect(secret.code(at: Instant(secondsSinceEpoch: seconds)) == code)
    }

    @Test(
        arguments: [
            (0, 0, true), (29, 0, true), (30, 0, false), (30, 1, true), (-1, 0, false), (-1, 1, true),
            (59, 1, true), (60, 1, false), (179, 5, true), (180, 5, false),
        ] as [(Int64, Int64, Bool)])
    func areTakenWithinTheTolerance(later: Int64, tolerance: Int64, isTaken: Bool) {
        let start = Instant(secondsSinceEpoch: 1_795_251_600)
        let step = secret.step(of: secret.code(at: start), at: start + .seconds(later), tolerance: tolerance)
        #expect((step == TOTPSecret.step(at: start)) == isTaken)
    }

    @Test(arguments: ["", "1", "28708", "2870822", "28708\u{0}", "２８７０８２", "287082\r\n"])
    func nothingElseIsTaken(typed: String) {
        #expect(secret.step(of: typed, at: Instant(secondsSinceEpoch: 59), tolerance: 10) == nil)
    }

    /// RFC 4648 §10, without padding.
    @Test(arguments: [
        ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
        ("foobar", "MZXW6YTBOI"), ("12345678901234567890", "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"),
    ])
    func areWrittenInBase32(text: String, base32: String) {
        #expect(TOTPSecret(bytes: Array(text.utf8)).base32 == base32)
        #expect(TOTPSecret(base32: base32) == TOTPSecret(bytes: Array(text.utf8)))
        #expect(TOTPSecret(base32: "\(base32)===") == TOTPSecret(bytes: Array(text.utf8)))
    }

    @Test(arguments: ["", "=", "M", "0", "MZXW1", "MZ XW", "é"])
    func orNotAtAll(base32: String) { #expect(TOTPSecret(base32: base32) == nil) }

    @Test func areNotPrinted() { #expect("\(secret)" == "<redacted>") }
}
