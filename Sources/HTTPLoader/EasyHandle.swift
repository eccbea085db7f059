import BridgePrimitives
import CCurl

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// Sole owner of one easy handle and of all that it points at; used for one transfer after another.
///
/// A class because libcurl's callbacks point at it. Lives on the loop's thread only; the callbacks run there too,
/// inside `curl_multi_perform`.
final class EasyHandle {
    let raw: UnsafeMutableRawPointer
    private let errorWords: UnsafeMutablePointer<CChar>
    private let limits: TransportLimits
    private var fields = FieldList()
    /// What the handle is set to: options that stay as they are need not be said again.
    private var settings: Settings?
    private var head: [UInt8] = []
    private var body: [UInt8] = []
    /// What was larger than allowed, when a callback ended the transfer for that.
    private var excess: String?
    private var lastPeer = Peer()

    private struct Settings {
        var method: String, url: WebURL, headers: HTTPHeaders, hasBody: Bool
    }

    private struct Peer {
        var address: [CChar] = [], port = 0, text = ""
    }

    init(trust: TrustedCertificates, limits: TransportLimits) throws(CurlFailure) {
        guard let raw = curl_easy_init() else { throw CurlFailure(CURLE_FAILED_INIT) }
        self.raw = raw
        self.limits = limits
        errorWords = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorWords.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        try setFixedOptions()
        try setTrust(trust)
    }

    deinit {
        curl_easy_cleanup(raw)
        errorWords.deallocate()
    }

    /// Loads a request into the handle.
    func prepare(_ request: HTTPRequest) throws(CurlFailure) {
        errorWords.pointee = 0
        excess = nil
        head.removeAll(keepingCapacity: true)
        let previous = settings
        settings = nil  // until all is set, nothing is known of the handle
        let hasBody = request.body != nil || ["POST", "PUT", "PATCH"].contains(request.method)
        if previous?.url != request.url { try check(ccurl_setopt_string(raw, CURLOPT_URL, request.url.string)) }
        if hasBody || previous?.hasBody != hasBody || previous?.method != request.method {
            try setMethod(of: request, hasBody: hasBody)
        }
        if previous?.hasBody != hasBody || previous?.headers != request.headers {
            try setFields(of: request, hasBody: hasBody)
        }
        settings = Settings(method: request.method, url: request.url, headers: request.headers, hasBody: hasBody)
    }

    /// What came of the request; leaves the handle ready for the next one.
    func finish(_ request: HTTPRequest, code: CURLcode) -> Result<Exchange, TransportFailure> {
        defer { forget() }
        guard code == CURLE_OK else { return .failure(failure(code, of: request)) }
        return .success(exchange(for: request, body: body))
    }

    /// The response without its body; nil until its head is there.
    func begun(_ request: HTTPRequest) -> Exchange? {
        let lineEnds: [[UInt8]] = [Array("\r\n\r\n".utf8), Array("\n\n".utf8)]
        // Interim responses have heads of their own.
        guard long(CURLINFO_RESPONSE_CODE) >= 200, lineEnds.contains(where: { head.suffix($0.count) == $0[...] }) else {
            return nil
        }
        return exchange(for: request, body: [])
    }

    private func exchange(for request: HTTPRequest, body: [UInt8]) -> Exchange {
        let response = HTTPResponse(
            status: Int(long(CURLINFO_RESPONSE_CODE)), headers: ResponseHead.fields(in: head), body: body,
            httpVersion: httpVersion)
        return Exchange(request: request, response: response, timings: timings, remoteAddress: remoteAddress)
    }

    /// Lets go of what belongs to the last request.
    func forget() {
        body = []
        if settings?.hasBody == true { _ = ccurl_setopt_string(raw, CURLOPT_COPYPOSTFIELDS, nil) }
    }
}

// MARK: - Options

extension EasyHandle {
    /// Off: cookies, redirects, netrc (libcurl's defaults), proxies from the environment, signals.
    private func setFixedOptions() throws(CurlFailure) {
        let owner = Unmanaged.passUnretained(self).toOpaque()
        try check(ccurl_setopt_pointer(raw, CURLOPT_ERRORBUFFER, errorWords))
        try check(ccurl_setopt_pointer(raw, CURLOPT_WRITEDATA, owner))
        try check(ccurl_setopt_writer(raw, CURLOPT_WRITEFUNCTION, receiveBody))
        try check(ccurl_setopt_pointer(raw, CURLOPT_HEADERDATA, owner))
        try check(ccurl_setopt_writer(raw, CURLOPT_HEADERFUNCTION, receiveHead))
        try check(ccurl_setopt_string(raw, CURLOPT_PROXY, ""))
        try check(ccurl_setopt_long(raw, CURLOPT_NOSIGNAL, 1))
        try check(ccurl_setopt_long(raw, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS))
        let connectTimeout = min(max(limits.connectTimeout.wholeMilliseconds, 1), Int64(Int32.max))
        try check(ccurl_setopt_long(raw, CURLOPT_CONNECTTIMEOUT_MS, Int(connectTimeout)))
        // Names are asked for once a connection. libcurl keeps an answer for each port, and looks through all of them for
        // each request: worlds come and go, each on ports of its own.
        try check(ccurl_setopt_long(raw, CURLOPT_DNS_CACHE_TIMEOUT, 0))
        // Without it, giving a transfer up waits for the system's resolver to come back.
        if ccurl_has_quick_exit == 1 { try check(ccurl_setopt_long(raw, ccurl_quick_exit, 1)) }
    }

    private func setTrust(_ trust: TrustedCertificates) throws(CurlFailure) {
        switch trust {
        case .system: break
        case .systemAnd(let pem): try setAuthorities(SystemAuthorities.joined(with: pem))
        case .only(let pem):
            try setAuthorities(pem)
            try check(ccurl_setopt_string(raw, CURLOPT_CAPATH, nil))
        }
    }

    private func setAuthorities(_ pem: [UInt8]) throws(CurlFailure) {
        let code = pem.withUnsafeBytes { bytes in
            var blob = curl_blob(
                data: UnsafeMutableRawPointer(mutating: bytes.baseAddress), len: bytes.count,
                flags: UInt32(CURL_BLOB_COPY))
            return ccurl_setopt_blob(raw, CURLOPT_CAINFO_BLOB, &blob)
        }
        try check(code)
    }

    private func setMethod(of request: HTTPRequest, hasBody: Bool) throws(CurlFailure) {
        let method = request.method
        if hasBody {
            try check(ccurl_setopt_long(raw, CURLOPT_POST, 1))
            try setBody(request.body ?? [])
        } else if method == "HEAD" {
            try check(ccurl_setopt_long(raw, CURLOPT_NOBODY, 1))
        } else {
            try check(ccurl_setopt_long(raw, CURLOPT_HTTPGET, 1))
        }
        let isImplied = method == (hasBody ? "POST" : "GET") || method == "HEAD"
        try check(ccurl_setopt_string(raw, CURLOPT_CUSTOMREQUEST, isImplied ? nil : method))
    }

    /// The size goes first: it says how much is copied. No pointer at all would make libcurl read standard input.
    private func setBody(_ body: [UInt8]) throws(CurlFailure) {
        try check(ccurl_setopt_offset(raw, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
        guard !body.isEmpty else {
            return try check(ccurl_setopt_string(raw, CURLOPT_COPYPOSTFIELDS, ""))
        }
        try check(body.withUnsafeBytes { ccurl_setopt_pointer(raw, CURLOPT_COPYPOSTFIELDS, $0.baseAddress) })
    }

    private func setFields(of request: HTTPRequest, hasBody: Bool) throws(CurlFailure) {
        var list = FieldList()
        var encodings: String?
        var (hasAccept, hasType, hasExpect) = (false, false, false)
        for field in request.headers.fields {
            switch field.name.utf8.count {
            case 15 where HTTPHeaders.areSameName(field.name, "accept-encoding") && encodings == nil:
                // Said to libcurl instead, which then sends the field and decodes the content.
                encodings = field.text
                continue
            case 14 where HTTPHeaders.areSameName(field.name, "content-length"): continue
            case 12 where HTTPHeaders.areSameName(field.name, "content-type"): hasType = true
            case 6 where HTTPHeaders.areSameName(field.name, "accept"): hasAccept = true
            case 6 where HTTPHeaders.areSameName(field.name, "expect"): hasExpect = true
            default: break
            }
            try list.append(field)
        }
        if !hasAccept { try list.suppress("Accept") }
        if hasBody && !hasType { try list.suppress("Content-Type") }
        if hasBody && !hasExpect { try list.suppress("Expect") }
        let wanted = encodings.flatMap { $0.isEmpty ? nil : $0 }
        try check(ccurl_setopt_string(raw, CURLOPT_ACCEPT_ENCODING, wanted))
        try check(ccurl_setopt_list(raw, CURLOPT_HTTPHEADER, list.raw))
        fields = list  // only now, since libcurl points at the old list until here
    }
}

// MARK: - Callbacks

/// Libcurl's callbacks: fewer bytes taken than given ends the transfer.
private let receiveHead: curl_write_callback = { bytes, size, count, owner in
    guard let bytes, let owner else { return 0 }
    return Unmanaged<EasyHandle>.fromOpaque(owner).takeUnretainedValue()
        .takeHead(UnsafeRawBufferPointer(start: bytes, count: size * count))
}

private let receiveBody: curl_write_callback = { bytes, size, count, owner in
    guard let bytes, let owner else { return 0 }
    return Unmanaged<EasyHandle>.fromOpaque(owner).takeUnretainedValue()
        .takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
}

extension EasyHandle {
    fileprivate func takeHead(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard bytes.count <= limits.headerBytes - head.count else {
            excess = "the header section has more than \(limits.headerBytes) bytes"
            return 0
        }
        head.append(contentsOf: bytes)
        return bytes.count
    }

    fileprivate func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        if body.isEmpty {
            let announced = offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
            if announced > limits.bodyBytes {
                excess = "the body is announced with \(announced) bytes, \(limits.bodyBytes) are allowed"
                return 0
            }
            // A peer's number: room is made for a part of it only, the rest as bytes really come.
            body.reserveCapacity(min(max(Int(announced), bytes.count), 1 << 20))
        }
        guard bytes.count <= limits.bodyBytes - body.count else {
            excess = "the body has more than \(limits.bodyBytes) bytes"
            return 0
        }
        body.append(contentsOf: bytes)
        return bytes.count
    }
}

// MARK: - Results

extension EasyHandle {
    private func failure(_ code: CURLcode, of request: HTTPRequest) -> TransportFailure {
        let (place, begun) = (request.url.hostAndPort, begun(request))
        if let excess { return TransportFailure(.tooLarge, cause: "\(place): \(excess)", begun: begun) }
        // OpenSSL's codes for faults of a chain begin at 2; libcurl's own 1 says that no such fault was found before
        // the name was compared.
        let isChainTrusted = (0...1).contains(long(CURLINFO_SSL_VERIFYRESULT))
        let words =
            errorWords.pointee == 0
            ? CurlFailure(code).words : CurlFailure.withoutDuration(String(cString: errorWords))
        let reason = TransportReason(
            code, isChainTrusted: isChainTrusted, isConnected: offset(CURLINFO_CONNECT_TIME_T) > 0, words: words)
        // Libcurl's words for it are those of a lack of memory.
        guard reason != .tooLarge else {
            return TransportFailure(reason, cause: "\(place): a header is longer than libcurl takes", begun: begun)
        }
        return TransportFailure(reason, cause: "\(place): \(words)", begun: begun)
    }

    private var httpVersion: String {
        switch long(CURLINFO_HTTP_VERSION) {
        case CURL_HTTP_VERSION_1_0: "HTTP/1.0"
        case CURL_HTTP_VERSION_2_0: "HTTP/2"
        case CURL_HTTP_VERSION_3: "HTTP/3"
        default: "HTTP/1.1"
        }
    }

    private var timings: Timings {
        let time: (CURLINFO) -> Duration = { .microseconds(self.offset($0)) }
        return Timings(
            nameLookup: time(CURLINFO_NAMELOOKUP_TIME_T), connect: time(CURLINFO_CONNECT_TIME_T),
            tls: time(CURLINFO_APPCONNECT_TIME_T), firstByte: time(CURLINFO_STARTTRANSFER_TIME_T),
            total: time(CURLINFO_TOTAL_TIME_T))
    }

    private var remoteAddress: String {
        var address: UnsafePointer<CChar>?
        guard ccurl_getinfo_string(raw, CURLINFO_PRIMARY_IP, &address) == CURLE_OK, let address,
            address.pointee != 0
        else { return "" }
        let port = long(CURLINFO_PRIMARY_PORT)
        let bytes = UnsafeBufferPointer(start: address, count: strlen(address) + 1)
        if lastPeer.port == port && bytes.elementsEqual(lastPeer.address) { return lastPeer.text }
        let text = String(cString: address)
        let isIPv6 = text.utf8.contains(UInt8(ascii: ":"))
        lastPeer = Peer(address: Array(bytes), port: port, text: isIPv6 ? "[\(text)]:\(port)" : "\(text):\(port)")
        return lastPeer.text
    }

    /// Zero for what this version of libcurl does not tell.
    private func long(_ info: CURLINFO) -> Int {
        var value = 0
        return ccurl_getinfo_long(raw, info, &value) == CURLE_OK ? value : 0
    }

    private func offset(_ info: CURLINFO) -> Int64 {
        var value: curl_off_t = 0
        return ccurl_getinfo_offset(raw, info, &value) == CURLE_OK ? Int64(value) : 0
    }
}
