import BridgePrimitives
import BridgeTrace
import Captures

/// Takes secrets out of where nobody expects them, before a recording is looked at: names of cookies, hosts and methods.
///
/// A name's stand-in is the same wherever the name was, so that all decisions about its cookies stay what they were.
struct CaptureDisguise {
    private let masking: Masking
    /// Labels of hosts that are shorter are names of somebody's services.
    private static let shortestLabel = 32
    /// What is no method of a registry's, and still one that somebody may have made (RFC 9110 §9.1).
    private static let longestMethod = 24

    init(_ masking: Masking) { self.masking = masking }

    func applied(to capture: Capture) -> Capture {
        masking.showsSecrets ? capture : capture.renamed(method: method, address: address, cookie: name)
    }

    /// A cookie's name as it is shown. Prefixes stay, which decide (RFC 6265bis §4.1.3).
    func name(_ name: String) -> String {
        guard !masking.showsSecrets, ShownSecret(name) == nil else { return name }
        let prefix = ["__Host-", "__Secure-"].first { name.hasPrefix($0) } ?? ""
        let rest = String(name.dropFirst(prefix.count))
        return prefix + (masking.text(rest).text == rest ? rest : masking.secret(rest).text)
    }

    private func method(_ method: String) -> String {
        let isOne =
            method.utf8.count <= Self.longestMethod
            && method.utf8.allSatisfy { ASCIIText.isLetter($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        return isOne && masking.text(method).text == method ? method : masking.secret(method).text
    }

    /// A URL, or a host by itself, whose labels may be told.
    private func address(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let start = text.firstRange(of: "://").map { text.utf8.distance(from: text.startIndex, to: $0.upperBound) } ?? 0
        let authority = bytes[start...].prefix { !"/?#".utf8.contains($0) }
        let from = authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.startIndex
        let host = String(decoding: authority[from...], as: UTF8.self)
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.contains(where: { $0.utf8.count >= Self.shortestLabel }) else { return text }
        let shown = labels.map { label in
            let whole = String(label)
            guard label.utf8.count >= Self.shortestLabel, masking.text(whole).text != whole else { return whole }
            // A host's name has letters, digits and hyphens alone.
            let mark = masking.secret(ASCIIText.lowercased(whole)).text.split(separator: "#").last?.prefix { $0 != ">" }
            return "masked-\(mark ?? "host")"
        }
        return String(decoding: bytes[..<from], as: UTF8.self) + shown.joined(separator: ".")
            + String(decoding: bytes[authority.endIndex...], as: UTF8.self)
    }
}
