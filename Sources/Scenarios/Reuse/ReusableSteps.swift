import BridgePrimitives
import Yams

/// A file for `use`: steps under one name, and what they need to be told.
struct ReusableSteps: Sendable {
    var version = 1
    var parameters: [Parameter] = []
    var steps: [LocatedStep] = []

    struct Parameter: Sendable {
        var name = ""
        /// Nil for one that has to be given.
        var fallback: TemplateText?
        var documentation: String?

        static let settings = Settings(
            "a parameter", startingWith: Parameter(),
            [
                Field(
                    "default", \.fallback, .template, "What it is where it is not given; it must be given without one."),
                Field("what", \.documentation, .text, "What it is, in one sentence."),
            ])
    }

    /// How deeply files may use files.
    static let depthLimit = 8
    /// How many steps a scenario may have, those of the files that it uses among them.
    static let stepLimit = 10_000

    static let settings = Settings(
        "a file for use", startingWith: ReusableSteps(),
        [
            Field("version", \.version, .version, "The version of the language that the file is written in."),
            Field(
                "parameters", \.parameters, .parameters, "What its steps name as `${param.NAME}`: names with settings."),
            Field("steps", \.steps, .steps, "What happens, one after the other.")
                .required("there are no steps in this file", "add `steps:`", reason: .noSteps),
        ], isDocument: true)

    /// Whether a document is one for use: it has steps, and nothing that makes a scenario of it.
    static func isDocument(_ node: Node) -> Bool {
        guard case .mapping(let mapping) = node else { return false }
        let keys = Set(mapping.compactMap { $0.key.scalar?.string })
        return keys.contains("steps") && keys.isSubset(of: ["version", "parameters", "steps"])
    }
}

/// The settings of a step `use`.
struct UseOfSteps: Sendable {
    var file = ""
    var values: [NamedTemplate] = []

    static let settings = Settings(
        "use", startingWith: UseOfSteps(),
        [
            Field("file", \.file, .file, "A file with `steps:`, from the folder of the file that names it.")
                .required("which file?", "add `file: login.yaml`"),
            Field("with", \.values, .templates, "Its parameters: names with texts."),
        ])

    static let name = "use"
    static let documentation = "The steps of another file, which takes parameters; it may use others."
}

/// A name with a text that may wait for a value.
struct NamedTemplate: Sendable {
    let name: String
    let text: TemplateText
    let location: SourceLocation
}

extension FieldType<TemplateText> {
    /// A text in which what steps bring about may stand where that is known by then.
    static var template: Self {
        FieldType(.text, written: { $0.source }) { node, reader in reader.template(node, placeholders: []) }
    }
}

extension FieldType<[NamedTemplate]> {
    static var templates: Self {
        FieldType(.texts) { node, reader in
            guard case .mapping(let mapping) = node else {
                return reader.refuse(
                    .wrongType, node, "`name: text` pairs were expected here", "write `{ name: text }`")
            }
            let before = reader.problems.count
            let pairs = mapping.compactMap { nameNode, member -> NamedTemplate? in
                guard let name = reader.text(nameNode), let text = reader.template(member, placeholders: []) else {
                    return nil
                }
                return NamedTemplate(name: name, text: text, location: reader.location(nameNode))
            }
            return reader.problems.count == before ? pairs : nil
        }
    }
}

extension FieldType<[ReusableSteps.Parameter]> {
    static var parameters: Self {
        FieldType(.named(ReusableSteps.Parameter.settings.shape)) { node, reader in
            guard case .mapping(let mapping) = node else {
                return reader.refuse(
                    .wrongType, node, "parameters have names", "write `parameters: { email: { what: … } }`")
            }
            let before = reader.problems.count
            let parameters = mapping.compactMap { nameNode, member -> ReusableSteps.Parameter? in
                guard let name = reader.name(nameNode, "a parameter's name") else { return nil }
                var parameter = ReusableSteps.Parameter()
                if member.null == nil, !ReusableSteps.Parameter.settings.read(member, into: &parameter, &reader) {
                    return nil
                }
                parameter.name = name
                return parameter
            }
            return reader.problems.count == before ? parameters : nil
        }
    }
}

extension ScenarioReader {
    /// A name that can stand behind a dot in `${…}`.
    mutating func name(_ node: Node, _ what: String) -> String? {
        guard let text = text(node) else { return nil }
        guard CSVTable.isName(text) else {
            return refuse(.wrongType, node, "\"\(text)\" cannot be \(what)", "use letters, digits, - and _")
        }
        return text
    }
}
