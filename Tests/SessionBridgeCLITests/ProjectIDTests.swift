import Testing

@testable import SessionBridgeCLI

@Suite("Project ids", .timeLimit(.minutes(5)))
struct ProjectIDTests {
    @Test(arguments: [
        ("demo-bridge", true), ("my-app-1a2b3", true), ("abcdef", true), ("demo-a", true),
        (String(repeating: "a", count: 30), true), ("demo-" + String(repeating: "a", count: 40), true),
        ("example.com:my-project", true), ("my-site.co.uk:shop-one", true),
        ("", false), ("abcde", false), (String(repeating: "a", count: 31), false), ("BAD!", false), ("Shop-App", false),
        ("1abcdef", false), ("-abcdef", false), ("abcdef-", false), ("ab_cdef", false), ("abc def", false),
        ("demo-bridge/x", false), ("demo-", false), ("demo-bridge\n", false), ("example:my-project", false),
        ("a..b:my-project", false), (".com:my-project", false), ("example.com:", false), ("a.b:c.d:my-project", false),
        ("dëmo-bridge", false),
    ])
    func grammar(id: String, isOne: Bool) { #expect(ProjectID.isOne(id) == isOne) }
}
