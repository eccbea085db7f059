import BridgePrimitives
import BridgeTrace
import YAMLReading
import Yams

/// A folder's settings, as they are read into each of its scenarios.
struct FolderDocument {
    let scope: ReadingScope
    let document: Node
}

extension FieldType {
    /// What is read before all other keys, since they name it.
    static func readBefore<Element: Sendable>(_ shape: Shape) -> Self where Value == [Element] {
        FieldType(shape) { _, _ in [] }
    }
}

extension ScenarioReader {
    /// The settings of the folders that a file is in, the outermost first.
    mutating func folders(_ files: [FolderFile]) -> [FolderDocument] {
        files.compactMap { file in
            let outer = scope
            scope = ReadingScope(file: file.file, lines: Self.lines(of: file.text))
            defer { scope = outer }
            let (documents, problem) = BoundedYAML.documents(in: file.text)
            if let problem { note(problem) }
            let whole = documents.filter { $0.null == nil }
            if whole.count > 1 { note(.wrongType, whole[1], "this is the second document", "keep one") }
            return whole.first.map { FolderDocument(scope: scope, document: $0) }
        }
    }

    /// The scenarios of one document: one, or one for each row.
    ///
    /// - Parameter given: variables that win over those of the file.
    mutating func scenarios(
        _ document: Node, in folders: [FolderDocument], given: [String: String]
    ) -> [Scenario] {
        let base = scope
        defer { scope = base }
        scope.variables = given.mapValues { TemplateText($0) }
        (usedFiles, usedVariables) = ([], [])
        guard let rows = rows(of: document) else { return [] }
        let asked = usedFiles
        guard !rows.isEmpty else { return scenario(document, in: folders, given: given).map { [$0] } ?? [] }
        let isNamed = ScenarioRows.isNamed(in: document["name"]?.scalar?.string ?? "")
        var scenarios: [Scenario] = []
        for row in rows where problems.count < Self.problemLimit {
            scope = base
            scope.row = row
            usedFiles = asked
            guard var scenario = scenario(document, in: folders, given: given) else { continue }
            scenario.row = Scenario.TableRow(
                number: row.number, lines: row.lines, documentLine: scenario.source.line)
            if row.location.file == base.file { scenario.source = row.location }
            if !isNamed { scenario.name += " [\(row.number)]" }
            scenarios.append(scenario)
        }
        return scenarios
    }

    private mutating func scenario(
        _ document: Node, in folders: [FolderDocument], given: [String: String]
    ) -> Scenario? {
        let own = scope
        defer { scope = own }
        (knownCaptures, stepCount) = (CaptureScope(), 0)
        var variables: [String: TemplateText] = [:]
        for folder in folders {
            scope = folder.scope
            variables.merge(self.variables(of: folder.document, below: variables, given: given)) { $1 }
        }
        scope = own
        variables.merge(self.variables(of: document, below: variables, given: given)) { $1 }
        let declared = variables.keys
        variables.merge(given.mapValues { TemplateText($0) }) { $1 }

        var draft = ScenarioDraft()
        var (tags, setUp, tearDowns) = ([String](), [LocatedStep](), [[LocatedStep]]())
        for folder in folders {
            scope = folder.scope
            scope.variables = variables
            guard FolderFile.settings.read(folder.document, into: &draft, &self) else { continue }
            tags += draft.tags
            setUp += draft.setUp
            tearDowns.append(draft.tearDown)
            (draft.tags, draft.setUp, draft.tearDown) = ([], [], [])
        }
        scope = own
        scope.variables = variables
        guard ScenarioDraft.settings.read(document, into: &draft, &self) else { return nil }
        tearDowns.append(draft.tearDown)
        var scenario = Scenario(
            name: Masking(.fingerprints).text(draft.name).text, source: location(document),
            tags: (tags + draft.tags).uniqued(), setting: draft.setting,
            steps: (setUp + draft.setUp).map { $0.as(.setUp) } + draft.steps, expectation: draft.expectation)
        scenario.tearDown = tearDowns.reversed().joined().map { $0.as(.tearDown) }
        scenario.knownFailure = draft.knownFailure
        scenario.files = (folders.map(\.scope.file) + usedFiles).uniqued()
        scenario.variables = usedVariables.union(declared)
        scenario.environment = usedEnvironment
        if draft.name.allSatisfy(\.isWhitespace) {
            note(.noName, document["name"], "the name is empty", "say what happens, in one sentence")
        }
        checkFailure(of: scenario, document)
        if let problem = scenario.setting.order?.problem(among: scenario.namedSteps) {
            note(ScenarioReason.unknownEvent.code, at: problem.entry.location, problem.message, problem.fix)
        }
        return scenario
    }

    /// A step that is not taken cannot fail.
    private mutating func checkFailure(of scenario: Scenario, _ document: Node) {
        guard let step = scenario.expectation.failure?.step else { return }
        let taken = scenario.namedSteps.map(\.step.step.name).uniqued()
        guard !taken.contains(step) else { return }
        note(
            .unknownStep, document["expect"]?["failure"]?["step"],
            "no step here is called \"\(step)\", so none can fail",
            taken.isEmpty ? "add the step" : Suggestion.text(for: step, among: taken))
    }

    /// The variables of a document, which may name the environment, the row, and the variables above them.
    ///
    /// - Parameters:
    ///   - outer: those of the folders around it; one that is written anew may name what it was.
    ///   - given: what wins over all of them.
    private mutating func variables(
        of document: Node, below outer: [String: TemplateText], given: [String: String]
    ) -> [String: TemplateText] {
        guard let node = document["variables"] else { return [:] }
        guard case .mapping(let mapping) = node else {
            note(.wrongType, node, "variables have names", "write `variables: { email: a@b.test }`")
            return [:]
        }
        let before = scope
        defer { scope = before }
        var known = outer.merging(given.mapValues { TemplateText($0) }) { $1 }
        var later = Set(mapping.compactMap { $0.key.string }).subtracting(given.keys)
        var variables: [String: TemplateText] = [:]
        for (nameNode, member) in mapping {
            guard let name = name(nameNode, "the name of a variable") else { continue }
            if known[name] != nil { later.remove(name) }
            (scope.variables, scope.laterVariables) = (known, later)
            later.remove(name)
            guard let value = template(member, placeholders: []) else {
                // What is wrong with it is told once.
                known[name] = TemplateText("")
                continue
            }
            variables[name] = value
            if given[name] == nil { known[name] = value }
        }
        return variables
    }
}

extension LocatedStep {
    fileprivate func `as`(_ part: Part) -> LocatedStep {
        var step = self
        step.part = part
        return step
    }
}
