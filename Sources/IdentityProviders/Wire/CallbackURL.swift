import BridgePrimitives

/// Where a provider sends the browser back to: an `http`, `https` or app scheme URL whose every byte is harmless in a
/// `Location` field, in a policy and in a page.
struct CallbackURL: Hashable, Sendable {
    /// Longest text that is taken, in bytes.
    static let longest = 2048

    enum Fault: Error, Hashable, Sendable {
        case empty, tooLong, forbiddenByte, noScheme, forbiddenScheme, noHost, userInformation, fragment
    }

    enum Place: Sendable { case query, fragment }

    let text: String
    /// What a `form-action` source list needs to let a form or a redirect go there: an origin, or `app:`.
    let policySource: String

    /// - Parameter text: absolute, without a fragment (RFC 6749 §3.1.2), percent-encoded.
    init(_ text: String) throws(Fault) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= Self.longest else { throw .tooLong }
        guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !Self.unsafe.contains($0) }) else { throw .forbiddenByte }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(bytes[..<colon]) else {
            throw .noScheme
        }
        let scheme = ASCIIText.lowercased(bytes[..<colon])
        guard !Self.forbiddenSchemes.contains(scheme) else { throw .forbiddenScheme }
        guard !bytes.contains(UInt8(ascii: "#")) else { throw .fragment }
        if scheme == "http" || scheme == "https" {
            let rest = bytes[(colon + 1)...]
            guard rest.starts(with: "//".utf8) else { throw .noHost }
            let authority = rest.dropFirst(2).prefix { !Self.authorityEnds.contains($0) }
            guard !authority.contains(UInt8(ascii: "@")) else { throw .userInformation }
            guard let first = authority.first, first != UInt8(ascii: ":"), authority.allSatisfy(Self.isHostByte) else {
                throw .noHost
            }
            policySource = "\(scheme)://\(String(decoding: authority, as: UTF8.self))"
        } else {
            policySource = "\(scheme):"
        }
        self.text = text
    }

    /// The URL with `fields` added to its query, or as its fragment.
    func adding(_ fields: [(String, String)], to place: Place) -> String {
        let added = FormBody.text(fields)
        switch place {
        case .fragment: return "\(text)#\(added)"
        case .query: return text + (text.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + added
        }
    }

    /// Would end an attribute, a directive of a policy or an entry of a list.
    private static let unsafe: Set<UInt8> = Set("\"'<>\\^`{}|;,".utf8)
    private static let authorityEnds: Set<UInt8> = Set("/?".utf8)
    /// These run or show what they carry, or lead to files.
    private static let forbiddenSchemes: Set<String> = [
        "javascript", "data", "vbscript", "blob", "file", "about", "filesystem", "ftp", "ws", "wss",
    ]

    private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first, ASCIIText.isLetter(first) else { return false }
        return bytes.allSatisfy { ASCIIText.isLetter($0) || ASCIIText.isDigit($0) || "+-.".utf8.contains($0) }
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        ASCIIText.isLetter(byte) || ASCIIText.isDigit(byte) || "-.:[]_".utf8.contains(byte)
    }
}
