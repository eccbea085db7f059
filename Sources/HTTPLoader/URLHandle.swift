import BridgePrimitives
import CCurl

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// Sole owner of one handle of libcurl's URL API; freed exactly once.
struct URLHandle: ~Copyable {
    private let raw: OpaquePointer

    /// Throws ``URLRefusal`` when memory for a handle is not to be had.
    init() throws(URLRefusal) {
        guard let raw = curl_url() else { throw URLRefusal(CURLUE_OUT_OF_MEMORY) }
        self.raw = raw
    }

    deinit { curl_url_cleanup(raw) }

    /// Parses an absolute URL. Spaces are let through, since callers encode them afterwards.
    func parse(_ text: String, takingUserInformation: Bool) throws(URLRefusal) {
        let flags = takingUserInformation ? CURLU_ALLOW_SPACE : CURLU_DISALLOW_USER | CURLU_ALLOW_SPACE
        try check(curl_url_set(raw, CURLUPART_URL, text, UInt32(flags)))
    }

    /// The host as the URL standard's host parser has it: lower-case, with IPv4 and IPv6 in their usual spelling and
    /// international names as `xn--` labels.
    func host() throws(URLRefusal) -> String {
        var host = try part(CURLUPART_HOST) ?? ""
        if host.utf8.contains(where: { $0 >= 0x80 }) {
            host = try withUTF8Locale { () throws(URLRefusal) in
                try part(CURLUPART_HOST, flags: UInt32(CURLU_PUNYCODE)) ?? ""
            }
            // Of an international name nothing may be left, or characters that no host has: it is looked at once more.
            let again = try URLHandle()
            try again.parse("http://\(host)/", takingUserInformation: false)
            guard try again.part(CURLUPART_HOST) == host else { throw URLRefusal(CURLUE_BAD_HOSTNAME) }
        }
        host = ASCIIText.lowercased(host)
        // What libcurl lets through and browsers do not: what an escape hid, or a number that is no address.
        guard host.utf8.first == UInt8(ascii: "[") || host.utf8.allSatisfy(Self.isInName) else {
            throw URLRefusal(CURLUE_BAD_HOSTNAME)
        }
        guard IPv4Text.endsInNumber(host) else { return host }
        guard let address = IPv4Text.canonical(host) else { throw URLRefusal(CURLUE_BAD_HOSTNAME) }
        return address
    }

    /// All but the forbidden domain code points (URL standard, "host miscellaneous").
    private static func isInName(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !"#%/:<>?@[\\]^|".utf8.contains(byte)
    }

    /// The port, unless it is the scheme's own.
    func port() throws(URLRefusal) -> Int? {
        try part(CURLUPART_PORT, flags: UInt32(CURLU_NO_DEFAULT_PORT)).flatMap { Int($0) }
    }

    func scheme() throws(URLRefusal) -> String { try part(CURLUPART_SCHEME) ?? "" }
    func path() throws(URLRefusal) -> String { try part(CURLUPART_PATH) ?? "/" }
    func query() throws(URLRefusal) -> String? { try part(CURLUPART_QUERY) }

    private func part(_ part: CURLUPart, flags: UInt32 = 0) throws(URLRefusal) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        let code = curl_url_get(raw, part, &text, flags)
        if [CURLUE_NO_PORT, CURLUE_NO_QUERY, CURLUE_NO_FRAGMENT].contains(code) { return nil }
        try check(code)
        guard let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }

    /// The one place where the URL API's codes are looked at; unknown ones travel as values.
    private func check(_ code: CURLUcode) throws(URLRefusal) {
        guard code == CURLUE_OK else { throw URLRefusal(code) }
    }

    /// libidn2 reads names in the thread's locale, and a process that never called `setlocale` is in "C",
    /// where every name outside ASCII fails. The change is for this thread only, and undone.
    private func withUTF8Locale<Value>(_ body: () throws(URLRefusal) -> Value) throws(URLRefusal) -> Value {
        #if canImport(Darwin)
            let name = "UTF-8"
        #else
            let name = "C.UTF-8"
        #endif
        guard let utf8 = newlocale(Int32(LC_CTYPE_MASK), name, nil) else { return try body() }
        let previous = uselocale(utf8)
        defer {
            _ = uselocale(previous)
            freelocale(utf8)
        }
        return try body()
    }
}

/// What libcurl's URL API had against a text.
struct URLRefusal: Error, Equatable {
    let code: UInt32
    let words: String

    init(_ code: CURLUcode) {
        self.code = code.rawValue
        words = curl_url_strerror(code).map { String(cString: $0) } ?? "code \(code.rawValue)"
    }

    var isAboutCredentials: Bool { code == CURLUE_USER_NOT_ALLOWED.rawValue }
}
