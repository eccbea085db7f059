import Testing
import Yams

@testable import YAMLReading

@Suite("YAML within limits")
struct BoundedYAMLTests {
    /// A hundred bytes a line, each ten times what stands above.
    private static let laughs =
        "a: &a [x,x,x,x,x,x,x,x,x,x]\n"
        + zip("abcdefgh", "bcdefghi").map {
            "\($1): &\($1) [\(Array(repeating: "*\($0)", count: 10).joined(separator: ","))]\n"
        }
        .joined()
    private static let wide =
        "a: &a [" + Array(repeating: "x", count: 1_000).joined(separator: ",") + "]\nb: ["
        + Array(repeating: "*a", count: 1_000).joined(separator: ", ") + "]"
    private static let deepByAliases =
        "a0: &a0 [x]\n" + (1...80).map { "a\($0): &a\($0) [*a\($0 - 1)]\n" }.joined()

    @Test(
        "What would cost too much is refused before it costs anything",
        arguments: [
            (laughs, "tooMany"),
            (laughs.replacing(",", with: ", "), "tooMany"),
            (wide, "tooMany"),  // no nesting at all
            (wide.replacing("\n", with: "\r\n"), "tooMany"),
            ("- &a [x]\n---\n" + "- *a\n", nil),  // in another document: what Yams does
            (deepByAliases, "tooDeep"),
            (String(repeating: "[", count: 66) + String(repeating: "]", count: 66), "tooDeep"),
            (String(repeating: "[", count: 400_000), "notYAML"),  // libyaml's own limit
            (String(repeating: "- ", count: 400_000), "notYAML"),
            (String(repeating: "? ", count: 100_000), "notYAML"),
            (laughs + "? *i\n: x\n", "tooMany"),  // comparing such keys would take for ever
            ("a: &a [x]\n*a : y\n", "keyIsNoText"),
            ("? [a, b]\n: y\n", "keyIsNoText"),
            (Array(repeating: "- x\n", count: 200_000).joined(), "tooMany"),
            (Array(repeating: "- x\n", count: 199_999).joined(), nil),
            ("a: *b\n", "notYAML"),  // no such anchor
            ("a: &a [*a]\n", "notYAML"),  // not yet
        ] as [(String, String?)])
    func limits(text: String, problem: String?) throws {
        let read = BoundedYAML.documents(in: text).problem
        #expect(read.map { String(describing: $0).prefix { $0 != "(" } } == problem.map { $0[...] })
    }

    @Test("Aliases are read as what they stand for, and a star elsewhere is a star")
    func aliases() throws {
        let (documents, problem) = BoundedYAML.documents(
            in:
                "one: &x { name: taro }\ntwo: *x\nthree: 'a *x b'\nfour: 2 * 3\nfive: |\n  *x\nsix: [*x,*x]\nk: &k key\n*k : v\n"
        )
        #expect(problem == nil)
        let document = try #require(documents.first)
        #expect(document["two"]?["name"]?.string == "taro")
        #expect(document["three"]?.string == "a *x b")
        #expect(document["four"]?.string == "2 * 3")
        #expect(document["five"]?.string == "*x\n")
        #expect(document["six"]?.sequence?.count == 2)
        #expect(document["key"]?.string == "v")
    }

    @Test("Places are those of the text, although it was read with something else in an alias's place")
    func places() {
        let problem = BoundedYAML.documents(in: "a: &a x\nb: [*a, *a, {]\n").problem
        let other = BoundedYAML.documents(in: "a: &a x\nb: [_a, _a, {]\n").problem
        #expect(problem?.mark?.line == 2)
        #expect(problem?.mark?.column == other?.mark?.column)
    }
}
