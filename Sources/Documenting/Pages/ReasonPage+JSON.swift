public import BridgePrimitives

extension ReasonPage {
    /// The page as one object: the catalogue's members, then what the page adds.
    public var json: JSONValue {
        guard case .object(var object) = entry.json else { return entry.json }
        object["area"] = [
            "name": .string(area.name), "introduction": .string(area.introduction), "met_in": .string(area.place),
        ]
        if let example { object["example"] = example.json }
        object["snippets"] = .array(
            snippets.map {
                [
                    "language": .string($0.language.rawValue), "purpose": .string($0.purpose), "text": .string($0.text),
                ]
            })
        object["symptoms"] = .array(symptoms.map { ["id": .string($0.id), "title": .string($0.title)] })
        object["see_also"] = .array(seeAlso.map { .string($0.rawValue) })
        return .object(object)
    }
}

extension ReasonPage.ShownExample {
    var json: JSONValue {
        var object = JSONObject([
            ("story", .string(story)), ("profile", .string(profile)), ("wrong", Self.json(wrong, wrongSource)),
            ("mended", Self.json(mended, mendedSource)),
            (
                "engines",
                .array(
                    engines.map {
                        [
                            "profile": .string($0.engine), "outcome": .string($0.outcome),
                            "reasons": .array($0.reasons.map { .string($0.rawValue) }),
                            "gives_code": .bool($0.givesCode),
                        ]
                    })
            ),
        ])
        if let command { object["command"] = .string(command) }
        return .object(object)
    }

    private static func json(_ run: ExampleRun, _ sources: [ReasonPage.SourceText]) -> JSONValue {
        [
            "steps": .array(
                run.steps.map {
                    [
                        "done": .string($0.done), "answer": .string($0.answer),
                        "reasons": .array($0.reasons.map { .string($0.rawValue) }),
                    ]
                }),
            "reasons": .array(run.reasons.map { .string($0.rawValue) }),
            "files": .array(sources.map { ["name": .string($0.name), "text": .string($0.text)] }),
        ]
    }
}
