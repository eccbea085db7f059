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
        lines += table(ScenarioDraft.settings.shape)
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
        if definition.obstacle != nil { lines += ["`twin` cannot do this beside a real browser."] }
        switch definition.form {
        case .nothing: break
        case .value(let shape): lines += ["Its value: \(words(for: shape))."]
        case .settings(let settings, _): lines += [""] + table(settings)
        }
        return lines
    }

    /// A row for each key; keys of keys are written with a dot.
    private static func table(_ settings: SettingsShape) -> [String] {
        ["| key | value | default | |", "| --- | --- | --- | --- |"] + rows(settings, prefix: "")
    }

    private static func rows(_ settings: SettingsShape, prefix: String) -> [String] {
        settings.fields.flatMap { field -> [String] in
            let value = field.isRequired ? "required" : field.defaultText.map { $0.isEmpty ? "" : "`\($0)`" } ?? ""
            let row = "| `\(prefix)\(field.key)` | \(words(for: field.shape)) | \(value) | \(field.documentation) |"
            return [row] + nested(field.shape).map { rows($0, prefix: "\(prefix)\(field.key).") }.joined()
        }
    }

    private static func nested(_ shape: Shape) -> [SettingsShape] {
        switch shape {
        case .settings(let settings), .wordWithSettings(_, let settings), .wordOrSettings(_, let settings): [settings]
        case .list(let element): nested(element)
        case .text, .path, .bool, .duration, .reason, .name, .words, .number, .steps: []
        }
    }

    private static func words(for shape: Shape) -> String {
        switch shape {
        case .text: "a text"
        case .path: "a path"
        case .bool: "`true`, `false`"
        case .duration: "a duration: `61m`, `10s`, `250ms`"
        case .reason: "a reason code"
        case .name(.profile): "a profile: `session-bridge profiles`"
        case .name(.edge): "an edge: `session-bridge profiles`"
        case .words(let words) where words == Step.names: "a step's name"
        case .words(let words): words.map { "`\($0)`" }.joined(separator: ", ")
        case .list(let element): words(for: element) + ", or a list"
        case .settings: "settings"
        case .wordWithSettings(let words, _): words.map { "`\($0)`" }.joined(separator: ", ") + ", or one with settings"
        case .wordOrSettings(let words, _): words.map { "`\($0)`" }.joined(separator: ", ") + ", or settings"
        case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
        case .steps: "a list of steps"
        }
    }
}
