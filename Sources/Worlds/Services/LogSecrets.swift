import BridgePrimitives
import Foundation

/// Keys in lines of a log: what is quoted of a log may begin or end in the middle of one.
///
/// Tokens and what stands beside a secret's name are found in the message that quotes the lines; a key's lines show what
/// they are only together.
struct LogSecrets {
    /// What the block is whose lines come; nil outside of one.
    private var block: String?
    private var last: String?

    /// The lines, each with its place: those of PEM blocks (RFC 7468) say what the block is, and long base64 how long it is.
    ///
    /// A block ends with its end, or with the first line that cannot belong to it; of one whose beginning is not there, the
    /// base64 before its end is hidden.
    ///
    /// - Complexity: O(n) in the lines' bytes.
    static func hiding(in lines: [String]) -> [String] {
        var (secrets, output) = (LogSecrets(), [String]())
        for line in lines {
            if secrets.block == nil, let label = endAlone(line) {
                var start = output.count
                while start > 0, isBase64(lines[start - 1]) { start -= 1 }
                for index in start..<output.count { output[index] = label }
            }
            output.append(secrets.hide(line))
        }
        return output
    }

    /// The next line of a log that is read from its beginning, with its keys hidden.
    ///
    /// - Complexity: O(n) in the line's bytes.
    mutating func hide(_ line: String) -> String {
        let shown: String
        if Self.isBase64(line) {
            shown = block ?? Self.hidingBody(line, after: last)
        } else if let label = Self.endAlone(line), let end = line.range(of: Self.ending) {
            let rest = Self.hidingBlocks(in: Self.afterLabel(line[end.upperBound...]))
            (shown, block) = (label + rest.text, rest.open)
        } else {
            let (text, open) = Self.hidingBlocks(in: line)
            (shown, block) = (text, open)
        }
        last = shown
        return shown
    }

    /// What the block is that the line ends and does not begin.
    private static func endAlone(_ line: String) -> String? {
        guard let end = line.range(of: ending), !line[..<end.lowerBound].contains(beginning) else { return nil }
        return shown(line[end.upperBound...])
    }

    private static let beginning = "-----BEGIN "
    private static let ending = "-----END "

    /// - Returns: also what the block is that the line begins and does not end.
    private static func hidingBlocks(in line: String) -> (text: String, open: String?) {
        guard let begin = line.range(of: beginning) else { return (hidingRuns(in: line), nil) }
        let label = shown(line[begin.upperBound...])
        let start = hidingRuns(in: String(line[..<begin.lowerBound])) + label
        guard let end = line[begin.upperBound...].range(of: ending) else { return (start, label) }
        let rest = hidingBlocks(in: afterLabel(line[end.upperBound...]))
        return (start + rest.text, rest.open)
    }

    /// `RSA PRIVATE KEY-----` as `<private key>`, and other labels as they are.
    private static func shown(_ rest: Substring) -> String {
        let label = rest.prefix { $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == " ") }
        return label.hasSuffix("PRIVATE KEY") ? "<private key>" : "<\(label.lowercased())>"
    }

    private static func afterLabel(_ rest: Substring) -> String {
        rest.range(of: "-----").map { String(rest[$0.upperBound...]) } ?? ""
    }

    // MARK: - Base64 without its frame

    /// Whether the line is base64 alone, a whole line of a block or its last one.
    private static func isBase64(_ line: String) -> Bool {
        let line = ASCIIText.trimmed(Array(line.utf8))
        return !line.isEmpty && line.utf8.allSatisfy(isBase64Byte)
    }

    /// A block's last line is short, and what it is shows the line before it.
    private static func hidingBody(_ line: String, after before: String?) -> String {
        let isRest = before?.hasSuffix(" bytes>") == true && line.hasSuffix("=")
        return isRest || isMachineMade(Array(line.utf8)[...]) ? "<\(line.utf8.count) bytes>" : line
    }

    /// Base64 that `+` and `/` cut into pieces for whoever looks for tokens; what they do not cut is found there.
    private static func hidingRuns(in line: String) -> String {
        guard line.utf8.count >= shortest, line.utf8.contains(where: { "+/".utf8.contains($0) }) else { return line }
        var output: [UInt8] = []
        var rest = Array(line.utf8)[...]
        while !rest.isEmpty {
            output += rest.prefix { !isBase64Byte($0) }
            rest = rest.drop { !isBase64Byte($0) }
            let run = rest.prefix(while: isBase64Byte)
            let isHidden = isMachineMade(run) && run.contains { "+/".utf8.contains($0) }
            output += isHidden ? Array("<\(run.count) bytes>".utf8) : Array(run)
            rest = rest[run.endIndex...]
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static let shortest = 40

    /// Of base64 of random bytes two fifths are capitals, two fifths small letters and a sixth digits; a file's path has
    /// few capitals or few digits.
    private static func isMachineMade(_ run: ArraySlice<UInt8>) -> Bool {
        guard run.count >= shortest else { return false }
        let capitals = run.count { (0x41...0x5A).contains($0) }
        let small = run.count { (0x61...0x7A).contains($0) }
        let digits = run.count(where: ASCIIText.isDigit)
        return capitals * 5 >= run.count && small * 5 >= run.count && digits * 20 >= run.count
    }

    private static func isBase64Byte(_ byte: UInt8) -> Bool {
        ASCIIText.isLetter(byte) || ASCIIText.isDigit(byte) || "+/=".utf8.contains(byte)
    }
}
