import BridgePrimitives
import BridgeTrace

/// Lines of text with the tokens in them taken apart, as masking writes them, whether they were shown or not:
/// `<session cookie uid=u1 exp=2026-11-22T10:00:00Z #24e705>`.
///
/// A page that asks the backend for its session gets a token of its own. Two that ask in the same second get the same
/// bytes, and a second later others.
struct MintedTokens {
    /// The lines, with each token's kind and user alone.
    private var text: [String] = []
    /// When each token ends, in the order of the text.
    private var expiries: [Instant] = []

    private init(_ lines: [String]) {
        for line in lines {
            text.append(
                Self.masked(line).replacing(Self.shown) { token in
                    guard let expiry = Instant(rfc3339: String(token.output.2)) else { return String(token.output.0) }
                    expiries.append(expiry)
                    return String(token.output.1)
                })
        }
    }

    private static var shown: Regex<(Substring, Substring, Substring)> {
        /<((?:custom token|ID token|session cookie) uid=[^>]*) exp=([^ >]+) #[0-9a-f]+>/
    }

    private static func masked(_ line: String) -> String {
        let masking = Masking(.fingerprints)
        return TokensInText.places(in: line).reduce(into: line) { line, token in
            line.replace(token.text, with: masking.secret(token.text).text)
        }
    }

    /// How far apart two pages' questions may be: a step takes seconds, and a token's life is an hour or more.
    private static let moment = Duration.seconds(60)

    /// Whether two sides' lines differ in nothing but in tokens of the same kind and user that end within a minute of
    /// each other.
    static func areAMomentApart(_ one: [String], _ other: [String]) -> Bool {
        let (one, other) = (Self(one), Self(other))
        guard one.text == other.text, one.expiries.count == other.expiries.count, !one.expiries.isEmpty else {
            return false
        }
        return zip(one.expiries, other.expiries).allSatisfy { max($0, $1) - min($0, $1) < moment }
    }
}
