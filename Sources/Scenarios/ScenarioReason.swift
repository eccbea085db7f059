public import BridgePrimitives

/// Why a scenario file cannot be read.
public enum ScenarioReason: String, FailureReason {
    case notUTF8 = "scenario/not-utf8"
    case notYAML = "scenario/not-yaml"
    case tab = "scenario/tab"
    case tooLarge = "scenario/too-large"
    case empty = "scenario/empty"
    case noName = "scenario/no-name"
    case noSteps = "scenario/no-steps"
    case noExpectation = "scenario/no-expectation"
    case missingField = "scenario/missing-field"
    case wrongType = "scenario/wrong-type"
    case unknownKey = "scenario/unknown-key"
    case repeatedKey = "scenario/repeated-key"
    case unknownStep = "scenario/unknown-step"
    case unknownWord = "scenario/unknown-word"
    case unknownReason = "scenario/unknown-reason"
    case unknownProfile = "scenario/unknown-profile"
    case unknownEdge = "scenario/unknown-edge"
    case engineNotThere = "scenario/engine-not-there"
    case noSuchVariable = "scenario/no-such-variable"

    public var kind: BridgeFailure.Kind { .unreadableInput }

    public var meaning: String {
        switch self {
        case .notUTF8: "The file is not UTF-8."
        case .notYAML: "The text is not YAML."
        case .tab: "A line is indented with a tab, which YAML does not take."
        case .tooLarge: "The file is larger than the limit."
        case .empty: "There is no scenario in the file."
        case .noName: "The scenario has no name."
        case .noSteps: "The scenario has no steps."
        case .noExpectation: "The scenario expects nothing, so it cannot fail."
        case .missingField: "A field that is needed is not given."
        case .wrongType: "The value is of another type than is expected at this place."
        case .unknownKey: "There is no such key at this place."
        case .repeatedKey: "A key stands twice in the same place."
        case .unknownStep: "There is no step of that name."
        case .unknownWord: "The value is none of those that are known at this place."
        case .unknownReason: "There is no reason of that code."
        case .unknownProfile: "There is no profile of that name."
        case .unknownEdge: "There is no edge of that name."
        case .engineNotThere: "The scenario asks for an engine that cannot open pages."
        case .noSuchVariable: "The environment has no variable of that name."
        }
    }

    public var fix: String {
        switch self {
        case .notUTF8: "Save it as UTF-8."
        case .notYAML: "Correct the line that is named."
        case .tab: "Indent with spaces."
        case .tooLarge: "Split it."
        case .empty: "Begin with `name:`."
        case .noName: "Begin with `name: What happens`."
        case .noSteps: "Add `steps:`."
        case .noExpectation: "Add `expect:`."
        case .missingField: "Add the field that is named."
        case .wrongType: "Write a value of the type that is named."
        case .unknownKey: "Correct its spelling, or take it out."
        case .repeatedKey: "Remove one."
        case .unknownStep: "Correct its spelling."
        case .unknownWord: "Use one of those that are named."
        case .unknownReason: "See session-bridge reasons."
        case .unknownProfile: "See session-bridge profiles."
        case .unknownEdge: "Use one of those that are named."
        case .engineNotThere: "Write `engine: webkitgtk`, or leave it out."
        case .noSuchVariable: "Export it."
        }
    }
}
