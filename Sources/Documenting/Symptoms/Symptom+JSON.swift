public import BridgePrimitives

extension Symptom {
    public var json: JSONValue {
        [
            "id": .string(id), "title": .string(title), "explanation": .string(explanation),
            "causes": .array(causes.map { ["code": .string($0.code.rawValue), "clue": .string($0.clue)] }),
            "command": .string(command),
        ]
    }
}
