public import BridgePrimitives

/// Which of the scenarios that were read are to be run: by tags and by name.
public struct ScenarioChoice: Hashable, Sendable {
    /// Any of them is enough; empty for all scenarios.
    public var tags: [String] = []
    /// None of them may be there.
    public var excludedTags: [String] = []
    /// A regular expression, or a part of the name as it is; nil for all.
    public var filter: String?

    public init() {}

    public init(tags: [String] = [], excludedTags: [String] = [], filter: String? = nil) {
        (self.tags, self.excludedTags, self.filter) = (tags, excludedTags, filter)
    }

    /// Those that are chosen, in their order.
    ///
    /// - Throws: `run/bad-filter` with the place; `run/no-such-scenario` with what there is when none is left.
    /// - Complexity: O(n) in the scenarios, times the cost of the expression.
    public func chosen(among all: [PlannedScenario]) throws(BridgeFailure) -> [PlannedScenario] {
        let named =
            try filter.map { filter throws(BridgeFailure) in
                let names = try NameFilter(filter, names: all.map(\.scenario.name))
                let found = all.filter { names.takes($0.scenario.name) }
                guard !found.isEmpty else { throw Self.noName(filter, among: all) }
                return found
            } ?? all
        let tagged = tags.isEmpty ? named : named.filter { each in each.scenario.tags.contains(where: tags.contains) }
        guard !tagged.isEmpty || named.isEmpty else { throw noTag(among: named) }
        let left = tagged.filter { each in !each.scenario.tags.contains(where: excludedTags.contains) }
        guard !left.isEmpty || tagged.isEmpty else {
            throw RunReason.noSuchScenario.failure(
                "--exclude \(excludedTags.joined(separator: ",")) leaves none of \(Self.count(tagged))",
                fix: "exclude less")
        }
        return left
    }

    /// Tags that were typed and that no scenario has: slips, as like as not.
    public func unknownTags(among all: [PlannedScenario]) -> [String] {
        let known = Set(all.flatMap(\.scenario.tags))
        return (tags + excludedTags).uniqued().filter { !known.contains($0) }
    }

    private func noTag(among scenarios: [PlannedScenario]) -> BridgeFailure {
        let known = scenarios.flatMap(\.scenario.tags).uniqued().sorted()
        let typed = tags.map { "\"\($0)\"" }.joined(separator: " or ")
        return RunReason.noSuchScenario.failure(
            "none of \(Self.count(scenarios)) has the tag \(typed)",
            fix: known.isEmpty
                ? "no scenario has tags; add `tags: [\(tags.first ?? "smoke")]` to some"
                : tags.count == 1
                    ? Suggestion.listing(known, for: tags[0]) : "known are: " + known.joined(separator: ", "))
    }

    private static func noName(_ filter: String, among scenarios: [PlannedScenario]) -> BridgeFailure {
        let names = scenarios.map(\.scenario.name).uniqued()
        let near = Suggestion.nearest(to: filter, among: names)
        let word = filter.split(separator: " ").max { $0.count < $1.count }.map { ASCIIText.lowercased($0.utf8) } ?? ""
        let alike = names.filter { name in
            ASCIIText.lowercased(name.utf8).split { !($0.isLetter || $0.isNumber) }.contains { part in
                Suggestion.nearest(to: word, among: [String(part)]) != nil
            }
        }
        let shown = (alike.isEmpty ? names : alike).prefix(3).map { "\"\($0)\"" }.joined(separator: ", ")
        return RunReason.noSuchScenario.failure(
            "no scenario's name matches \"\(filter)\"", fix: near ?? "there are \(shown); --list has them all")
    }

    private static func count(_ scenarios: [PlannedScenario]) -> String {
        "\(scenarios.count) scenario\(scenarios.count == 1 ? "" : "s")"
    }
}

/// A filter of names: what contains the text as it is, or has a match for it as a regular expression.
private struct NameFilter {
    private let text: String
    private let expression: Regex<AnyRegexOutput>?

    /// - Parameter names: a text that is no expression is good where one of them contains it.
    init(_ text: String, names: [String]) throws(BridgeFailure) {
        self.text = text
        do { expression = try Regex(text) } catch {
            guard names.contains(where: { $0.contains(text) }) else {
                throw ChoiceReason.badFilter.failure(
                    "\"\(text)\" is no regular expression from character \(Self.end(of: text) + 1) on (\(error))")
            }
            expression = nil
        }
    }

    func takes(_ name: String) -> Bool {
        name.contains(text) || expression.map { name.firstMatch(of: $0) != nil } == true
    }

    /// How many characters from the start are an expression by themselves: what stands behind them is what is wrong.
    private static func end(of text: String) -> Int {
        let characters = Array(text.prefix(200))
        return characters.indices.reversed().first { (try? Regex(String(characters[..<$0]))) != nil } ?? 0
    }
}
