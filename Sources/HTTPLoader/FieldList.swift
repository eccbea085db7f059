import CCurl

/// Sole owner of a list of header lines in libcurl's form; freed exactly once.
struct FieldList: ~Copyable {
    private(set) var raw: UnsafeMutablePointer<curl_slist>?
    private var line: [UInt8] = []

    init() {}

    deinit { curl_slist_free_all(raw) }

    /// `Name: value`; an empty value has to be written `Name;` for libcurl to send it.
    mutating func append(_ field: HTTPHeaders.Field) throws(CurlFailure) {
        line.removeAll(keepingCapacity: true)
        line.append(contentsOf: field.name.utf8)
        if field.value.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
            line.append(UInt8(ascii: ";"))
        } else {
            line.append(UInt8(ascii: ":"))
            line.append(0x20)
            line.append(contentsOf: field.value)
        }
        try appendLine()
    }

    /// Keeps libcurl from sending a field of its own choice.
    mutating func suppress(_ name: String) throws(CurlFailure) {
        line.removeAll(keepingCapacity: true)
        line.append(contentsOf: name.utf8)
        line.append(UInt8(ascii: ":"))
        try appendLine()
    }

    private mutating func appendLine() throws(CurlFailure) {
        line.append(0)
        let longer = line.withUnsafeBytes { bytes in
            curl_slist_append(raw, bytes.assumingMemoryBound(to: CChar.self).baseAddress)
        }
        guard let longer else { throw CurlFailure(CURLE_OUT_OF_MEMORY) }
        raw = longer
    }
}
