public import BridgePrimitives
import Cookies

/// Makes pages: looks up what is said of a code, and runs its example.
public struct ReasonPages: Sendable {
    private let catalogue: ReasonCatalogue
    private let runner: ExampleRunner

    public init(_ catalogue: ReasonCatalogue, runner: ExampleRunner) {
        (self.catalogue, self.runner) = (catalogue, runner)
    }

    /// The page of an entry.
    ///
    /// - Parameter runsExample: false for a page without its example.
    /// - Returns: nil for a code whose area nobody has described.
    /// - Throws: when the example cannot be run: no keys, no world.
    public func page(of entry: ReasonCatalogue.Entry, runsExample: Bool = true) async throws -> ReasonPage? {
        guard let area = ReasonArea.of(entry.code) else { return nil }
        let example = try await shown(runsExample ? ReasonExample.of(entry.code) : nil)
        let symptoms = Symptom.all.filter { $0.causes.contains { $0.code == entry.code } }
        // What is given all the same when it is mended has nothing to do with it.
        let given =
            example.map { example in
                example.wrong.reasons.filter { $0 != entry.code && !example.mended.reasons.contains($0) }
            } ?? []
        return ReasonPage(
            entry: entry, area: area, example: example, snippets: FixSnippet.mending(entry.code), symptoms: symptoms,
            seeAlso: given.filter { catalogue[$0] != nil })
    }

    private func shown(_ example: ReasonExample?) async throws -> ReasonPage.ShownExample? {
        guard let example, let profile = CookieProfile.named(example.profile) else { return nil }
        return ReasonPage.ShownExample(
            story: example.story, profile: profile.name, wrongSource: Self.sources(of: example.wrong),
            wrong: try await runner.run(example.wrong, as: profile).naming(example.code),
            mendedSource: Self.sources(of: example.mended),
            mended: try await runner.run(example.mended, as: profile), engines: try await engines(of: example),
            command: Self.command(of: example))
    }

    /// Tokens, native properties and backends' answers are the same to all engines, and a scenario names its own.
    private func engines(of example: ReasonExample) async throws -> [ReasonPage.EngineRow] {
        guard example.comparesEngines else { return [] }
        switch example.wrong {
        case .cookies, .view: break
        case .properties, .headerFields, .token, .exchange, .sources, .scenario: return []
        }
        var rows: [ReasonPage.EngineRow] = []
        for profile in CookieProfile.all {
            let run = try await runner.run(example.wrong, as: profile)
            rows.append(
                .init(
                    engine: profile.name, outcome: run.outcome, reasons: run.reasons,
                    givesCode: run.reasons.contains(example.code)))
        }
        return rows
    }

    private static func sources(of form: ExampleForm) -> [ReasonPage.SourceText] {
        switch form {
        case .scenario(let story):
            [.init(name: "example.yaml", text: story.yaml)] + story.modules.map { .init(name: $0.name, text: $0.text) }
        case .sources(let story): story.files.map { .init(name: $0.path, text: $0.text) }
        case .cookies, .properties, .headerFields, .token, .exchange, .view: []
        }
    }

    /// A question that `explain` takes is typed in full; a scenario is a file.
    private static func command(of example: ReasonExample) -> String? {
        switch example.wrong {
        case .scenario: return "session-bridge run example.yaml"
        case .cookies(let story): return story.explainCommand(profile: example.profile)
        case .sources(let story): return "session-bridge lint \(story.files.map(\.path).joined(separator: " "))"
        case .properties, .headerFields, .token, .exchange, .view: return nil
        }
    }
}

extension CookieStory {
    /// The command that asks the same; nil where `explain` has no means for it.
    func explainCommand(profile: String) -> String? {
        guard events.count <= 2, let first = events.first else { return nil }
        let (line, url, script): (String, String, Bool)
        switch first {
        case .response(let text, from: let place, let around) where around == Surroundings():
            (line, url, script) = (text, place, false)
        case .script(let text, on: let place, let around) where around == Surroundings():
            (line, url, script) = (text, place, true)
        default: return nil
        }
        // A shell's quotes hold printable text that has none of its own.
        guard line.utf8.count < 200, line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "'") })
        else {
            return nil
        }
        var words = ["session-bridge explain\(script ? " --script" : "")", "--set-cookie '\(line)'", "--url \(url)"]
        if events.count == 2 {
            switch events[1] {
            case .request(let next, let around), .read(let next, let around):
                guard around == Surroundings() else { return nil }
                words.append("--request \(next)")
            default: return nil
            }
        }
        return (words + ["--profile \(profile)"]).joined(separator: " \\\n  ")
    }
}

extension ExampleRun {
    /// The run with a code that its trace has and its report does not name.
    fileprivate func naming(_ code: ReasonCode) -> ExampleRun {
        guard reasons.contains(code), !lines.contains(where: { $0.contains(code.rawValue) }) else { return self }
        return ExampleRun(steps + [ExampleStep("in its trace", reasons: [code])], besides: reasons)
    }
}
