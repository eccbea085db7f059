import BridgePrimitives
import TestSupport
import Testing

@Suite("How reasons are written", .timeLimit(.minutes(5)))
struct ReasonFormTests {
    /// Reasons with one flaw each, and one without.
    private enum Sample: String, Reason {
        case good = "area/two-words-2"
        case otherArea = "other/word"
        case noArea = "word"
        case threeParts = "area/a/b"
        case capitals = "area/Word"
        case doubleHyphen = "area/a--b"
        case accent = "area/é"
        case noSentence = "area/no-sentence"
        case twoLines = "area/two-lines"
        case clause = "area/clause"
        case nothing = "area/nothing"

        var meaning: String {
            switch self {
            case .noSentence: "No full stop"
            case .twoLines: "Two\nlines."
            default: "It is so."
            }
        }

        var fix: String {
            switch self {
            case .clause: "do something"
            case .nothing: ""
            default: "Do something."
            }
        }
    }

    @Test(
        arguments: [
            (.good, .sentence, []),
            (.otherArea, .sentence, ["another area"]),
            (.noArea, .sentence, ["another area"]), (.threeParts, .sentence, ["another area"]),
            (.capitals, .sentence, ["not in kebab-case"]), (.doubleHyphen, .sentence, ["not in kebab-case"]),
            (.accent, .sentence, ["not in kebab-case"]),
            (.noSentence, .sentence, ["the meaning is no sentence"]),
            (.twoLines, .sentence, ["the meaning is no sentence"]),
            (.clause, .sentence, ["the fix is no sentence"]),
            (.clause, .sentenceOrNothing, ["the fix is no sentence"]),
            (.nothing, .sentenceOrNothing, []), (.nothing, .sentence, ["the fix is no sentence"]),
        ] as [(Sample, FixForm, [String])])
    private func flaws(reason: Sample, form: FixForm, flaws: [String]) {
        #expect(reason.flaws(areas: "area", "third", fix: form) == flaws)
    }
}
