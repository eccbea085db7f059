import BridgePrimitives
import Project
import RouterGuard
import Scenarios

/// A folder with a guard, a script and routes in it, in which project files are read.
enum ProjectFileFixture {
    private static let vocabulary = vocabulary { file, exportName in
        do throws(GuardModuleProblem) {
            return .success(
                try GuardModule.read(file, export: exportName) { name in
                    name == "src/guard.js"
                        ? .bytes(Array("export const guard = 1; export const other = 2".utf8))
                        : name == "src/bad.js" ? .bytes(Array("\nimport 'axios'".utf8)) : .absent
                })
        } catch {
            return .failure(
                Vocabulary.Complaint(error.reason, message: "\(error.place): \(error.message)", fix: error.fix))
        }
    }

    private static func vocabulary(
        _ guardModule: @escaping @Sendable (String, String?) -> Result<GuardModule, Vocabulary.Complaint>
    ) -> Vocabulary {
        var vocabulary = otherVocabulary
        vocabulary.guardModule = guardModule
        return vocabulary
    }

    private static let otherVocabulary = Vocabulary(
        profiles: ["ios18", "chromium"],
        cookieComplaint: { name, attributes in
            guard name.contains(" ") || attributes.contains("Sekure") else { return nil }
            return Vocabulary.Complaint(
                code: ReasonCode(unchecked: "backend/bad-cookie"), message: "no such cookie", fix: "correct it")
        },
        content: { file in
            switch file {
            case "Bridge.js": .success("document.cookie = `fb=${token}; ${more}`")
            case "ca.pem": .success("-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n")
            case "empty.js": .success("")
            case "routes.json": .success(#"[{"path":"/","name":"main"}]"#)
            case "bad.json": .success(#"[{"path":1}]"#)
            default:
                .failure(
                    Vocabulary.Complaint(ProjectReason.noSuchFile, message: "\(file) cannot be read", fix: "name one"))
            }
        })

    static func read(_ text: String, file: String = "app/session-bridge.yaml") throws(ScenarioProblems)
        -> AppProject
    {
        try ProjectFile.project(in: text, file: file, environment: ["KEY": "AIza"], vocabulary: vocabulary)
    }
}
