extension ScenarioLanguage {
    /// The text of `docs/scenarios.md`.
    public static var reference: String {
        var lines = [
            "# Scenarios",
            "",
            "A file holds one scenario, or several with `---` between them. This page is printed by",
            "`session-bridge schema --markdown`; `session-bridge schema` prints the same as a JSON Schema, with which editors",
            "complete and check: docs/scenario.schema.json, which a file names in its first line.",
            "",
            "```yaml",
            "# yaml-language-server: $schema=../docs/scenario.schema.json",
            "```",
            "",
            "This is version \(version) of the language, and it is provisional: keys may still change until session-bridge 1.0.",
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
        for section in [names, captures, reuse, tables, folders, endings] { lines += [""] + section }
        return lines.joined(separator: "\n")
    }

    private static func lines(for definition: StepDefinition) -> [String] {
        var lines = ["", "### `\(definition.name)`", "", definition.documentation]
        switch definition.form {
        case .nothing: break
        case .value(let shape): lines += ["Its value: \(ShapeReference.words(for: shape))."]
        case .settings(let settings, _): lines += [""] + table(settings, of: definition)
        case .valueOrSettings(let shape, let settings):
            lines +=
                ["Its value: \(ShapeReference.words(for: shape)); or settings:", ""] + table(settings, of: definition)
        }
        return lines
    }

    private static func table(_ settings: SettingsShape, of definition: StepDefinition) -> [String] {
        ShapeReference.table(definition.takesID ? settings.with(StepDefinition.id) : settings)
    }
}
