import BridgePrimitives

extension LintFinding {
    /// For people, where editors look for places: `Bridge.swift:12:9: error[lint/secure-false]: …`, where it fails, and
    /// what to write instead.
    ///
    /// - Parameter profileCount: how many were asked.
    package func lines(profileCount: Int) -> [String] {
        var lines = ["\(path):\(place.line):\(place.column): \(severity.rawValue)[\(code)]: \(message)"]
        if let engines = engines(profileCount: profileCount) { lines.append("    in \(engines)") }
        lines.append("    → \(fix)")
        return lines
    }

    /// Where it fails, in words; nil where the engine makes no difference.
    private func engines(profileCount: Int) -> String? {
        guard !profiles.isEmpty else { return isUnsure ? "engines of which it is reported, not documented" : nil }
        let names =
            profiles.count == profileCount && profileCount > 1
            ? "every profile" : profiles.joined(separator: ", ")
        return isUnsure ? "\(names) (partly only reported: see session-bridge profiles)" : names
    }

    /// An annotation of GitHub's workflow commands: `::error file=…,line=…,col=…,title=…::…`
    package var annotation: String {
        let kind =
            switch severity {
            case .error: "error"
            case .warning: "warning"
            case .note: "notice"
            }
        func escaped(_ text: String, isProperty: Bool) -> String {
            var output = ""
            for scalar in text.unicodeScalars {
                switch scalar {
                case "%": output += "%25"
                case "\r": output += "%0D"
                case "\n": output += "%0A"
                case ":" where isProperty: output += "%3A"
                case "," where isProperty: output += "%2C"
                default: output.unicodeScalars.append(scalar)
                }
            }
            return output
        }
        let properties = [
            "file=\(escaped(path, isProperty: true))", "line=\(place.line)", "col=\(place.column)",
            "title=\(escaped(code.rawValue, isProperty: true))",
        ]
        let engines = profiles.isEmpty ? "" : " (\(profiles.joined(separator: ", ")))"
        return "::\(kind) \(properties.joined(separator: ","))::"
            + escaped("\(message)\(engines)\n\(fix)", isProperty: false)
    }
}
