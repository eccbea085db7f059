import BridgePrimitives
import BridgeTrace

/// A comparison of what a step has brought about: times, durations and numbers are compared as such, all else as text.
public struct ValueExpectation: Hashable, Sendable {
    /// What is compared.
    public var that = TemplateText("")
    /// A time or number that is taken from it first; nil for none.
    public var minus: TemplateText?
    public var equals: TemplateText?
    public var contains: TemplateText?
    /// A regular expression that some part of it must match.
    public var matches: String?
    public var lessThan: TemplateText?
    public var atMost: TemplateText?
    public var atLeast: TemplateText?
    public var moreThan: TemplateText?

    public init() {}

    static let settings = Settings(
        "values", startingWith: Self(),
        [
            Field("that", \.that, .template, "What is compared, as `${exchange.cookie.path}`.")
                .required("what is compared?", "add `that: ${exchange.cookie.path}`"),
            Field(
                "minus", \.minus, .template,
                "A time that is taken from it, so that a duration is compared; or a number from a number."),
            Field("equals", \.equals, .template, "What it must be."),
            Field("contains", \.contains, .template, "What it must have in it."),
            Field("matches", \.matches, .regularExpression, "A regular expression that a part of it must match."),
            Field("less-than", \.lessThan, .template, "A number, duration or time that it must be below."),
            Field("at-most", \.atMost, .template, "One that it may not be above."),
            Field("at-least", \.atLeast, .template, "One that it may not be below."),
            Field("more-than", \.moreThan, .template, "One that it must be above."),
        ],
        complaint: { value in
            if value.comparisons.isEmpty, value.matches == nil {
                return Vocabulary.Complaint(
                    ScenarioReason.missingField, message: "it is compared with nothing",
                    fix: "add `equals:`, `contains:`, `matches:`, `less-than:`, `at-most:`, `at-least:` or `more-than:`"
                )
            }
            return value.complaintBeforeRun
        })

    /// The comparisons that are given, in the order of the reference.
    private var comparisons:
        [(name: String, other: TemplateText, holds: @Sendable (MeasuredText, MeasuredText) -> Bool?)]
    {
        let all: [(String, TemplateText?, @Sendable (MeasuredText, MeasuredText) -> Bool?)] = [
            ("equals", equals, { $0.isSame(as: $1) }),
            ("contains", contains, { $0.text.contains($1.text) }),
            ("less than", lessThan, { $0.isBelow($1) }),
            ("at most", atMost, { $1.isBelow($0).map { !$0 } }),
            ("at least", atLeast, { $0.isBelow($1).map { !$0 } }),
            ("more than", moreThan, { $1.isBelow($0) }),
        ]
        return all.compactMap { name, other, holds in other.map { (name, $0, holds) } }
    }

    /// What cannot be compared whatever the run brings: an order of words.
    private var complaintBeforeRun: Vocabulary.Complaint? {
        let orders = ["less-than": lessThan, "at-most": atMost, "at-least": atLeast, "more-than": moreThan]
        for (name, other) in orders.sorted(by: { $0.key < $1.key }) {
            guard let other, other.captures.isEmpty, MeasuredText(other.source).quantity == nil else { continue }
            return Vocabulary.Complaint(
                ScenarioReason.wrongType, message: "`\(name): \(other.source)` is no number, duration or time",
                fix: "write 3, 61m or 2026-01-01T00:00:00Z")
        }
        return nil
    }

    /// Compares with what the run has brought; empty when all is as expected.
    ///
    /// - Parameter masking: the run's own, by which a secret looks as it does in the run's trace.
    func mismatches(_ store: CaptureStore, masking: Masking) -> [Mismatch] {
        let subject = minus.map { "\(that.source) minus \($0.source)" } ?? that.source
        let value: MeasuredText
        do throws(MissingCapture) {
            value = MeasuredText(try that.text { (reference) throws(MissingCapture) in try store.value(reference) })
        } catch { return [Mismatch(value: "\(subject) to have a value", error.message)] }
        guard let minus else { return mismatches(of: value, called: subject, store, masking) }
        do throws(MissingCapture) {
            let other = MeasuredText(
                try minus.text { (reference) throws(MissingCapture) in try store.value(reference) })
            guard let difference = value.minus(other) else {
                return [
                    Mismatch(
                        value: "\(subject) to be a duration or a number",
                        "it is \(shown(value, that, masking)) minus \(shown(other, minus, masking))")
                ]
            }
            return mismatches(of: difference, called: subject, store, masking)
        } catch { return [Mismatch(value: "\(subject) to have a value", error.message)] }
    }

    private func mismatches(
        of value: MeasuredText, called subject: String, _ store: CaptureStore, _ masking: Masking
    ) -> [Mismatch] {
        var found: [Mismatch] = []
        for (name, template, holds) in comparisons {
            let other: MeasuredText
            do throws(MissingCapture) {
                other = MeasuredText(
                    try template.text { (reference) throws(MissingCapture) in try store.value(reference) })
            } catch {
                found.append(Mismatch(value: "\(subject) \(name) \(template.source)", error.message))
                continue
            }
            let said =
                template.captures.isEmpty ? template.source : "\(template.source), \(shown(other, template, masking))"
            switch holds(value, other) {
            case true?: continue
            case false?:
                found.append(Mismatch(value: "\(subject) \(name) \(said)", "it is \(shown(value, that, masking))"))
            case nil:
                found.append(
                    Mismatch(
                        value: "\(subject) \(name) \(said)",
                        "\(shown(value, that, masking)) and \(shown(other, template, masking)) have no order: one is no number, duration or time"
                    ))
            }
        }
        if let matches, let expression = try? Regex(matches), value.text.firstMatch(of: expression) == nil {
            found.append(Mismatch(value: "\(subject) matches \(matches)", "it is \(shown(value, that, masking))"))
        }
        return found
    }

    /// A value as a report may show it.
    private func shown(_ value: MeasuredText, _ template: TemplateText, _ masking: Masking) -> String {
        value.text.isEmpty ? "empty" : template.isSecret ? masking.secret(value.text).text : value.text
    }
}

extension FieldType<String> {
    /// Swift's regular expressions, which read those of PCRE.
    static var regularExpression: Self {
        FieldType(.text, written: \.self) { node, reader in
            guard let text = reader.text(node) else { return nil }
            guard (try? Regex(text)) != nil else {
                return reader.refuse(
                    .wrongType, node, "\"\(text)\" is no regular expression", "write \\ before ( [ . * + ?")
            }
            return text
        }
    }
}
