import CCurl
@testable import HTTPLoader
import Reasons
import Testing

@Suite("What libcurl's codes mean", .timeLimit(.minutes(5)))
struct CurlCodeTests {
    @Test(
        arguments: [
            (CURLE_COULDNT_CONNECT, .couldNotConnect),
            (CURLE_COULDNT_RESOLVE_HOST, .hostNotFound),
            (CURLE_OPERATION_TIMEDOUT, .timedOut),
            (CURLE_PARTIAL_FILE, .connectionLost),
            (CURLE_GOT_NOTHING, .connectionLost),
            (CURLE_RECV_ERROR, .connectionLost),
            (CURLE_SEND_ERROR, .connectionLost),
            (CURLE_HTTP2_STREAM, .connectionLost),
            (CURLE_SSL_CONNECT_ERROR, .tlsFailed),
            (CURLE_PEER_FAILED_VERIFICATION, .tlsUntrusted),
            (CURLE_SSL_CACERT_BADFILE, .tlsUntrusted),
            (CURLE_UNSUPPORTED_PROTOCOL, .unsupportedScheme),
            (CURLE_WEIRD_SERVER_REPLY, .malformedResponse),
            (CURLE_BAD_CONTENT_ENCODING, .brokenEncoding),
            (CURLE_FAILED_INIT, .other),
            (CURLcode(rawValue: 100), .tooLarge),  // newer than this header may be
            (CURLcode(rawValue: 60_000), .other),  // from a version to come
        ] as [(CURLcode, TransportReason)])
    func codesBecomeReasons(code: CURLcode, expected: TransportReason) {
        #expect(TransportReason(code) == expected)
    }

    @Test func whatElseIsKnownDecides() {
        #expect(TransportReason(CURLE_PEER_FAILED_VERIFICATION, isChainTrusted: true) == .tlsHostMismatch)
        #expect(TransportReason(CURLE_UNSUPPORTED_PROTOCOL, isConnected: true) == .malformedResponse)
    }

    /// Two runs that fail alike say the same, however long it took.
    @Test(arguments: [
        ("Failed to connect to a.test port 1 after 12 ms: refused", "Failed to connect to a.test port 1: refused"),
        ("Operation timed out after 1003 milliseconds with 0 bytes", "Operation timed out with 0 bytes"),
        ("Connection timed out after 3 ms", "Connection timed out"), ("after all 3 ms", "after all 3 ms"),
        ("closed after 2 bytes", "closed after 2 bytes"), ("after", "after"), ("", ""),
    ])
    func wordsHaveNoDuration(words: String, expected: String) {
        #expect(CurlFailure.withoutDuration(words) == expected)
    }

    @Test func unknownCodesAreValues() {
        #expect(CurlFailure(CURLcode(rawValue: 60_000)).code == 60_000)
        #expect(!CurlFailure(CURLcode(rawValue: 60_000)).words.isEmpty)
        #expect(CurlFailure(CURLMcode(rawValue: -77)).code == UInt32(bitPattern: -77))
    }
}
