import BridgePrimitives
import BridgeTrace

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
        try ScenarioReader.read(text, of: file, environment: environment, vocabulary: vocabulary) { reader, documents in
            var scenarios: [Scenario] = []
            for document in documents {
                guard let draft = ScenarioDraft.settings.read(document, &reader) else { continue }
                scenarios.append(
                    Scenario(
                        name: Masking(.fingerprints).text(draft.name).text, source: reader.location(document),
                        tags: draft.tags.uniqued(), setting: draft.setting,
                        steps: draft.steps, expectation: draft.expectation))
            }
            if scenarios.isEmpty, reader.problems.isEmpty {
                reader.note(.empty, nil, "there is no scenario in this file", "begin with `name:`")
            }
            return scenarios
        }
    }
}
