import Reasons
public import Scenarios

/// Reads project files: YAML, one document.
public enum ProjectFile: Sendable {
    /// What it is called.
    public static let name = "session-bridge.yaml"
    /// The names under which it is found, the first one first.
    package static let names = [name, "session-bridge.yml"]
    /// The largest file that is read.
    public static var sizeLimit: Int { ScenarioFile.sizeLimit }

    /// - Parameters:
    ///   - text: the file's content.
    ///   - file: its path, for messages, and for where the files are that it names.
    ///   - environment: what `${env.NAME}` stands for.
    ///   - vocabulary: the names of profiles, what cookies may look like, and what files hold.
    /// - Throws: everything that is wrong with the file.
    public static func project(
        in text: String, file: String, environment: [String: String] = [:], vocabulary: Vocabulary
    ) throws(ScenarioProblems) -> AppProject {
        try ScenarioReader.read(
            text, of: file, environment: environment, vocabulary: vocabulary, codes: ProjectReason.codes
        ) { reader, documents in
            var project = AppProject()
            project.folder = folder(of: file)
            guard let document = documents.first else {
                // What is no YAML has no documents either.
                guard reader.problems.isEmpty else { return project }
                reader.note(.empty, nil, "there is nothing in this file", "begin with `version: 1`")
                return project
            }
            if documents.count > 1 {
                reader.note(
                    Vocabulary.Complaint(
                        ProjectReason.twoDocuments, message: "this is the second document", fix: "keep one"),
                    documents[1])
            }
            var draft = ProjectDraft(project: project)
            _ = ProjectDraft.settings.read(document, into: &draft, &reader)
            draft.project.environment = reader.usedEnvironment
            return draft.project
        }
    }

    /// The folder of a file, as it is named.
    package static func folder(of file: String) -> String {
        guard let slash = file.lastIndex(of: "/") else { return "." }
        return slash == file.startIndex ? "" : String(file[..<slash])
    }
}
