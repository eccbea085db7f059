public import BridgePrimitives
import Scenarios

/// Why a project file cannot be read, found or written.
public enum ProjectReason: String, FailureReason {
    case noSuchFile = "project/no-such-file"
    case foreignFile = "project/foreign-file"
    case exists = "project/exists"
    case notUTF8 = "project/not-utf8"
    case notYAML = "project/not-yaml"
    case tab = "project/tab"
    case tooLarge = "project/too-large"
    case empty = "project/empty"
    case twoDocuments = "project/two-documents"
    case missingField = "project/missing-field"
    case wrongType = "project/wrong-type"
    case unknownKey = "project/unknown-key"
    case repeatedKey = "project/repeated-key"
    case unknownWord = "project/unknown-word"
    case unknownVersion = "project/unknown-version"
    case unknownProfile = "project/unknown-profile"
    case noSuchVariable = "project/no-such-variable"
    case noPlaceholder = "project/no-placeholder"
    case contradiction = "project/contradiction"
    case badRoutes = "project/bad-routes"
    case badName = "project/bad-name"

    public var kind: BridgeFailure.Kind { .unreadableInput }

    public var meaning: String {
        switch self {
        case .noSuchFile: "A file that is named is not there, or cannot be read."
        case .foreignFile: "The project file that was found is another user's, or others may change what it does."
        case .exists: "There is a project file already."
        case .notUTF8: "The project file is not UTF-8."
        case .notYAML: "The project file is not YAML."
        case .tab: "A line of the project file is indented with a tab, which YAML does not take."
        case .tooLarge: "The project file is larger than the limit."
        case .empty: "The project file says nothing."
        case .twoDocuments: "The project file holds more than one document."
        case .missingField: "A key that the project file needs is not given."
        case .wrongType: "The value is of another type than is expected at this place of the project file."
        case .unknownKey: "A project file has no such key at this place."
        case .repeatedKey: "A key of the project file stands twice in the same place."
        case .unknownWord: "The value is none of those that are known at this place of the project file."
        case .unknownVersion: "The project file is of a version that this tool does not know."
        case .unknownProfile: "The project file names a profile that there is not."
        case .noSuchVariable: "The project file has a ${…} that stands for nothing here."
        case .noPlaceholder: "A request or script has no place for the token."
        case .contradiction: "Two keys of the project file exclude each other."
        case .badRoutes: "The route table that the project file names is none."
        case .badName: "The text cannot be what it should name: a project, a header, a method."
        }
    }

    public var fix: String {
        switch self {
        case .noSuchFile: "Correct the name; it counts from the project file's folder."
        case .foreignFile: "Read it, and pass --project-file to use it all the same, or --no-project-file."
        case .exists: "Edit it, or overwrite it with --force."
        case .notUTF8: "Save it as UTF-8."
        case .notYAML: "Correct the line that is named."
        case .tab: "Indent with spaces."
        case .tooLarge: "Take out what does not belong there."
        case .empty: "Begin with `version: 1`, or let session-bridge init write it."
        case .twoDocuments: "Keep one, without `---`."
        case .missingField: "Add the key that is named."
        case .wrongType: "Write a value of the type that is named."
        case .unknownKey: "Correct its spelling, or take it out."
        case .repeatedKey: "Remove one."
        case .unknownWord: "Use one of those that are named."
        case .unknownVersion: "Write `version: 1`."
        case .unknownProfile: "See session-bridge profiles."
        case .noSuchVariable: "Correct its spelling, or export the variable."
        case .noPlaceholder: "Write ${id-token} in the request, ${token} in the script."
        case .contradiction: "Keep one of them."
        case .badRoutes: "Write a JSON list of routes, as docs/guard-cases.md has them."
        case .badName: "Write it as it is used."
        }
    }
}

extension ProjectReason {
    /// What a scenario file's reasons are called in a project file; those of steps and expectations do not occur.
    static let codes: [ReasonCode: ReasonCode] = {
        let pairs: [(ScenarioReason, ProjectReason)] = [
            (.notUTF8, .notUTF8), (.notYAML, .notYAML), (.tab, .tab), (.tooLarge, .tooLarge), (.empty, .empty),
            (.missingField, .missingField), (.wrongType, .wrongType), (.unknownKey, .unknownKey),
            (.repeatedKey, .repeatedKey), (.unknownWord, .unknownWord), (.unknownProfile, .unknownProfile),
            (.noSuchVariable, .noSuchVariable),
        ]
        return Dictionary(pairs.map { ($0.code, $1.code) }) { first, _ in first }
    }()
}
