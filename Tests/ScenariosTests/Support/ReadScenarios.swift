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
func readScenarios(_ text: String, environment: [String: String] = [:]) throws(ScenarioProblems) -> [Scenario] {
    try ScenarioFile.scenarios(
        in: text, file: "login.yaml", environment: environment, vocabulary: vocabulary)
}
