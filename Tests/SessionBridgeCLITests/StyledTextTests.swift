import Testing

@testable import SessionBridgeCLI

@Suite("Lines with styles", .timeLimit(.minutes(5)))
struct StyledTextTests {
    private let palette = Palette(isOn: true)

    @Test func onlyTheStylesBecomeSequences() {
        let foreign = "a\u{1B}[31mb\nc"
        let shown = "a\\u001B[31mb\\nc"
        #expect(StyledText(foreign).rendered == shown)
        #expect(("x \(foreign) \(7)" as StyledText).rendered == "x \(shown) 7")
        #expect(palette.red(foreign).rendered == "\u{1B}[31m\(shown)\u{1B}[0m")
        #expect(("\(palette.bold("a")): \(foreign)" as StyledText).rendered == "\u{1B}[1ma\u{1B}[0m: \(shown)")
        #expect((palette.dim("a") + "b").rendered == "\u{1B}[2ma\u{1B}[0mb")
    }

    @Test func withoutColoursThereAreNone() {
        let palette = Palette(isOn: false)
        for text in [palette.green("a"), palette.red("a"), palette.yellow("a"), palette.bold("a"), palette.dim("a")] {
            #expect(text.rendered == "a")
        }
    }
}
