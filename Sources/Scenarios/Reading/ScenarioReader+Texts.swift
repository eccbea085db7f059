import BridgePrimitives
package import Yams

/// The one place where what stands in `${…}` is put into a file's values, before they are read as what they are: numbers,
/// words, truth values and durations may all be named.
extension ScenarioReader {
    /// - Parameter placeholders: names whose `${…}` is left for whoever plays the scenario.
    /// - Returns: the text with what is known of it; a stand-in for what a step will bring about, which
    ///   ``awaited`` then has; nil when a problem was noted.
    package mutating func text(_ node: Node, placeholders: [String] = []) -> String? {
        guard let template = template(node, placeholders: placeholders) else { return nil }
        awaited += template.captures
        return template.text { $0.sample }
    }

    /// The same value without `${…}`, for what is no text; nil when a problem was noted.
    package mutating func plain(_ node: Node) -> Node? {
        guard case .scalar(let scalar) = node, scalar.string.contains("${") else { return node }
        // Where it stands is told when it does not fit.
        return text(node).map { .scalar(Node.Scalar($0, Tag(.implicit), .plain, scalar.mark)) }
    }

    /// - Parameter placeholders: nil for a text that was read before, whose other names are left as they are.
    mutating func template(_ node: Node, placeholders: [String]?) -> TemplateText? {
        guard case .scalar(let scalar) = node else {
            return refuse(.wrongType, node, "a text was expected here", "")
        }
        guard !isSubstituted, scalar.string.contains("${") else { return TemplateText(scalar.string) }
        var parts: [TemplateText.Part] = []
        var rest = scalar.string[...]
        while let start = rest.firstRange(of: "${") {
            if start.lowerBound > rest.startIndex { parts.append(.text(String(rest[..<start.lowerBound]))) }
            guard let end = rest[start.upperBound...].firstIndex(of: "}") else {
                return refuse(.noSuchVariable, node, "this ${ has no end", "close it with }")
            }
            let name = String(rest[start.upperBound..<end])
            if placeholders?.contains(name) == true {
                parts.append(.text(String(rest[start.lowerBound...end])))
            } else if let value = value(of: name, node, others: placeholders) {
                parts += value.parts
            } else if placeholders == nil {
                parts.append(.text(String(rest[start.lowerBound...end])))
            } else {
                return nil
            }
            rest = rest[rest.index(after: end)...]
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        return TemplateText(parts)
    }

    /// - Parameter others: what else may stand here, for messages; nil to say nothing.
    private mutating func value(of text: String, _ node: Node, others: [String]?) -> TemplateText? {
        let (name, fallback) = Self.split(text)
        func withFallback(_ value: TemplateText?) -> TemplateText? {
            // As in a shell, what is empty counts as not given.
            value?.parts.isEmpty == false ? value : fallback.map { TemplateText($0) } ?? value
        }
        if name.hasPrefix("env.") {
            let variable = String(name.dropFirst(4))
            usedEnvironment.insert(variable)
            return withFallback(environment[variable].map { TemplateText($0) })
                ?? refusing(
                    others, .noSuchVariable, node, "the environment has no \(variable)",
                    "export \(variable)=…, or write ${\(name):-default}")
        }
        if name.hasPrefix("var."), let variables = scope.variables {
            let variable = String(name.dropFirst(4))
            usedVariables.insert(variable)
            guard !scope.laterVariables.contains(variable) else {
                return refusing(
                    others, .noSuchVariable, node, "the variable \"\(variable)\" does not stand above this one",
                    "move it up: a variable may name those above it")
            }
            return withFallback(variables[variable])
                ?? refusing(
                    others, .noSuchVariable, node, "no variable is called \"\(variable)\"",
                    Suggestion.nearest(to: variable, among: Array(variables.keys))
                        ?? "write it under `variables:`, or give --var \(variable)=…")
        }
        guard fallback == nil else {
            return refusing(
                others, .noSuchVariable, node, "only ${env.…} and ${var.…} have a default after \":-\"", "take it out")
        }
        if name.hasPrefix("param."), let parameters = scope.parameters {
            let parameter = String(name.dropFirst(6))
            return parameters[parameter]
                ?? refusing(
                    others, .noSuchVariable, node, "no parameter is called \"\(parameter)\"",
                    Suggestion.nearest(to: parameter, among: Array(parameters.keys)) ?? "write it under `parameters:`")
        }
        if name.hasPrefix("row."), let row = scope.row {
            let column = String(name.dropFirst(4))
            return row.values[column].map { TemplateText($0) }
                ?? refusing(
                    others, .noSuchVariable, node, "the rows have no \"\(column)\"",
                    Suggestion.text(for: column, among: row.values.keys.sorted()))
        }
        if let captures, let reference = captures.reference(name) {
            guard !reference.definition.isSecret || takesSecrets else {
                return refusing(
                    others, .captureNotHere, node, "${\(name)} is a secret, which would stand in the report",
                    "compare it under `values`, where it is masked")
            }
            return TemplateText([.capture(reference)])
        }
        return noSuchValue(name, node, others: others)
    }

    private mutating func noSuchValue(_ name: String, _ node: Node, others: [String]?) -> TemplateText? {
        // A file of another kind has no steps, before or after.
        if codes.isEmpty,
            CaptureScope.isOfSomeStep(name) || CaptureDefinition.world.contains(where: { $0.has(name) })
        {
            // The steps that are missing are told already.
            if captures?.isIncomplete == true { return nil }
            guard captures != nil else {
                return refusing(
                    others, .captureNotHere, node, "${\(name)} is not known before the scenario runs",
                    "name it in a step after the one that brings it about, or under `expect:`")
            }
            return refusing(
                others, .captureTooEarly, node, "no step before this one brings about ${\(name)}",
                "move it behind the step, or add the step")
        }
        let known = (others ?? []) + scope.names + (captures?.names ?? []) + ["env.NAME"]
        return refusing(
            others, .noSuchVariable, node, "nothing is called ${\(name)} here",
            Suggestion.nearest(to: name, among: known) ?? Self.listing(known))
    }

    private static func listing(_ known: [String]) -> String { "known are: \(known.joined(separator: ", "))" }

    private mutating func refusing(
        _ others: [String]?, _ reason: ScenarioReason, _ node: Node, _ message: String, _ hint: String
    ) -> TemplateText? {
        if others != nil { note(reason, node, message, hint) }
        return nil
    }

    /// `NAME`, or `NAME:-default`.
    private static func split(_ text: String) -> (name: String, fallback: String?) {
        guard let mark = text.firstRange(of: ":-") else { return (text, nil) }
        return (String(text[..<mark.lowerBound]), String(text[mark.upperBound...]))
    }
}
