import BridgePrimitives
import YAMLReading

/// Reads scenario files: YAML, one scenario a document.
public enum ScenarioFile: Sendable {
    /// The largest file that is read.
    public static let sizeLimit = 1 << 20

    /// - Parameters:
    ///   - text: the file's content.
    ///   - file: its name, for messages, and for where the files are that it names.
    ///   - environment: what `${env.NAME}` stands for.
    ///   - variables: what `${var.NAME}` stands for, whatever the file says.
    ///   - folders: the settings of the folders that it is in, the outermost first.
    ///   - isAmongOthers: whether a file that is only for use is passed over: it has no scenarios then.
    ///   - vocabulary: the names of profiles, reasons and the like, so that a misspelt one is refused where it stands, and
    ///     what the files hold that it names.
    /// - Throws: everything that is wrong with the file.
    public static func scenarios(
        in text: String, file: String, environment: [String: String] = [:], variables: [String: String] = [:],
        folders: [FolderFile] = [], isAmongOthers: Bool = false, vocabulary: Vocabulary
    ) throws(ScenarioProblems) -> [Scenario] {
        try ScenarioReader.read(text, of: file, environment: environment, vocabulary: vocabulary) { reader, documents in
            if documents.count == 1, ReusableSteps.isDocument(documents[0]), reader.problems.isEmpty {
                if !isAmongOthers {
                    reader.note(
                        .onlyForUse, documents[0], "this file has steps for `use`, and is no scenario",
                        "run one that uses it, or add `name:` and `expect:`")
                }
                return []
            }
            let folders = reader.folders(folders)
            var scenarios: [Scenario] = []
            for document in documents { scenarios += reader.scenarios(document, in: folders, given: variables) }
            if scenarios.isEmpty, reader.problems.isEmpty {
                reader.note(.empty, nil, "there is no scenario in this file", "begin with `name:`")
            }
            return scenarios
        }
    }
}
