import BridgePrimitives
import YAMLReading
import Yams

/// What somebody sees, before anybody knows why.
struct Symptom: Hashable, Sendable {
    /// One thing that it may turn out to be.
    struct Cause: Hashable, Sendable {
        let code: ReasonCode
        /// When it is this one: one clause.
        let clue: String
    }

    /// In kebab-case.
    let id: String
    /// As people say it: "Signed out after the app was closed".
    let title: String
    /// What happens, for those who want to know before they try: two sentences or three.
    let explanation: String
    /// The most likely first; never empty.
    let causes: [Cause]
    /// What to run to tell the causes apart. What plays a scenario of ours is run in a checkout of session-bridge.
    let command: String
    /// Where ``command`` is run; nil for anywhere.
    var commandPlace: String? { command.contains("Scenarios") ? "in a checkout of session-bridge" : nil }
    /// Other words that people look for, in lower case.
    let words: [String]

    /// All of them, in the order of `docs/symptoms.yaml`, which is built in through a link: the target's folder is the only
    /// place that SwiftPM embeds from, and `docs` is where people look for it.
    static let all: [Symptom] =
        BoundedYAML.documents(in: String(decoding: PackageResources.symptoms_yaml, as: UTF8.self))
        .documents.flatMap { $0.array().compactMap(Symptom.init) }

    /// - Returns: nil where a member is missing; the tests see that none is in the file.
    private init?(_ node: Node) {
        guard let id = node["id"]?.string, let title = node["title"]?.string,
            let explanation = node["explanation"]?.string, let command = node["decide"]?.string,
            let words = node["words"]?.string
        else { return nil }
        self.id = id
        self.title = title
        self.explanation = explanation
        self.command = command
        self.words = words.split(separator: " ").map(String.init)
        causes = node["causes"]?.array().flatMap(Self.causes) ?? []
    }

    private static func causes(_ node: Node) -> [Cause] {
        (node.mapping ?? [:]).compactMap { code, clue in
            guard let code = code.string, let clue = clue.string else { return nil }
            return Cause(code: ReasonCode(unchecked: code), clue: clue)
        }
    }

    var json: JSONValue {
        [
            "id": .string(id), "title": .string(title), "explanation": .string(explanation),
            "causes": .array(causes.map { ["code": .string($0.code.rawValue), "clue": .string($0.clue)] }),
            "command": .string(command),
        ]
    }

    /// The text of `docs/symptoms.md`.
    static var reference: String {
        var lines = [
            "# Symptoms", "",
            "What people see, and what it turns out to be, the most likely first. `session-bridge reasons --symptoms signed out"
                + " after relaunch` searches the same list, which is [symptoms.yaml](symptoms.yaml). This page is printed by"
                + " `session-bridge reasons --symptoms --markdown`.",
        ]
        for symptom in all {
            lines += ["", "## \(symptom.title)", "", symptom.explanation, ""]
            for cause in symptom.causes { lines.append("1. \(ReasonReference.link(to: cause.code)): \(cause.clue)") }
            lines += ["", "To find out: `\(symptom.command)`" + (symptom.commandPlace.map { ", \($0)" } ?? "")]
        }
        return lines.joined(separator: "\n")
    }
}
