import BridgePrimitives
import BridgeTrace

/// Stands something in for each secret of a recording, of the same form, so that jars and readers of tokens decide as they
/// did: letters and digits are others, what else a value has stays, a token keeps who made it for whom and its times.
///
/// The same value has the same stand-in, and nothing of the value is in it: two recordings cannot be joined by them.
struct CaptureStandIns {
    private let masking: Masking
    private var known: [String: String] = [:]
    private var taken: Set<String> = []
    private var random: SeededGenerator

    /// - Parameter seed: of the letters; any will do.
    init(seed: UInt64, masking: Masking) { (random, self.masking) = (SeededGenerator(seed: seed), masking) }

    /// Of a value: a token, or what must be taken for a secret since nobody says what it is.
    mutating func value(_ value: String) -> String {
        guard !value.isEmpty else { return "" }
        if let known = known[value] { return known }
        var standIn = token(value) ?? opaque(value)
        // Short values have few others; which of two was sent must be seen all the same.
        for _ in 0..<8 where standIn == value || taken.contains(standIn) { standIn = opaque(value) }
        known[value] = standIn
        taken.insert(standIn)
        return standIn
    }

    /// Whether a text may stay: nothing in it looks like a secret or an e-mail address.
    func isHarmless(_ text: String) -> Bool {
        !text.contains("@") && !text.lowercased().contains("%40") && masking.text(text).text == text
            && masking.url("https://host/" + text).text == "https://host/" + text
    }

    /// Whether a text is a value that something stands in for, and long enough not to be so by chance.
    func isSecret(_ text: String) -> Bool { text.utf8.count >= 8 && known[text] != nil }

    /// A text that is needed as it is, where it may stay.
    mutating func needed(_ text: String) -> String { isHarmless(text) ? text : value(text) }

    // MARK: - Values of no known form

    /// By which Google's opaque tokens are known.
    private static let prefixes = ["ya29.", "AMf-"]

    private mutating func opaque(_ value: String) -> String {
        let prefix = Self.prefixes.first(where: value.hasPrefix) ?? ""
        var output = prefix
        for scalar in value.dropFirst(prefix.count).unicodeScalars {
            switch scalar {
            case "0"..."9": output.unicodeScalars.append(letter(in: "0123456789"))
            case "a"..."z": output.unicodeScalars.append(letter(in: "abcdefghijklmnopqrstuvwxyz"))
            case "A"..."Z": output.unicodeScalars.append(letter(in: "ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
            case _ where scalar.value >= 0x80: output += "é"
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }

    private mutating func letter(in alphabet: String) -> Unicode.Scalar {
        let scalars = Array(alphabet.unicodeScalars)
        return scalars[Int(random.next() % UInt64(scalars.count))]
    }

    // MARK: - Tokens

    /// Nil for what is no JWT.
    private mutating func token(_ value: String) -> String? {
        let parts = value.split(separator: ".", omittingEmptySubsequences: false).map { Array($0.utf8) }
        guard parts.count == 3, let header = Self.object(parts[0]), let payload = Self.object(parts[1]) else {
            return nil
        }
        let head = self.header(header)
        let body = self.payload(payload, length: parts[1].count)
        return [head, body, signature(of: parts[2].count)].joined(separator: ".")
    }

    private static func object(_ part: [UInt8]) -> JSONObject? {
        Base64URL.decode(part[...]).flatMap { try? JSONValue(parsing: $0) }?.objectValue
    }

    private mutating func header(_ header: JSONObject) -> String {
        var kept = JSONObject()
        for name in ["alg", "typ"] {
            if let text = header[name]?.stringValue { kept[name] = .string(needed(text)) }
        }
        if let key = header["kid"]?.stringValue { kept["kid"] = .string(value(key)) }
        return Base64URL.encode(JSONValue.object(kept).bytes())
    }

    /// - Parameter length: of the part that it stands for; this one is at most four bytes shorter, unless it must be longer.
    private mutating func payload(_ payload: JSONObject, length: Int) -> String {
        var kept = JSONObject()
        for name in ["iat", "exp", "nbf", "auth_time"] { kept[name] = payload[name].flatMap(Self.number) }
        for name in ["iss", "aud"] {
            if let text = payload[name]?.stringValue { kept[name] = .string(party(text)) }
        }
        for name in ["sub", "uid", "user_id"] {
            guard let text = payload[name]?.stringValue else { continue }
            // A custom token is by whom it is about: a service account.
            kept[name] = .string(text == payload["iss"]?.stringValue ? party(text) : value(text))
        }
        let bare = Base64URL.encode(JSONValue.object(kept).bytes())
        let missing = (length - bare.utf8.count) * 3 / 4 - #","etc":"""#.utf8.count
        guard missing > 0 else { return bare }
        kept["etc"] = .string(String(repeating: "x", count: missing))
        return Base64URL.encode(JSONValue.object(kept).bytes())
    }

    private static func number(_ value: JSONValue) -> JSONValue? {
        switch value {
        case .integer, .number: value
        default: nil
        }
    }

    /// An issuer or an audience, which tell kind and project: a service account's project stays, its name does not.
    private mutating func party(_ text: String) -> String {
        guard let at = text.lastIndex(of: "@") else { return needed(text) }
        let domain = String(text[text.index(after: at)...])
        guard domain.hasSuffix(".iam.gserviceaccount.com"), isHarmless(domain) else { return value(text) }
        return value(String(text[..<at])) + "@" + domain
    }

    private mutating func signature(of length: Int) -> String {
        Base64URL.encode((0..<length * 3 / 4).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    }
}
