import BridgePrimitives
import Crypto
import Synchronization

/// Text in which no secret stands, unless the user asked for secrets: only ``Masking`` makes one.
public struct MaskedText: Hashable, Sendable, CustomStringConvertible {
    public let text: String
    fileprivate init(_ text: String) { self.text = text }
    public var description: String { text }
}

/// The one place where secrets are hidden from output, reports, traces, logs and pages.
///
/// A secret prints as a short fingerprint, so that two sightings of it can be told to be the same, and, if it is
/// a token, its kind, subject and expiry. Each secret that was masked once is also found in free text later
/// (an exception's message, say).
public final class Masking: Sendable {
    public enum Policy: Sendable {
        case fingerprints
        /// The user asked for it with `--show-secrets`.
        case revealed
    }

    private let policy: Policy
    private let known = Mutex<KnownSecrets>(KnownSecrets())

    public init(_ policy: Policy) { self.policy = policy }

    /// The value of a cookie, or a token by itself.
    public func secret(_ value: String) -> MaskedText {
        if policy == .revealed { return MaskedText(value) }
        if value.isEmpty { return MaskedText("(empty)") }
        if let shown = known.withLock({ $0.replacement(of: value) }) { return MaskedText(shown) }
        let shown = Self.replacement(for: value)
        known.withLock { $0.insert(value, shownAs: shown) }
        return MaskedText(shown)
    }

    /// A password: not even a fingerprint, because passwords can be guessed.
    public func password(_ value: String) -> MaskedText {
        if policy == .revealed { return MaskedText(value) }
        known.withLock { $0.insert(value, shownAs: "<password>") }
        return MaskedText("<password>")
    }

    /// Free text: known secrets, and whatever looks like a JWT, are replaced.
    ///
    /// - Complexity: O(n) in the length, as long as few secrets begin with the same eight bytes as the text has.
    public func text(_ text: String) -> MaskedText {
        if policy == .revealed { return MaskedText(text) }
        return MaskedText(Self.hidingTokens(in: known.withLock { $0.hiding(in: text) }))
    }

    /// A URL: as free text, and user information and values of query items whose names speak of secrets go too.
    public func url(_ url: String) -> MaskedText {
        if policy == .revealed { return MaskedText(url) }
        return text(Self.hidingCredentials(in: url))
    }

    /// Text of our own making that holds no secret; a promise of the caller's.
    public func plain(_ text: StaticString) -> MaskedText { MaskedText(text.description) }

    // MARK: - How a secret looks

    private static func replacement(for value: String) -> String {
        let mark = fingerprint(of: value)
        guard let claims = claims(of: value) else {
            let count = value.utf8.count
            return "<\(count) byte\(count == 1 ? "" : "s") #\(mark)>"
        }
        return "<\(claims) #\(mark)>"
    }

    /// Six hexadecimal digits of SHA-256: enough to tell sightings apart, far too few to find the value.
    private static func fingerprint(of value: String) -> String {
        Hexadecimal.text(SHA256.hash(data: Array(value.utf8)).prefix(3))
    }

    /// Kind, subject and expiry of a JWT; nil for anything else.
    private static func claims(of value: String) -> String? {
        let segments = value.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard segments.count == 3, let payload = Base64URL.decode(segments[1]),
            let claims = try? JSONValue(parsing: payload), claims.objectValue != nil
        else { return nil }
        let audience = claims["aud"]?.stringValue ?? ""
        let kind = audience.hasPrefix("https://identitytoolkit.") ? "custom token" : "ID token"
        let subject = claims["uid"]?.stringValue ?? claims["sub"]?.stringValue ?? "?"
        let expiry = claims["exp"]?.integerValue.map {
            " exp=" + Instant(secondsSinceEpoch: $0).rfc3339.prefix(19) + "Z"
        }
        return "\(kind) uid=\(subject)\(expiry ?? "")"
    }

    // MARK: - Finding secrets in text

    /// Replaces each run of three base64url segments whose first begins a JSON object (`eyJ`).
    private static func hidingTokens(in text: String) -> String {
        let bytes = Array(text.utf8)
        guard bytes.count > 20 else { return text }
        var output: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let isStart = bytes[index...].starts(with: "eyJ".utf8) && (index == 0 || !isTokenByte(bytes[index - 1]))
            guard isStart else {
                output.append(bytes[index])
                index += 1
                continue
            }
            var end = index
            while end < bytes.count, isTokenByte(bytes[end]) || bytes[end] == UInt8(ascii: ".") { end += 1 }
            let run = String(decoding: bytes[index..<end], as: UTF8.self)
            output.append(contentsOf: (run.utf8.contains(UInt8(ascii: ".")) ? replacement(for: run) : run).utf8)
            index = end
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static let secretQueryNames: Set<String> = [
        "token", "customtoken", "idtoken", "id_token", "access_token", "refresh_token", "code", "oobcode", "password",
        "key", "apikey", "session", "sid", "auth",
    ]

    private static func hidingCredentials(in url: String) -> String {
        var head = url[...]
        var tail = ""[...]
        if let mark = url.utf8.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) {
            (head, tail) = (url[..<mark], url[mark...])
        }
        return hidingUserInformation(in: String(head)) + hidingValues(in: tail)
    }

    private static func hidingUserInformation(in head: String) -> String {
        let bytes = Array(head.utf8)
        let slash = UInt8(ascii: "/")
        guard let authority = (0..<max(bytes.count - 2, 0)).first(where: { bytes[$0...].starts(with: "://".utf8) })
        else { return head }
        let start = authority + 3
        let end = bytes[start...].firstIndex(of: slash) ?? bytes.count
        guard let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) else { return head }
        return String(decoding: bytes[..<start] + "<user information>".utf8 + bytes[at...], as: UTF8.self)
    }

    private static func hidingValues(in tail: Substring) -> String {
        let separators: Set<UInt8> = [UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "&")]
        var output = ""
        var rest = tail.utf8[...]
        while let first = rest.first {
            var end = rest.dropFirst().firstIndex { separators.contains($0) } ?? rest.endIndex
            if !separators.contains(first) { end = rest.firstIndex { separators.contains($0) } ?? rest.endIndex }
            let item = rest[..<end]
            rest = rest[end...]
            let name = item.drop { separators.contains($0) }.prefix { $0 != UInt8(ascii: "=") }
            if secretQueryNames.contains(ASCIIText.lowercased(name)),
                let equals = item.firstIndex(of: UInt8(ascii: "="))
            {
                let value = String(decoding: item[item.index(after: equals)...], as: UTF8.self)
                output +=
                    String(decoding: item[...equals], as: UTF8.self) + (value.isEmpty ? "" : replacement(for: value))
            } else {
                output += String(decoding: item, as: UTF8.self)
            }
        }
        return output
    }
}
