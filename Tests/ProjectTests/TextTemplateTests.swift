import Project
import Testing

@Suite("Texts with places to fill", .timeLimit(.minutes(5)))
struct TextTemplateTests {
    @Test(arguments: [
        ("Bearer ${token}", "Bearer t"),
        ("${token}${token}", "tt"),  // each place
        ("`${name}` ${token}", "`${name}` t"),  // a script's own template literal stays
        ("${token", "${token"),  // no end
        ("$${token}}", "$t}"),
        ("${}${ token}", "${}${ token}"),  // other names
        ("${a${token}", "${at"),  // the inner one is a place
        ("", ""), ("token", "token"),
        ("é${token}\r\n", "ét\r\n"),
    ])
    func placesAreFilled(text: String, expected: String) {
        #expect(TextTemplate(text).filled(with: ["token": "t"]) == expected)
    }

    @Test func whatIsFilledInIsNotLookedAtAgain() {
        #expect(TextTemplate("${a}").filled(with: ["a": "${b}", "b": "x"]) == "${b}")
    }
}
