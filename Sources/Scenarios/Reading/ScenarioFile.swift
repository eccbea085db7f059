import YAMLReading
import Yams

/// Reads scenario files: YAML, one scenario a document.
public enum ScenarioFile: Sendable {
    /// The largest file that is read.
    public static let sizeLimit = 1 << 20

    /// - Parameters:
    ///   - text: the file's content.
    ///   - file: its name, for messages.
    ///   - environment: what `${env.NAME}` stands for.
    ///   - vocabulary: the names of profiles, reasons and the like, so that a misspelt one is refused where it stands.
    /// - Throws: everything that is wrong with the file.
    public static func scenarios(
        in text: String, file: String, environment: [String: String] = [:], vocabulary: Vocabulary
    ) throws(ScenarioProblems) -> [Scenario] {
        // By bytes: to characters a carriage return and a line feed are one, which is no line feed.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            String(Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line))
        }
        var reader = ScenarioReader(file: file, lines: lines, environment: environment, vocabulary: vocabulary)
        let scenarios = read(text, with: &reader)
        guard reader.problems.isEmpty else {
            // Keys are looked at one after the other; people read from top to bottom.
            throw ScenarioProblems(
                reader.problems.sorted {
                    ($0.location.line, $0.location.column) < ($1.location.line, $1.location.column)
                })
        }
        return scenarios
    }

    private static func read(_ text: String, with reader: inout ScenarioReader) -> [Scenario] {
        guard text.utf8.count <= sizeLimit else {
            reader.note(.tooLarge, nil, "the file is larger than \(sizeLimit) bytes", "split it")
            return []
        }
        var scenarios: [Scenario] = []
        for document in documents(in: text, reader: &reader) where document.null == nil {
            guard let draft = ScenarioDraft.settings.read(document, &reader) else { continue }
            scenarios.append(
                Scenario(
                    name: draft.name, source: reader.location(document), setting: draft.setting, steps: draft.steps,
                    expectation: draft.expectation))
        }
        if scenarios.isEmpty, reader.problems.isEmpty {
            reader.note(.empty, nil, "there is no scenario in this file", "begin with `name:`")
        }
        return scenarios
    }

    /// The documents before the first that is no YAML.
    private static func documents(in text: String, reader: inout ScenarioReader) -> [Node] {
        let (documents, problem) = BoundedYAML.documents(in: text)
        if let problem { reader.note(problem) }
        return documents
    }
}
