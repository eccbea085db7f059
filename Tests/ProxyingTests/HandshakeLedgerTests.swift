@testable import Proxying
import Reasons
import Testing

@Suite("What handshakes tell", .timeLimit(.minutes(5)))
struct HandshakeLedgerTests {
    private typealias Step = (end: HandshakeEnd, host: String, told: ProxyReason?)

    /// Each row is one phone: the handshakes in order, and what is told at each.
    @Test(
        arguments: [
            // It does not trust the authority; each host is told once
            [
                (.certificateRefused, "a.example", .authorityNotTrusted), (.certificateRefused, "a.example", nil),
                (.certificateRefused, "b.example", .authorityNotTrusted),
            ],
            // One host alone is refused: an app pins its certificate
            [
                (.completed, "a.example", nil), (.certificateRefused, "bank.example", .certificatePinned),
                (.certificateRefused, "bank.example", nil), (.completed, "a.example", nil),
            ],
            // The authority comes to be trusted, and then the pinned host is told anew
            [
                (.certificateRefused, "bank.example", .authorityNotTrusted), (.completed, "a.example", nil),
                (.certificateRefused, "bank.example", .certificatePinned),
            ],
            // Whoever leaves once may have changed its mind
            [
                (.completed, "a.example", nil), (.left, "bank.example", nil),
                (.left, "bank.example", .certificatePinned),
            ],
            [(.left, "a.example", nil), (.left, "b.example", nil), (.left, "a.example", .authorityNotTrusted)],
            // A host whose handshakes succeed is left for other reasons
            [
                (.completed, "a.example", nil), (.left, "a.example", nil), (.left, "a.example", nil),
                (.left, "a.example", nil),
            ],
            // A handshake between two departures says that the first was no refusal
            [
                (.left, "a.example", nil), (.completed, "a.example", nil), (.left, "a.example", nil),
                (.left, "a.example", nil),
            ],
            // A host that was trusted once pins nothing, whether or not others succeed too
            [
                (.completed, "a.example", nil), (.certificateRefused, "a.example", .handshakeFailed),
                (.certificateRefused, "a.example", nil), (.completed, "a.example", nil),
                (.certificateRefused, "a.example", nil),
            ],
            [
                (.completed, "a.example", nil), (.completed, "b.example", nil),
                (.certificateRefused, "a.example", .handshakeFailed),
                (.certificateRefused, "bank.example", .certificatePinned),
            ],
            [
                (.certificateRefused, "a.example", .authorityNotTrusted), (.completed, "a.example", nil),
                (.certificateRefused, "a.example", .handshakeFailed), (.failed, "a.example", nil),
            ],
            [(.timedOut, "a.example", nil), (.timedOut, "a.example", nil)],
            [(.failed, "a.example", .handshakeFailed), (.failed, "a.example", nil)],
        ] as [[(HandshakeEnd, String, ProxyReason?)]])
    func isDecidedFromAllOfAClient(steps: [(HandshakeEnd, String, ProxyReason?)]) {
        var ledger = HandshakeLedger()
        for (index, (end, host, told)) in steps.enumerated() {
            #expect(ledger.note(end, of: host, by: "192.168.1.23") == told, "step \(index)")
        }
    }

    @Test func oneDevicesTrustIsNotAnothers() {
        var ledger = HandshakeLedger()
        _ = ledger.note(.completed, of: "a.example", by: "192.168.1.23")
        #expect(ledger.note(.certificateRefused, of: "a.example", by: "192.168.1.24") == .authorityNotTrusted)
    }

    @Test(
        arguments: [
            (
                "handshakeFailed(sslError([Error: 268436504 error:10000418:…:TLSV1_ALERT_UNKNOWN_CA]))",
                .certificateRefused
            ),
            ("handshakeFailed(sslError([… SSLV3_ALERT_BAD_CERTIFICATE]))", .certificateRefused),
            ("handshakeFailed(sslError([… SSLV3_ALERT_CERTIFICATE_UNKNOWN]))", .certificateRefused),
            (
                "handshakeFailed(sslError([… BAD_PACKET_LENGTH …, … DECRYPTION_FAILED_OR_BAD_RECORD_MAC]))",
                .certificateRefused
            ),
            ("uncleanShutdown", .left), ("handshakeFailed(eofDuringHandshake)", .left),
            ("handshakeFailed(sslError([… UNSUPPORTED_PROTOCOL]))", .failed),
            ("handshakeFailed(sslError([… NO_SHARED_CIPHER]))", .failed), ("", .failed),
        ] as [(String, HandshakeEnd)])
    func anEndIsReadFromItsWords(words: String, end: HandshakeEnd) { #expect(HandshakeEnd(words) == end) }
}
