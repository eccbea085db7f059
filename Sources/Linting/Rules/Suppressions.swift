import BridgePrimitives

/// Findings that the source asks not to hear of: `// session-bridge:disable-next-line lint/cookie-header`, or
/// `disable-line` at the end of the line itself.
struct Suppressions {
    /// By line; an empty set takes all findings away.
    private var codes: [Int: Set<String>] = [:]

    /// - Complexity: O(n) in bytes.
    init(in file: SourceFile) {
        let mark = Array("session-bridge:disable-".utf8)
        guard ASCIIText.contains(file.text, mark) else { return }
        for (index, line) in file.text.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let bytes = Array(line)
            guard ASCIIText.contains(bytes, mark) else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            for (word, offset) in [("disable-next-line", 2), ("disable-line", 1)] {
                guard let range = text.firstRange(of: "session-bridge:" + word) else { continue }
                let rest = text[range.upperBound...]
                let named = rest.split { " ,\t\r".contains($0) }.map(String.init).filter {
                    $0.contains("/") && $0 != "*/"
                }
                codes[index + offset, default: []].formUnion(named.isEmpty ? [""] : named)
            }
        }
    }

    func covers(_ finding: LintFinding) -> Bool {
        guard let codes = codes[finding.place.line] else { return false }
        return codes.contains("") || codes.contains(finding.code.rawValue)
            || finding.because.contains { codes.contains($0.rawValue) }
    }
}
