import BridgePrimitives
import Scenarios

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
