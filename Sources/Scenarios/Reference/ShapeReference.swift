/// Shapes as tables of a Markdown page.
package enum ShapeReference: Sendable {
    /// A row for each key; keys of keys are written with a dot.
    package static func table(_ settings: SettingsShape) -> [String] {
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
        case .choice(let settings, _), .rows(let settings): [settings]
        case .named(let settings):
            [SettingsShape(fields: settings.fields.map { $0.under("NAME") })]
        case .list(let element): nested(element)
        case .text, .path, .bool, .duration, .reason, .name, .words, .number, .steps, .tasks, .url, .address, .file,
            .json, .texts:
            []
        }
    }

    static func words(for shape: Shape) -> String {
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
        case .tasks: "a list of steps, or of lists of steps"
        case .url: "a URL"
        case .address: "a path or a URL"
        case .file: "a file"
        case .json: "any value"
        case .texts: "names with texts"
        case .named: "names with settings"
        case .rows: "a list of names with texts, or a file"
        case .choice(_, let words) where words.isEmpty: "one of these"
        case .choice(_, let words):
            "one of these; " + words.map { "`\($0)`" }.joined(separator: " and ") + " may stand alone"
        }
    }
}
