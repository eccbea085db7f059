/// Finds the known word that was probably meant.
public enum Suggestion: Sendable {
    /// - Returns: `did you mean "navigate"?`, or a list of what there is.
    /// - Complexity: O(n × m) for each candidate.
    public static func text(for word: String, among known: [String]) -> String {
        nearest(to: word, among: known) ?? "known are: \(known.joined(separator: ", "))"
    }

    /// - Returns: `did you mean "navigate"?`; nil when nothing is near.
    public static func nearest(to word: String, among known: [String]) -> String? {
        candidate(for: word, among: known).map { "did you mean \"\($0)\"?" }
    }

    /// - Returns: `known are: run, trace; did you mean "trace"?`, with the question only where something is near.
    public static func listing(_ known: [String], for word: String) -> String {
        let list = "known are: " + known.joined(separator: ", ")
        return nearest(to: word, among: known).map { "\(list); \($0)" } ?? list
    }

    /// Of words that differ in their number only, the one with the nearest number: `ios19` is a newer `ios18`, not a
    /// mistyped `ios12`. Of the others the one with the fewest slips, and of several the one that begins alike.
    private static func candidate(for word: String, among known: [String]) -> String? {
        if let typed = NumberedWord(word) {
            let versions = known.compactMap { name in
                NumberedWord(name).flatMap { $0.stem == typed.stem ? (name: name, number: $0.number) : nil }
            }
            let nearest = versions.min { abs($0.number - typed.number) < abs($1.number - typed.number) }
            if let nearest { return nearest.name }
        }
        let nearest =
            known.map { (name: $0, distance: distance(word, $0), shared: sharedPrefix(word, $0)) }
            .min { ($0.distance, -$0.shared) < ($1.distance, -$1.shared) }
        guard let nearest, nearest.distance <= max(2, nearest.name.count / 3), nearest.distance < nearest.name.count
        else { return nil }
        return nearest.name
    }

    /// Letters and then a number, `ios18`.
    private struct NumberedWord {
        let stem: String
        let number: Int

        /// Nil for a word without letters before its number, or without a number that is a sensible version.
        init?(_ word: String) {
            let digits = word.utf8.reversed().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
            guard (1...6).contains(digits), digits < word.utf8.count,
                let number = Int(String(decoding: word.utf8.suffix(digits), as: UTF8.self))
            else { return nil }
            stem = ASCIIText.lowercased(word.utf8.dropLast(digits))
            self.number = number
        }
    }

    private static func sharedPrefix(_ a: String, _ b: String) -> Int {
        zip(a.utf8, b.utf8).prefix { $0 == $1 }.count
    }

    /// Levenshtein's distance, on words cut to 64 bytes; upper and lower case are the same.
    private static func distance(_ a: String, _ b: String) -> Int {
        let (a, b) = (Self.bytes(a), Self.bytes(b))
        var row = Array(0...b.count)
        for (i, byte) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in b.enumerated() {
                let substituted = diagonal + (byte == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(substituted, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[b.count]
    }

    private static func bytes(_ word: String) -> [UInt8] { Array(ASCIIText.lowercased(word.utf8.prefix(64)).utf8) }
}

extension ReasonCatalogue {
    /// What somebody may have meant who asked for codes that there are none of: by what a code ends with, by a slip in
    /// it, or by a slip in its area.
    public func suggestion(for text: String) -> String {
        let codes = entries.map(\.code.rawValue)
        let areas = codes.map { String($0.prefix { $0 != "/" }) }.uniqued()
        let word = ASCIIText.lowercased(text)
        if !text.contains("/"), let ending = codes.first(where: { $0.hasSuffix("/" + word) }) {
            return "did you mean \"\(ending)\"?"
        }
        return Suggestion.nearest(to: word, among: text.contains("/") ? codes : areas)
            ?? "codes begin with: \(areas.joined(separator: ", "))"
    }
}
