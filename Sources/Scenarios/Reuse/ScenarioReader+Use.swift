import BridgePrimitives
import YAMLReading
import Yams

extension ScenarioReader {
    /// `- use: login.yaml`, or `- use: { file: login.yaml, with: { email: a@b.test } }`.
    ///
    /// - Returns: the file's steps, each with where it is used; nil when a problem was noted.
    mutating func use(_ nameNode: Node, _ arguments: Node?) -> [LocatedStep]? {
        guard let arguments else {
            return refuse(.missingField, nameNode, "use needs a file", "write `use: login.yaml`")
        }
        awaited = []
        var use = UseOfSteps()
        var fileNode = arguments
        if case .mapping = arguments {
            guard UseOfSteps.settings.read(arguments, into: &use, &self) else { return nil }
            fileNode = arguments["file"] ?? arguments
        } else {
            guard let file = text(arguments) else { return nil }
            use.file = file
        }
        guard awaited.isEmpty else {
            return refuse(.captureNotHere, fileNode, "which file is used must be known before the run", "name it")
        }
        guard let path = FilePlace.named(use.file, in: file) else {
            return refuse(
                .noSuchFile, fileNode, "\"\(use.file)\" is no name of a file for use",
                "name it from the folder of this one")
        }
        guard !scope.chain.contains(path) else {
            let chain = (scope.chain.drop { $0 != path } + [path]).joined(separator: " → ")
            return refuse(.useCycle, fileNode, "the file uses itself: \(chain)", "take one of these out")
        }
        guard scope.chain.count <= ReusableSteps.depthLimit else {
            return refuse(
                .tooLarge, fileNode, "files use files more than \(ReusableSteps.depthLimit) deep", "write it flatter")
        }
        guard let document = reusable(path, fileNode) else { return nil }
        return steps(of: document, in: path, use: use, location(nameNode), fileNode)
    }

    /// The one document of a file for use.
    private mutating func reusable(_ path: String, _ node: Node) -> Node? {
        if documents[path] == nil {
            let text: String
            switch vocabulary.content(path) {
            case .success(let content): text = content
            case .failure(let complaint): return refuse(complaint, node)
            }
            usedFiles.append(path)
            let scope = ReadingScope(file: path, lines: Self.lines(of: text))
            documents[path] = (scope, [])
            let (outer, place) = (self.scope, location(node))
            self.scope = scope
            self.scope.usedAt = [place] + outer.usedAt
            defer { self.scope = outer }
            let (found, problem) = BoundedYAML.documents(in: text)
            if let problem {
                note(problem)
                return nil
            }
            documents[path]?.documents = found.filter { $0.null == nil }
        }
        guard let documents = documents[path]?.documents else { return nil }
        guard documents.count == 1, let document = documents.first else {
            return refuse(
                .notForUse, node, "\(path) has \(documents.count) documents, and a file for use has one",
                documents.isEmpty ? "write `steps:` into it" : "take each into a file of its own")
        }
        if case .mapping(let mapping) = document, mapping.contains(where: { ["name", "expect"].contains($0.key) }) {
            return refuse(
                .notForUse, node, "\(path) is a scenario, which runs by itself",
                "take its steps into a file without `name:` and `expect:`, and use that in both")
        }
        return document
    }

    private mutating func steps(
        of document: Node, in path: String, use: UseOfSteps, _ place: SourceLocation, _ fileNode: Node
    ) -> [LocatedStep]? {
        guard var scope = documents[path]?.scope else { return nil }
        let outer = self.scope
        scope.usedAt = [place] + outer.usedAt
        scope.chain = outer.chain + [path]
        scope.parameters = [:]
        let before = problems.count
        self.scope = scope
        var parameters: [ReusableSteps.Parameter] = []
        if let node = document["parameters"] {
            // Defaults are the file's own: nothing of the scenario is known to them.
            namesCaptures = false
            parameters = FieldType<[ReusableSteps.Parameter]>.parameters.read(node, &self) ?? []
            namesCaptures = true
        }
        self.scope = outer
        guard problems.count == before else { return nil }
        bind(use.values, to: parameters, of: path, fileNode, &scope)
        guard problems.count == before else { return nil }
        self.scope = scope
        defer { self.scope = outer }
        let ids = knownCaptures.startList()
        defer { knownCaptures.endList(ids) }
        return ReusableSteps.settings.read(document, &self)?.steps
    }

    private mutating func bind(
        _ values: [NamedTemplate], to parameters: [ReusableSteps.Parameter], of path: String, _ node: Node,
        _ scope: inout ReadingScope
    ) {
        for value in values where !parameters.contains(where: { $0.name == value.name }) {
            note(
                ScenarioReason.unknownParameter.code, at: value.location,
                "\(path) has no parameter \"\(value.name)\"",
                parameters.isEmpty ? "it has none" : Suggestion.text(for: value.name, among: parameters.map(\.name)))
        }
        for parameter in parameters {
            if let given = values.last(where: { $0.name == parameter.name })?.text ?? parameter.fallback {
                scope.parameters?[parameter.name] = given
            } else {
                note(
                    .missingParameter, node, "\(path) needs \"\(parameter.name)\"",
                    "write `with: { \(parameter.name): … }`" + (parameter.documentation.map { ": \($0)" } ?? ""))
            }
        }
    }

    static func lines(of text: String) -> [String] {
        // By bytes: to characters a carriage return and a line feed are one, which is no line feed.
        text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            String(Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line))
        }
    }
}
