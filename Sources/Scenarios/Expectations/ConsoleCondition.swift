import BridgePrimitives
import BridgeTrace

/// What the page that was opened last must have printed to its console, and what not.
public struct ConsoleCondition: Hashable, Sendable {
    /// Texts that some line has in it.
    public var contains: [String] = []
    /// Texts that no line has in it.
    public var without: [String] = []

    public init(contains: [String] = [], without: [String] = []) { (self.contains, self.without) = (contains, without) }

    /// - Parameter places: of the expectation that it is part of.
    func mismatches(
        with observation: Observation, _ places: ExpectationPlaces = ExpectationPlaces()
    ) -> [Mismatch] {
        let lines = observation.pageEvents.compactMap { event -> String? in
            switch event.kind {
            case .message(let message): message.handler.hasPrefix("console.") ? message.body.text : nil
            // What a page prints itself is a message too.
            case .pageError(let error): error.origin == .printed ? nil : error.located
            default: nil
            }
        }
        // What is masked in the lines is masked in what is looked for.
        func matching(_ text: String) -> [String] {
            let masked = observation.masking.text(text).text
            return lines.filter { $0.contains(text) || $0.contains(masked) }
        }
        let missing = contains.enumerated().map { index, text -> Mismatch? in
            let happened = lines.last.map { "it has \(lines.count), the last of them \"\($0)\"" } ?? "it is empty"
            return Mismatch.unless(
                !matching(text).isEmpty, "a line of the page's console with \"\(text)\"", happened
            )?.located(at: places["console.contains", index])
        }
        let unwanted = without.enumerated().map { index, text -> Mismatch? in
            let lines = matching(text)
            return Mismatch.unless(
                lines.isEmpty, "no line of the page's console with \"\(text)\"", "there is \"\(lines.first ?? "")\""
            )?.located(at: places["console.without", index])
        }
        return (missing + unwanted).compactMap(\.self)
    }
}

extension ConsoleCondition {
    static let settings = Settings(
        "console", startingWith: Self(),
        [
            Field<Self>("contains", \.contains, FieldType.text.list, "Texts, each of which some line has in it."),
            Field("without", \.without, FieldType.text.list, "Texts that no line has in it."),
        ],
        complaint: { condition in
            guard condition == Self() else { return nil }
            return Vocabulary.Complaint(
                ScenarioReason.missingField, message: "which lines?", fix: "write `console: { contains: text }`")
        })
}
