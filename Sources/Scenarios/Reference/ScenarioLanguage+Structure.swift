/// What no row of a table says: names, captures, files that are used, tables, folders.
extension ScenarioLanguage {
    static let names = [
        "## Names in values",
        "",
        "`${…}` may stand in every value, and in a part of one: texts, words, numbers, `true` and `false`, durations. What it",
        "stands for is put in before the value is read. An unknown name is refused where it stands.",
        "",
        "| name | stands for | where |",
        "| --- | --- | --- |",
        "| `${var.NAME}` | a variable: of the folder's settings, of the scenario, or of `run --var NAME=VALUE`; the last wins | scenarios, folders |",
        "| `${env.NAME}` | a variable of the environment | everywhere |",
        "| `${row.NAME}` | a value of the scenario's row | scenarios with `rows` |",
        "| `${param.NAME}` | a parameter | files for `use` |",
        "| `${exchange.cookie.path}` | what a step has brought about: see below | steps after it, `expect` |",
        "",
        "`${env.NAME:-default}` and `${var.NAME:-default}` have a default for what is not given or empty.",
        "",
        "```yaml",
        "name: Somebody else signs in",
        "variables: { email: hanako@example.com, wait: 61m }",
        "user: { email: \"${var.email}\" }",
        "steps:",
        "  - sign-in",
        "  - advance: ${var.wait}",
        "```",
    ]

    static var captures: [String] {
        let intro = [
            "## What steps bring about",
            "",
            "A later step, and `expect`, may name what a step has brought about, by the step's name: of several exchanges the",
            "last one. A step with `id: first` can be named by that as well. What is named before its step is refused when the",
            "file is read; what a run has not brought about fails the step that asks for it, with `run/value-not-there`.",
            "",
            "```yaml",
            "steps:",
            "  - sign-in",
            "  - exchange: { id: first }",
            "  - advance: 30m",
            "  - exchange: { id: second }",
            "expect:",
            "  signed-in-as: ${sign-in.uid}",
            "  values:",
            "    - { that: \"${first.cookie.path}\", equals: / }",
            "    - { that: \"${second.token.claims.exp}\", minus: \"${first.token.claims.exp}\", at-least: 30m }",
            "```",
            "",
            "Under `values` numbers, durations and times are compared as such. A time minus a time is a duration; beside a time a",
            "number counts as seconds since 1970, and beside a duration as seconds, as tokens have them. Secrets may be named in",
            "steps and under `values`, and are masked in reports.",
            "",
            "| name | is | |",
            "| --- | --- | --- |",
        ]
        let ofSteps = Step.definitions.flatMap { step in
            step.captures.map { row("\(step.name).\($0.title)", $0) }
        }
        return intro + ofSteps + CaptureDefinition.world.map { row($0.title, $0) }
    }

    private static func row(_ name: String, _ definition: CaptureDefinition) -> String {
        "| `${\(name)}` | \(definition.kind.rawValue)\(definition.isSecret ? ", secret" : "") | \(definition.documentation) |"
    }

    static var reuse: [String] {
        [
            "## Steps of another file",
            "",
            "`use` takes the steps of a file. What it needs to be told are its parameters; variables of the scenario are not",
            "known in it. Files are named from the folder of the file that names them, and lie in the project's folder: the one",
            "with session-bridge.yaml, or else the checkout. Files may use files,",
            "\(ReusableSteps.depthLimit) deep. A file with `steps` alone is no scenario, and passed over when a folder is run.",
            "",
            "```yaml",
            "# login.yaml",
            "parameters:",
            "  email: { what: Whose account. }",
            "  field: { default: idtoken }",
            "steps:",
            "  - sign-in: { as: \"${param.email}\" }",
            "  - exchange: { field: \"${param.field}\" }",
            "```",
            "",
            "```yaml",
            "steps:",
            "  - use: { file: login.yaml, with: { email: hanako@example.com } }",
            "  - open",
            "```",
            "",
            "### `use`",
            "",
            UseOfSteps.documentation + " `use: login.yaml` is one without parameters.",
            "",
        ] + ShapeReference.table(UseOfSteps.settings.shape) + ["", "### A file for `use`", ""]
            + ShapeReference.table(ReusableSteps.settings.shape)
    }

    static let tables = [
        "## Tables",
        "",
        "With `rows` a scenario runs once for each row: each is a scenario of its own for `--filter` and in reports, which name",
        "the row's line. Its name has ` [1]`, ` [2]`… behind it, unless `${row.…}` stands in it. All rows have the same keys.",
        "`rows: { file: rows.csv }` takes them from a table (RFC 4180, names in the first line); there are at most",
        "\(ScenarioRows.limit).",
        "",
        "```yaml",
        "name: A cookie with ${row.attributes} ends ${row.verdict}",
        "rows:",
        "  - { attributes: Path=/; Secure, verdict: signed-in }",
        "  - { attributes: Path=/; Secure; HttpOnly, verdict: signed-out }",
        "backend: { cookie-attributes: \"${row.attributes}\" }",
        "```",
    ]

    static var folders: [String] {
        [
            "## The settings of a folder",
            "",
            "\(FolderFile.name) holds for all scenarios of its folder and of those below it, up to the project's folder: what a",
            "scenario says itself wins, and so does the nearer folder; tags are added. `set-up` steps come before a scenario's",
            "own, those of the outer folder first; `tear-down` steps come after it, in the other order, also when it failed.",
            "What they change is not judged; that one fails is told beside what the scenario failed for.",
            "",
        ]
            + ShapeReference.table(
                SettingsShape(
                    fields: FolderFile.settings.shape.fields.filter {
                        ["set-up", "tear-down", "variables", "tags"].contains($0.key)
                    })) + [
                "",
                "All other keys of a scenario but `name`, `rows`, `steps`, `expect` and `known-failure` may stand there, too.",
            ]
    }

    static let endings = [
        "## Failures that are wanted, and failures that are known",
        "",
        "`expect.because` asks for the root cause that a report would give for the ending: a test of a mistake then fails when",
        "something else keeps the user out. `known-failure` is for what is not mended yet: the scenario passes, told as",
        "known, as long as it fails with that root cause; it fails when there is another, and when it would pass, with",
        "`run/known-failure-passes`.",
        "",
        "```yaml",
        "expect: { verdict: signed-out, because: script/http-only }",
        "known-failure: { reason: script/http-only, note: The backend sets HttpOnly; ticket 42. }",
        "```",
    ]
}
