package import BridgeTrace

/// A scenario file's text whose passwords are nobody's, for whoever gets it from its author.
package enum ScenarioStandIns {
    /// The text with a stand-in for each password: the same for the same one, so that a wrong password stays wrong.
    ///
    /// - Complexity: O(n²) in the lines at worst, for values that go on over many of them.
    package static func replacingPasswords(in text: String, key: FingerprintKey) -> String {
        replacingPasswords(in: text, called: isPassword) { key.standIn(for: $0) }
    }

    /// The passwords of a scenario and the files that it is made of: those under keys that say so, and those of
    /// variables, parameters and columns that stand behind such a key.
    package static func passwords(in texts: [String]) -> Passwords {
        Passwords(names: Set(texts.flatMap { $0.split(separator: "\n") }.flatMap(names)))
    }

    /// What is behind a password's key in one line, where that is a name: `pw` of `password: ${var.pw}`.
    private static func names(in line: Substring) -> [String] {
        var names: [String] = []
        var rest = line
        while let start = rest.firstRange(of: "${") {
            let key = rest[..<start.lowerBound].split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }.last
            rest = rest[start.upperBound...]
            let name = rest.prefix { $0 != "}" && $0 != ":" }
            if let key, isPassword(String(key)), let dot = name.firstIndex(of: ".") {
                names.append(String(name[name.index(after: dot)...]))
            }
        }
        return names
    }

    /// What is a password in some files that belong together.
    package struct Passwords: Sendable {
        let names: Set<String>

        private func isSecret(_ key: String) -> Bool { isPassword(key) || names.contains(key) }

        /// - Parameter isTable: whether the text is CSV, whose first line has the names.
        package func replaced(in text: String, isTable: Bool, key: FingerprintKey) -> String {
            isTable
                ? table(text) { key.standIn(for: $0) }
                : replacingPasswords(in: text, called: isSecret) { key.standIn(for: $0) }
        }

        /// The same with nothing where passwords are.
        package func removed(in text: String, isTable: Bool) -> String {
            isTable ? table(text) { _ in "" } : replacingPasswords(in: text, called: isSecret) { _ in "" }
        }

        /// The table written anew; a text that is none as it is.
        private func table(_ text: String, _ replacement: (String) -> String) -> String {
            guard let table = try? CSVTable(text), table.names.contains(where: isSecret) else { return text }
            let rows = table.rows.map { row in
                zip(table.names, row.values).map { isSecret($0) ? replacement($1) : $1 }
            }
            return ([table.names] + rows).map { $0.map(CSVTable.quoted).joined(separator: ",") + "\n" }.joined()
        }
    }

    private static func replacingPasswords(
        in text: String, called isSecret: (String) -> Bool, with replacement: (String) -> String
    ) -> String {
        // Characters would join CR and LF.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return lines.indices.map { index in
            let line = Array(lines[index])
            let masked = Array(SecretExcerpt.masked(index, of: lines, secret: isSecret))
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
