package import BridgeTrace

/// A scenario file's text whose passwords are nobody's, for whoever gets it from its author.
package enum ScenarioStandIns {
    /// The text with a stand-in for each password: the same for the same one, so that a wrong password stays wrong.
    ///
    /// - Complexity: O(n²) in the lines at worst, for values that go on over many of them.
    package static func replacingPasswords(in text: String, key: FingerprintKey) -> String {
        replacingPasswords(in: text) { key.standIn(for: $0) }
    }

    /// The text with nothing where passwords are.
    package static func removingPasswords(in text: String) -> String { replacingPasswords(in: text) { _ in "" } }

    private static func replacingPasswords(in text: String, with replacement: (String) -> String) -> String {
        // Characters would join CR and LF.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return lines.indices.map { index in
            let line = Array(lines[index])
            let masked = Array(SecretExcerpt.masked(index, of: lines, secret: isPassword))
            var output = ""
            var place = 0
            while place < line.count {
                var end = place
                while end < line.count, masked[end] == "*", line[end] != "*" { end += 1 }
                if end > place {
                    output += replacement(String(line[place..<end]))
                    place = end
                } else {
                    output.append(line[place])
                    place += 1
                }
            }
            return output
        }.joined(separator: "\n")
    }

    private static func isPassword(_ key: String) -> Bool { key.lowercased().contains("password") }
}
