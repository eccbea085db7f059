import BridgePrimitives
import Testing

@Suite("What was probably meant", .timeLimit(.minutes(5)))
struct SuggestionTests {
    private static let profiles = ["ios12", "ios17", "ios18", "ios26", "webkitgtk", "chromium", "rfc6265bis"]

    @Test(arguments: [
        ("ios19", "ios18"),  // as near by letters: ios12
        ("ios20", "ios18"), ("ios25", "ios26"), ("IOS13", "ios12"),
        ("ios", "ios12"), ("chromum", "chromium"), ("webkit-gtk", "webkitgtk"), ("firefox", nil), ("", nil),
        ("rfc6265", "rfc6265bis"),
    ])
    func ofProfiles(word: String, meant: String?) {
        #expect(
            Suggestion.nearest(to: word, among: Self.profiles) == meant.map { "did you mean \"\($0)\"?" })
    }

    @Test(arguments: [
        ("trce", "trace"), ("rnu", "run"), ("explian", "explain"), ("resons", "reasons"), ("xyz", nil),
        ("sceme", "schema"),
    ])
    func ofVerbs(word: String, meant: String?) {
        let verbs = ["demo", "serve", "run", "trace", "explain", "cookies", "reasons", "schema"]
        #expect(Suggestion.nearest(to: word, among: verbs) == meant.map { "did you mean \"\($0)\"?" })
    }

    @Test func withoutOneThereIsAList() {
        #expect(Suggestion.text(for: "xyzzy", among: ["on", "off"]) == "known are: on, off")
        #expect(Suggestion.nearest(to: "x", among: []) == nil)
        // Versions so long that they are no numbers, and names that are numbers.
        #expect(Suggestion.nearest(to: "ios99999999999999999999", among: Self.profiles) == nil)
        #expect(Suggestion.nearest(to: "12", among: ["13", "200"]) == "did you mean \"13\"?")
    }
}
