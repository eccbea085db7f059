import Testing

@testable import Wording

@Suite("The table of sentences", .timeLimit(.minutes(5)))
struct SentenceTableTests {
    @Test func eachRowIsRead() {
        #expect(Sentences.all.count == Sentences.rows.count)
        #expect(Sentences.all.count > 250)
        for kind in SentenceKind.allCases {
            #expect(Sentences.all.contains { $0.kind == kind }, "no sentence says \(kind)")
        }
        for check in TokenCheck.allCases {
            #expect(Sentences.all.contains { $0.check == check }, "no sentence is checked by \(check)")
        }
    }

    @Test func eachRowBeginsWithEnoughToBeLookedFor() {
        for sentence in Sentences.all {
            let first = SentencePattern(sentence.pattern).pieces[0]
            #expect(first.count >= SentenceIndex.keyLength, "\(sentence.pattern)")
        }
    }

    /// A row that an earlier one hides would never be found.
    @Test func eachRowIsFoundInItsOwnSentence() {
        for sentence in Sentences.all {
            let text = sentence.pattern.replacing(#/\{\w*\}/#, with: "sample1")
            let match = Sentences.match(text)
            #expect(match?.sentence == sentence, "\(text)")
            #expect(match?.quoted == text)
            #expect(match?.captures.allSatisfy { $0 == "sample1" } == true, "\(text): \(match?.captures ?? [])")
        }
    }

    @Test func noSentenceIsThereTwice() {
        let patterns = Sentences.all.map(\.pattern)
        #expect(Set(patterns).count == patterns.count)
    }
}
