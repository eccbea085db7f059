import BridgePrimitives

/// A media type or range with its parameters, as `Content-Type` and `Accept` have it (RFC 9110 §8.3.1, §12.5.1).
struct MediaType: Hashable, Sendable {
    struct Parameter: Hashable, Sendable {
        /// In lower case.
        let name: String
        /// Without quotes and their escapes.
        let value: String
    }

    /// Type and subtype in lower case: `application/json`, `*/*`.
    let essence: String
    /// In their order, `q` among them.
    let parameters: [Parameter]

    /// Nil for what is none.
    init?(parsing text: String) { self.init(parsing: Array(text.utf8)[...]) }

    private init?(parsing bytes: ArraySlice<UInt8>) {
        let parts = Self.split(bytes, at: UInt8(ascii: ";"))
        let essence = Self.trimmed(parts.first ?? [])
        let names = essence.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard names.count == 2, names.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isTokenByte) }) else { return nil }
        var parameters: [Parameter] = []
        // An empty one, as a semicolon at the end makes it, counts for nothing.
        for part in parts.dropFirst().map(Self.trimmed) where !part.isEmpty {
            guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            let name = part[..<equals]
            guard !name.isEmpty, name.allSatisfy(Self.isTokenByte) else { return nil }
            let value = Self.unquoted(part[equals...].dropFirst())
            parameters.append(
                Parameter(name: ASCIIText.lowercased(name), value: String(decoding: value, as: UTF8.self)))
        }
        (self.essence, self.parameters) = (ASCIIText.lowercased(essence), parameters)
    }

    /// The members of one `Accept` field; what is no media range is passed over.
    static func list(_ field: String) -> [MediaType] {
        split(Array(field.utf8)[...], at: UInt8(ascii: ",")).compactMap(MediaType.init(parsing:))
    }

    /// Splits outside of quoted strings (RFC 9110 §5.6.4).
    private static func split(_ bytes: ArraySlice<UInt8>, at separator: UInt8) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var start = bytes.startIndex
        var isQuoted = false, isEscaped = false
        for index in bytes.indices {
            let byte = bytes[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == separator, !isQuoted {
                parts.append(bytes[start..<index])
                start = index + 1
            }
        }
        return parts + [bytes[start...]]
    }

    private static func unquoted(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let quote = UInt8(ascii: "\"")
        guard bytes.count >= 2, bytes.first == quote, bytes.last == quote else { return Array(bytes) }
        var output: [UInt8] = []
        var isEscaped = false
        for byte in bytes.dropFirst().dropLast() {
            if !isEscaped, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                output.append(byte)
                isEscaped = false
            }
        }
        return output
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
        return bytes
    }

    /// A byte of a token (RFC 9110 §5.6.2).
    static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
