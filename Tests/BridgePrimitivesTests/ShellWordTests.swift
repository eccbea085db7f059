import BridgePrimitives
import Testing

@Suite("Words of a command line", .timeLimit(.minutes(5)))
struct ShellWordTests {
    @Test(arguments: [
        ("/var/lib/a-b_c.pem", "/var/lib/a-b_c.pem"),
        ("/Users/t/Library/Application Support/ca.pem", "'/Users/t/Library/Application Support/ca.pem'"),
        ("it's", #"'it'\''s'"#), ("", "''"), ("'", #"''\'''"#), ("$HOME", "'$HOME'"), ("~/x", "'~/x'"),
        ("a\nb", "'a\nb'"), ("カート", "カート"),
    ])
    func quotesWhatAShellWouldRead(text: String, word: String) { #expect(ShellWord.quoted(text) == word) }
}
