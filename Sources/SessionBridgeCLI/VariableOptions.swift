import ArgumentParser

/// `--var NAME=VALUE`, which wins over the variables of scenario files.
struct VariableOptions: ParsableArguments {
    @Option(
        name: .customLong("var"),
        help: ArgumentHelp(
            "What ${var.NAME} stands for in scenarios, whatever they say; may be repeated.", valueName: "name=value"))
    var variables: [VariableOption] = []

    /// By name; the last of a name counts.
    var values: [String: String] { Dictionary(variables.map { ($0.name, $0.value) }) { $1 } }
}

/// `NAME=VALUE`.
struct VariableOption: ExpressibleByArgument {
    let name: String
    let value: String

    init?(argument: String) {
        guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else { return nil }
        (name, value) = (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
    }
}
