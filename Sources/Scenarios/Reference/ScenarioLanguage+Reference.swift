extension ScenarioLanguage {
    /// The text of `docs/scenarios.md`.
    public static var reference: String {
        var lines = [
            "# Scenarios",
            "",
            "A file holds one scenario, or several with `---` between them. This page is printed by",
            "`session-bridge schema --markdown`; `session-bridge schema` prints the same as a JSON Schema, with which editors",
            "complete and check. `${env.NAME}` in a text is a variable of the environment.",
            "",
            "## A scenario",
            "",
        ]
        lines += ShapeReference.table(ScenarioDraft.settings.shape)
        for actor in StepDefinition.Actor.allCases {
            lines += ["", "## Steps: \(actor.rawValue.lowercased())"]
            for definition in Step.definitions where definition.actor == actor {
                lines += self.lines(for: definition)
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func lines(for definition: StepDefinition) -> [String] {
        var lines = ["", "### `\(definition.name)`", "", definition.documentation]
        if definition.obstacle != nil { lines += ["`twin --browser` cannot do this: WebDriver has no means for it."] }
        switch definition.form {
        case .nothing: break
        case .value(let shape): lines += ["Its value: \(ShapeReference.words(for: shape))."]
        case .settings(let settings, _): lines += [""] + ShapeReference.table(settings)
        }
        return lines
    }
}
