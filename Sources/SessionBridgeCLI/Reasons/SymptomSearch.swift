import BridgePrimitives

/// Finds symptoms by the words that somebody types.
struct SymptomSearch: Sendable {
    private let symptoms: [Symptom]
    private let indexes: [[String: Double]]
    private let rarity: [String: Double]

    /// - Complexity: O(n) in the words of the symptoms.
    init(_ symptoms: [Symptom] = Symptom.all) {
        self.symptoms = symptoms
        indexes = symptoms.map(Self.index)
        var counts: [String: Int] = [:]
        for index in indexes { for word in index.keys { counts[word, default: 0] += 1 } }
        // A word of one symptom tells more than one of all.
        rarity = counts.mapValues { 1 + Double(symptoms.count) / Double($0 + 1) }
    }

    /// Those that fit, the best first; those that have more of the words before others.
    ///
    /// - Complexity: O(w × s), words times symptoms.
    func matches(_ text: String) -> [Symptom] {
        let asked = Self.words(of: text).uniqued()
        let scored = zip(symptoms, indexes).enumerated().map {
            place, pair -> (place: Int, symptom: Symptom, score: Double) in
            let found = asked.compactMap { word -> Double? in
                let exact = pair.1[word].map { $0 * (rarity[word] ?? 1) }
                if let exact { return exact }
                guard word.utf8.count >= 4 else { return nil }
                // `logs` for `log`, `webview` for `webviews`: what begins alike counts half.
                let near = pair.1.keys.filter { $0.utf8.count >= 4 && ($0.hasPrefix(word) || word.hasPrefix($0)) }
                return near.map { (pair.1[$0] ?? 0) * (rarity[$0] ?? 1) / 2 }.max()
            }
            return (place, pair.0, found.reduce(0, +) * (1 + Double(found.count) / Double(max(asked.count, 1))))
        }
        return scored.filter { $0.score > 0 }.sorted { ($0.score, $1.place) > ($1.score, $0.place) }.map(\.symptom)
    }

    private static func index(_ symptom: Symptom) -> [String: Double] {
        var weights: [String: Double] = [:]
        func add(_ text: String, _ weight: Double) {
            for word in words(of: text) { weights[word] = max(weights[word] ?? 0, weight) }
        }
        for cause in symptom.causes { add(cause.clue, 0.5) }
        for cause in symptom.causes { add(cause.code.rawValue.replacing("/", with: " ").replacing("-", with: " "), 1) }
        add(symptom.explanation, 0.5)
        add(symptom.words.joined(separator: " "), 2)
        add(symptom.title, 3)
        return weights
    }

    /// Lower-case words without those that say nothing, and without the endings that grammar gives.
    static func words(of text: String) -> [String] {
        joined(ASCIIText.lowercased(text)).split { !($0.isLetter || $0.isNumber) }.map(String.init)
            .filter { !silent.contains($0) }.map(stem)
    }

    /// What some write as two words, as the one that it is to others.
    private static func joined(_ text: String) -> String {
        pairs.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }

    private static let pairs = [
        ("wkwebview", "webview"), ("web view", "webview"), ("log in", "login"), ("logged in", "login"),
        ("log out", "logout"), ("logged out", "logout"), ("id token", "idtoken"), ("set-cookie", "setcookie"),
        ("set cookie", "setcookie"), ("current user", "currentuser"),
    ]

    private static func stem(_ word: String) -> String {
        for (ending, rest) in [("ies", "y"), ("ing", ""), ("ed", ""), ("es", "e"), ("s", "")]
        where word.hasSuffix(ending) && word.count - ending.count >= 3 && !word.hasSuffix("ss") {
            return word.dropLast(ending.count) + rest
        }
        return word
    }

    private static let silent: Set<String> = [
        "a", "an", "the", "is", "it", "its", "of", "to", "in", "on", "at", "and", "or", "my", "i", "we", "our", "but",
        "be",
        "was", "are", "has", "have", "with", "for", "that", "this", "there", "does", "do", "then", "when", "why", "how",
        "from", "by", "as", "so", "s", "t", "you", "your", "after", "one", "who",
    ]
}
