/// Finds the known word that was probably meant.
enum Suggestion {
    /// - Returns: `did you mean "navigate"?`, or a list of what there is.
    /// - Complexity: O(n × m) for each candidate.
    static func text(for word: String, among known: [String]) -> String {
        nearest(to: word, among: known) ?? "known are: \(known.joined(separator: ", "))"
    }

    /// - Returns: `did you mean "navigate"?`; nil when nothing is near.
    static func nearest(to word: String, among known: [String]) -> String? {
        let nearest = known.map { ($0, distance(word, $0)) }.min { $0.1 < $1.1 }
        guard let (candidate, distance) = nearest, distance <= max(2, candidate.count / 3) else { return nil }
        return "did you mean \"\(candidate)\"?"
    }

    /// Levenshtein's distance, on words cut to 64 bytes.
    private static func distance(_ a: String, _ b: String) -> Int {
        let (a, b) = (Array(a.utf8.prefix(64)), Array(b.utf8.prefix(64)))
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
}
