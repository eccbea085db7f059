import BridgePrimitives
import BridgeTrace

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Finds secrets in a command line, and masks them in the messages that quote it.
///
/// A message is masked as any other text is. What is added here is what only the command line shows: which option a
/// value belongs to, and that an argument is a key or a token without a name beside it.
struct TypedSecrets {
    /// Longest first, so that no part of a longer one is replaced before it.
    private let replacements: [(typed: String, shown: String)]
    private let masking: Masking

    /// - Parameters:
    ///   - arguments: without the program's name.
    ///   - masking: nil for what the arguments ask for themselves, by `--show-secrets`.
    init(_ arguments: [String], masking policy: Masking.Policy? = nil) {
        let masking = Masking(policy ?? Self.policy(of: arguments))
        self.masking = masking
        guard !masking.showsSecrets else {
            replacements = []
            return
        }
        var replacements: [String: String] = [:]
        func replace(_ typed: String, by shown: String) {
            guard shown != typed else { return }
            replacements[typed] = shown
            replacements[VisibleText.escaped(typed)] = shown
        }
        var option: String?
        let isOfToken = arguments.first == "token"
        for (index, argument) in arguments.enumerated() {
            let parts = Self.parts(of: argument)
            let owner = parts.option ?? option
            option = parts.value == nil ? parts.option : nil
            // Without a value it may be no option, but a value that begins with a dash.
            let isValue = parts.value != nil || parts.option == nil
            let value = parts.value ?? String(argument.drop { $0 == "-" })
            guard !value.isEmpty else { continue }
            let shown = Self.shown(value, of: isValue ? owner : nil, masking)
            replace(value, by: shown)
            for piece in Self.secretPieces(of: value) { replace(piece, by: masking.secret(piece).text) }
            // What follows `token` and its verbs is a token as like as not, whatever it looks like.
            if isOfToken, index > 0, isValue, owner == nil, shown == value, !value.utf8.allSatisfy(ASCIIText.isLetter) {
                replace(value, by: masking.secret(value).text)
            }
        }
        self.replacements = replacements.map { (typed: $0.key, shown: $0.value) }
            .sorted { ($0.typed.utf8.count, $0.typed) > ($1.typed.utf8.count, $1.typed) }
    }

    /// What was typed for this process, and what its environment says in the place of an option.
    static func ofThisProcess(_ policy: Masking.Policy? = nil) -> TypedSecrets {
        let typed = Array(CommandLine.arguments.dropFirst())
        let state = getenv("SESSION_BRIDGE_STATE").map { ["--state", String(cString: $0)] } ?? []
        return TypedSecrets(typed + state, masking: policy ?? Self.policy(of: typed))
    }

    /// The text with what stands for each secret in its place.
    func hidden(in text: String) -> String {
        var text = text
        for (typed, shown) in replacements {
            if typed.utf8.count >= Self.shortest {
                text = text.replacing(typed, with: shown)
                // A message may have cut it off.
                if typed.utf8.count >= 2 * Self.shortest, let start = text.firstRange(of: typed.prefix(12))?.lowerBound
                {
                    let length = zip(text[start...], typed).prefix { $0 == $1 }.count
                    text.replaceSubrange(start..<text.index(start, offsetBy: length), with: shown)
                }
            } else {
                // A short one may be part of a word that has nothing to do with it.
                for quote in ["'", "\""] {
                    text = text.replacing(quote + typed + quote, with: quote + shown + quote)
                }
            }
        }
        return masking.text(text).text
    }

    private static let shortest = 8

    private static func policy(of arguments: [String]) -> Masking.Policy {
        // What stands behind `--` belongs to a command, or is an argument.
        arguments.prefix { $0 != "--" }.contains("--show-secrets") ? .revealed : .fingerprints
    }

    /// The name of the option without its dashes; nil for an argument that is no option. The value is what stands behind
    /// `=`.
    private static func parts(of argument: String) -> (option: String?, value: String?) {
        guard argument.utf8.count > 1, argument.hasPrefix("-"), argument != "--" else { return (nil, nil) }
        let name = argument.drop { $0 == "-" }
        if argument.hasPrefix("-H"), argument != "-H" { return ("H", String(argument.dropFirst(2))) }
        guard let equals = name.firstIndex(of: "=") else { return (String(name), nil) }
        return (String(name[..<equals]), String(name[name.index(after: equals)...]))
    }

    /// Options that are named like secrets, and whose values are files, addresses or words.
    private static let harmless: Set<String> = ["auth", "load-cookies", "save-cookies", "state", "tokens"]

    private static func shown(_ value: String, of option: String?, _ masking: Masking) -> String {
        switch option {
        case "cookie", "set-cookie":
            return value.contains("=") ? masking.field(named: "set-cookie", value: value).text : shown(value, masking)
        case "H", "header":
            guard let colon = value.firstIndex(of: ":") else { return masking.secret(value).text }
            let field = masking.field(
                named: ASCIIText.trimmed(value[..<colon].utf8),
                value: ASCIIText.trimmed(value[colon...].dropFirst().utf8))
            return "\(value[..<colon]): \(field.text)"
        case "var":
            guard let equals = value.firstIndex(of: "=") else { return masking.secret(value).text }
            return "\(value[...equals])\(masking.secret(String(value[equals...].dropFirst())).text)"
        case let option? where !harmless.contains(option):
            let field = masking.field(named: option, value: value).text
            return field == value ? shown(value, masking) : field
        default: return shown(value, masking)
        }
    }

    private static func shown(_ value: String, _ masking: Masking) -> String {
        value.contains("://") ? masking.url(value).text : masking.text(value).text
    }

    /// Keys and passphrases that stand by themselves, as an argument or as a piece of an address or a path. The folders of
    /// a path that are there are no secrets: many have names that a machine has made.
    private static func secretPieces(of value: String) -> [String] {
        var rest = value[...]
        if !value.contains("://") {
            while let slash = value[rest.startIndex...].dropFirst().firstIndex(of: "/"),
                access(String(value[..<slash]), F_OK) == 0
            { rest = value[slash...] }
        }
        return rest.split { $0.isWhitespace || "./:@?#&=,;*\"'".contains($0) }.map(String.init).filter(isLikeASecret)
    }

    /// Whether an address without a scheme is a token or a key: as a host it would be shown, and asked for in the DNS.
    static func areInHost(of address: String) -> Bool {
        !secretPieces(of: String(address.prefix { !"/?#".contains($0) })).isEmpty
    }

    /// Whether it is long, and of digits and both cases of letters, or of hexadecimal digits.
    private static func isLikeASecret(_ word: String) -> Bool {
        let bytes = word.utf8
        guard bytes.count >= 16, bytes.contains(where: ASCIIText.isDigit) else { return false }
        let capitals = bytes.contains { (0x41...0x5A).contains($0) }
        let small = bytes.contains { (0x61...0x7A).contains($0) }
        return capitals && small || bytes.allSatisfy { ASCIIText.isDigit($0) || (0x61...0x66).contains($0 | 0x20) }
    }
}

extension BridgeFailure {
    /// - Parameter place: what was to be an address.
    static func tokenForAddress(_ place: String) -> BridgeFailure {
        BridgeFailure(
            UsageReason.badURL, cause: "\(place) has no scheme, and looks like a token or a key",
            fix: "write https:// before a host; session-bridge token decode reads a token")
    }
}
