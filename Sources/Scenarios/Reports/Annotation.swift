public import BridgePrimitives

/// What a code review shows beside the line of a scenario.
public struct Annotation: Hashable, Sendable {
    public enum Level: String, Sendable {
        case error, warning
    }

    public var level: Level
    /// From the repository's root, where that is known.
    public var file: String
    public var line: Int
    /// The scenario, or the file.
    public var title: String
    public var message: String
    public var code: ReasonCode

    /// A command of GitHub's runner: `::error file=…,line=…,title=…::…`. Nothing in it begins another.
    public var githubCommand: String {
        "::\(level.rawValue) file=\(Self.property(file)),line=\(line),title=\(Self.property(title))::\(Self.data(message))"
    }

    private static func data(_ text: String) -> String {
        visible(text).replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    private static func property(_ text: String) -> String {
        data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }

    /// What a terminal would obey in a form that can be seen; line ends stay, and are written as the runner has them.
    private static func visible(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { VisibleText.escaped(String($0)) }
            .joined(separator: "\n")
    }
}

extension RunReport {
    /// One for each scenario that failed, was flaky or could not be run, and for each error before.
    ///
    /// - Parameter path: a file as the repository has it.
    public func annotations(path: (String) -> String = { $0 }) -> [Annotation] {
        let before = errors.map { error in
            Annotation(
                level: .error, file: path(error.source?.file ?? error.name), line: error.source?.line ?? 1,
                title: error.code.rawValue,
                message: "\(error.message)\(error.fix.isEmpty ? "" : "\nFix: \(error.fix)")",
                code: error.code)
        }
        return before
            + byWeight.compactMap { scenario in
                guard scenario.ending.outcome != .notRun, !scenario.ending.isUnfinished,
                    let ending = scenario.isFlaky ? scenario.earlier.last : scenario.ending, let reason = ending.reason
                else { return nil }
                let place = ending.place ?? scenario.source
                let fix = reason.fix.isEmpty ? "" : "\nFix: \(reason.fix)"
                // The place itself says what is asked for there.
                let expected = ending.mismatches.filter { $0.place ?? place != place }.map { "\nExpected: \($0.text)" }
                    .joined()
                let flaky = scenario.isFlaky ? "Passed at try \(scenario.earlier.count + 1); before: " : ""
                return Annotation(
                    level: scenario.isFlaky ? .warning : .error, file: path(place.file), line: place.line,
                    title: scenario.title, message: "\(flaky)\(reason.message) (\(reason.code))\(fix)\(expected)",
                    code: reason.code)
            }
    }

    /// GitLab's Code Quality report: an array of what is wrong, each with a fingerprint that stays the same.
    ///
    /// - Parameter path: a file as the repository has it.
    public func gitlab(path: (String) -> String = { $0 }) -> JSONValue {
        var seen: [String: Int] = [:]
        return .array(
            annotations(path: path).map { each in
                // Of two that are alike the second is another: its number goes into its name.
                let name = "\(each.file)\n\(each.title)\n\(each.code)"
                seen[name, default: 0] += 1
                let text = "\(each.title): \(each.message)".replacing("\n", with: " ")
                return [
                    "description": .string(VisibleText.escaped(text)), "check_name": .string(each.code.rawValue),
                    "fingerprint": .string(StableHash.hex("\(name)\n\(seen[name] ?? 1)")),
                    "severity": each.level == .error ? "major" : "minor",
                    "location": [
                        "path": .string(each.file), "lines": ["begin": .integer(Int64(max(each.line, 1)))],
                    ],
                ]
            })
    }
}
