import BridgePrimitives
import Yams

/// Reads scenario files: YAML, one scenario a document.
public enum ScenarioFile: Sendable {
    /// The largest file that is read.
    public static let sizeLimit = 1 << 20

    /// - Parameters:
    ///   - text: the file's content.
    ///   - file: its name, for messages.
    ///   - environment: what `${env.NAME}` stands for.
    ///   - reasonExists: whether a reason code is known, so that a misspelt one is not waited for in vain.
    public static func scenarios(
        in text: String, file: String, environment: [String: String], reasons: [String]
    ) throws(ScenarioProblem) -> [Scenario] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let reader = ScenarioReader(file: file, lines: lines, environment: environment, reasons: reasons)
        guard text.utf8.count <= sizeLimit else {
            throw reader.problem("scenario/too-large", nil, "the file is larger than \(sizeLimit) bytes", "split it")
        }
        var scenarios: [Scenario] = []
        for document in try documents(in: text, reader: reader) {
            if document.null != nil { continue }
            scenarios.append(try reader.scenario(document))
        }
        guard !scenarios.isEmpty else {
            throw reader.problem("scenario/empty", nil, "there is no scenario in this file", "begin with `name:`")
        }
        return scenarios
    }

    private static func documents(in text: String, reader: ScenarioReader) throws(ScenarioProblem) -> [Node] {
        do {
            var sequence = try compose_all(yaml: text)
            var documents: [Node] = []
            while let document = sequence.next() { documents.append(document) }
            // The sequence, a value, ends at an error instead of throwing it.
            if let error = sequence.error { throw error }
            return documents
        } catch let error as YamlError {
            throw reader.problem(error)
        } catch {
            throw reader.problem("scenario/not-yaml", nil, "\(error)", "")
        }
    }
}

/// Turns the nodes of one file into scenarios; every refusal names its place.
struct ScenarioReader {
    let file: String
    let lines: [String]
    let environment: [String: String]
    let reasons: [String]

    func scenario(_ node: Node) throws(ScenarioProblem) -> Scenario {
        var fields = try Fields(node, of: "scenario", reader: self)
        guard let nameNode = fields.take("name") else {
            throw problem("scenario/no-name", node, "this scenario has no name", "begin with `name: What happens`")
        }
        let name = try text(nameNode)
        var setting = Scenario.Setting()
        if let node = fields.take("profile") { setting.profile = try text(node) }
        if let node = fields.take("strictness") { setting.strictness = try word(node) }
        if let node = fields.take("edge") { setting.edge = try text(node) }
        if let node = fields.take("guard") { setting.pageGuard = try pageGuard(node) }
        if let node = fields.take("faults") { setting.faults = try faults(node) }
        if let node = fields.take("user") { setting.user = try user(node) }
        if let node = fields.take("backend") {
            var backend = try Fields(node, of: "backend", reader: self)
            if let node = backend.take("cookie-name") { setting.cookieName = try text(node) }
            if let node = backend.take("cookie-attributes") { setting.cookieAttributes = try text(node) }
            if let node = backend.take("certificates") { setting.certificates = try word(node) }
            try backend.refuseRest()
        }
        if let node = fields.take("web") {
            var web = try Fields(node, of: "web", reader: self)
            if let node = web.take("redirects") { setting.redirects = try redirects(node) }
            try web.refuseRest()
        }
        guard let stepsNode = fields.take("steps") else {
            throw problem("scenario/no-steps", node, "scenario \"\(name)\" has no steps", "add `steps:`")
        }
        let steps = try steps(stepsNode)
        guard let expectNode = fields.take("expect") else {
            throw problem(
                "scenario/no-expectation", node, "scenario \"\(name)\" expects nothing",
                "add `expect:`, or it cannot fail")
        }
        let expectation = try expectation(expectNode)
        try fields.refuseRest()
        return Scenario(
            name: name, source: location(node), setting: setting, steps: steps, expectation: expectation)
    }

    private func user(_ node: Node) throws(ScenarioProblem) -> Scenario.User {
        var fields = try Fields(node, of: "user", reader: self)
        var user = Scenario.User()
        if let node = fields.take("email") { user.email = try text(node) }
        if let node = fields.take("password") { user.password = try text(node) }
        try fields.refuseRest()
        return user
    }

    private func redirects(_ node: Node) throws(ScenarioProblem) -> [Scenario.Redirect] {
        var redirects: [Scenario.Redirect] = []
        for element in try list(node) {
            var fields = try Fields(element, of: "redirect", reader: self)
            guard let from = fields.take("from"), let to = fields.take("to") else {
                throw problem("scenario/missing-field", element, "a redirect needs `from` and `to`", "")
            }
            redirects.append(Scenario.Redirect(from: try text(from), to: try text(to)))
            try fields.refuseRest()
        }
        return redirects
    }

    // MARK: - Scalars

    func text(_ node: Node) throws(ScenarioProblem) -> String {
        guard case .scalar(let scalar) = node else {
            throw problem("scenario/wrong-type", node, "a text was expected here", "")
        }
        return try expanding(scalar.string, at: node)
    }

    func bool(_ node: Node) throws(ScenarioProblem) -> Bool {
        guard let value = node.bool else {
            throw problem("scenario/wrong-type", node, "true or false was expected here", "")
        }
        return value
    }

    func duration(_ node: Node) throws(ScenarioProblem) -> Duration {
        let text = try text(node)
        guard let duration = Duration(worldText: text) else {
            throw problem("scenario/wrong-type", node, "\"\(text)\" is not a duration", "write 61m, 10s or 250ms")
        }
        return duration
    }

    func word<Word: RawRepresentable<String> & CaseIterable>(_ node: Node) throws(ScenarioProblem) -> Word {
        let text = try text(node)
        guard let word = Word(rawValue: text) else {
            let known = Word.allCases.map(\.rawValue)
            throw problem(
                "scenario/unknown-word", node, "\"\(text)\" is not known here", Suggestion.text(for: text, among: known)
            )
        }
        return word
    }

    func reason(_ node: Node) throws(ScenarioProblem) -> ReasonCode {
        let text = try text(node)
        guard reasons.contains(text) else {
            throw problem(
                "scenario/unknown-reason", node, "no reason is called \"\(text)\"",
                Suggestion.text(for: text, among: reasons).hasPrefix("did")
                    ? Suggestion.text(for: text, among: reasons) : "session-bridge reasons lists them")
        }
        return ReasonCode(unchecked: text)
    }

    /// One element or a list of them.
    func list(_ node: Node) throws(ScenarioProblem) -> [Node] {
        if case .sequence(let sequence) = node { return Array(sequence) }
        return [node]
    }

    /// Replaces `${env.NAME}`; other `${…}` are left for whoever knows them.
    private func expanding(_ text: String, at node: Node) throws(ScenarioProblem) -> String {
        var output = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "${env.") {
            guard let end = rest[start.upperBound...].firstIndex(of: "}") else { break }
            let name = String(rest[start.upperBound..<end])
            guard let value = environment[name] else {
                throw problem("scenario/no-such-variable", node, "the environment has no \(name)", "export \(name)=…")
            }
            output += rest[..<start.lowerBound] + value
            rest = rest[rest.index(after: end)...]
        }
        return output + rest
    }

    // MARK: - Places

    func location(_ node: Node?) -> SourceLocation {
        SourceLocation(file: file, line: node?.mark?.line ?? 1, column: node?.mark?.column ?? 1)
    }

    /// Line `number`, from 1; empty when there is none.
    private func line(_ number: Int) -> String { lines.indices.contains(number - 1) ? lines[number - 1] : "" }

    func problem(_ code: String, _ node: Node?, _ message: String, _ hint: String) -> ScenarioProblem {
        let location = location(node)
        return ScenarioProblem(
            code: code, location: location, message: message, hint: hint, line: line(location.line))
    }

    func problem(_ error: YamlError) -> ScenarioProblem {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            let location = SourceLocation(file: file, line: mark.line, column: mark.column)
            return ScenarioProblem(
                code: "scenario/not-yaml", location: location, message: problem, line: line(mark.line))
        case .duplicatedKeysInMapping(let duplicates, let context):
            let location = SourceLocation(file: file, line: context.mark.line, column: context.mark.column)
            let names = duplicates.map { "\"\($0)\"" }.joined(separator: ", ")
            return ScenarioProblem(
                code: "scenario/repeated-key", location: location, message: "\(names) stands here twice",
                hint: "remove one",
                line: line(location.line))
        default:
            return problem("scenario/not-yaml", nil, "this is not YAML: \(error)", "")
        }
    }
}

/// The members of a mapping, taken one by one so that what is left over is known to be unknown.
struct Fields {
    private let owner: String
    private let reader: ScenarioReader
    private var known: [String] = []
    private var left: [(key: String, keyNode: Node, value: Node)] = []

    init(_ node: Node, of owner: String, reader: ScenarioReader) throws(ScenarioProblem) {
        (self.owner, self.reader) = (owner, reader)
        guard case .mapping(let mapping) = node else {
            throw reader.problem("scenario/wrong-type", node, "\(owner) needs `key: value` pairs", "")
        }
        for (keyNode, value) in mapping {
            let key = try reader.text(keyNode)
            left.append((key, keyNode, value))
        }
    }

    /// The value of `key`, once; nil when it is absent.
    mutating func take(_ key: String) -> Node? {
        known.append(key)
        guard let position = left.firstIndex(where: { $0.key == key }) else { return nil }
        return left.remove(at: position).value
    }

    func refuseRest() throws(ScenarioProblem) {
        guard let first = left.first else { return }
        throw reader.problem(
            "scenario/unknown-key", first.keyNode, "\(owner) has no \"\(first.key)\"",
            Suggestion.text(for: first.key, among: known))
    }
}
