import CCurl
import Reasons

/// A call into libcurl that did not succeed; codes that this version does not know travel as values.
struct CurlFailure: Error, Equatable {
    let code: UInt32
    let words: String

    init(_ code: CURLcode) {
        self.code = code.rawValue
        words = curl_easy_strerror(code).map { String(cString: $0) } ?? "code \(code.rawValue)"
    }

    init(_ code: CURLMcode) {
        self.code = UInt32(bitPattern: code.rawValue)
        words = curl_multi_strerror(code).map { String(cString: $0) } ?? "code \(code.rawValue)"
    }

    /// A call of the system that failed on libcurl's behalf.
    init(systemError code: Int32) { (self.code, words) = (UInt32(bitPattern: code), "system error \(code)") }

    /// libcurl's words for a failure without how long it took: `after 3 ms` is no part of a reason, and two runs that fail
    /// alike are to say the same.
    static func withoutDuration(_ words: String) -> String {
        let parts = words.split(separator: " ", omittingEmptySubsequences: false)
        for start in parts.indices.dropLast(2) where parts[start] == "after" && Int(parts[start + 1]) != nil {
            let unit = parts[start + 2].prefix { $0.isLetter }
            guard unit == "ms" || unit == "milliseconds" else { continue }
            let rest = parts[start + 2].dropFirst(unit.count)
            return (parts[..<start].joined(separator: " ") + rest)
                + parts[(start + 3)...].map { " " + $0 }.joined()
        }
        return words
    }

    func transportFailure(for url: WebURL) -> TransportFailure {
        TransportFailure(.other, cause: "\(url.hostAndPort): \(words)")
    }
}

/// The one place where codes of easy handles are looked at.
func check(_ code: CURLcode) throws(CurlFailure) {
    guard code == CURLE_OK else { throw CurlFailure(code) }
}

/// The one place where codes of the multi handle are looked at.
func check(_ code: CURLMcode) throws(CurlFailure) {
    guard code == CURLM_OK else { throw CurlFailure(code) }
}

extension TransportReason {
    /// What the code of a finished transfer means.
    ///
    /// - Parameters:
    ///   - isChainTrusted: whether the certificate's chain was found good, which leaves the name as the fault.
    ///   - isConnected: whether a connection had come about.
    ///   - words: libcurl's and the TLS library's; the alert of a server that wants a certificate has no code of its own.
    init(_ code: CURLcode, isChainTrusted: Bool = false, isConnected: Bool = false, words: String = "") {
        self =
            switch code {
            case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_SSL_CONNECT_ERROR:
                if words.contains("certificate required") {
                    .certificateWanted
                } else {
                    code == CURLE_SSL_CONNECT_ERROR ? .tlsFailed : .connectionLost
                }
            case CURLE_COULDNT_CONNECT: .couldNotConnect
            case CURLE_COULDNT_RESOLVE_HOST: .hostNotFound
            case CURLE_PEER_FAILED_VERIFICATION: isChainTrusted ? .tlsHostMismatch : .tlsUntrusted
            case CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS: .tlsUntrusted
            case CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM: .tlsFailed
            case CURLE_OPERATION_TIMEDOUT: .timedOut
            case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_HTTP2, CURLE_HTTP2_STREAM:
                .connectionLost
            case CURLE_WEIRD_SERVER_REPLY: .malformedResponse
            case CURLE_BAD_CONTENT_ENCODING: .brokenEncoding
            // WebURL lets http and https through only: on a connection this is an answer that is not HTTP/1.0 or later.
            case CURLE_UNSUPPORTED_PROTOCOL: isConnected ? .malformedResponse : .unsupportedScheme
            // A single field over libcurl's own 100 KiB is "out of memory" before 8.6 and "too large" from then on.
            case CURLE_OUT_OF_MEMORY, CURLE_FILESIZE_EXCEEDED: .tooLarge
            default: code.rawValue == 100 ? .tooLarge : .other
            }
    }
}
