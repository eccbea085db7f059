import BridgePrimitives
import Scenarios

private let vocabulary = Vocabulary(
    reasons: ["guard/cookie-absent", "token/expired"], profiles: ["ios17", "ios18"], edges: ["firebase-hosting"],
    cookieComplaint: { name, attributes in
        attributes.contains("Sekure") || name.contains(" ")
            ? Vocabulary.Complaint(
                code: ReasonCode(unchecked: "backend/bad-cookie"), message: "no such cookie",
                fix: "known are: Secure")
            : nil
    })

/// The scenarios of a text, as of a file `login.yaml`.
///
/// - Parameter files: what else there is, by the names that the reader gives them.
func readScenarios(
    _ text: String, environment: [String: String] = [:], variables: [String: String] = [:],
    files: [String: String] = [:], folders: [FolderFile] = [], isAmongOthers: Bool = false
) throws(ScenarioProblems) -> [Scenario] {
    var vocabulary = vocabulary
    vocabulary.content = { name in
        files[name].map { .success($0) }
            ?? .failure(Vocabulary.Complaint(ScenarioReason.noSuchFile, message: "no \(name)", fix: "name another"))
    }
    return try ScenarioFile.scenarios(
        in: text, file: "login.yaml", environment: environment, variables: variables, folders: folders,
        isAmongOthers: isAmongOthers, vocabulary: vocabulary)
}

/// `login.yaml:3:5 scenario/unknown-step`, one for each problem of a text.
func problems(
    in text: String, files: [String: String] = [:], folders: [FolderFile] = []
) -> [String] {
    do throws(ScenarioProblems) {
        _ = try readScenarios(text, files: files, folders: folders)
        return []
    } catch { return error.problems.map { "\($0.location) \($0.code)" } }
}
