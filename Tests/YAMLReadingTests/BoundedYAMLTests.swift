import Testing
import Yams

@testable import YAMLReading

@Suite("YAML within limits", .timeLimit(.minutes(5)))
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
    /// A thousand of `pair` in brackets, `*a` in it a list of a thousand and `*k` a word.
    private static func wide(of pair: String) -> String {
        "a: &a [" + Array(repeating: "x", count: 1_000).joined(separator: ",") + "]\nk: &k k\nb: ["
            + Array(repeating: pair, count: 1_000).joined(separator: ", ") + "]\n"
    }
    private static let deepByAliases =
        "a0: &a0 [x]\n" + (1...80).map { "a\($0): &a\($0) [*a\($0 - 1)]\n" }.joined()

    /// Named, since the texts are too long to print.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String, problem: String?
        let text: String
        init(_ name: String, _ problem: String?, _ text: String) {
            (self.name, self.problem, self.text) = (name, problem, text)
        }
        var testDescription: String { name }
    }

    private static let rows = [
        Row("aliases of aliases", "tooMany", laughs),
        Row("with blanks", "tooMany", laughs.replacing(",", with: ", ")),
        Row("many aliases of one long list", "tooMany", wide),
        Row("with carriage returns", "tooMany", wide.replacing("\n", with: "\r\n")),
        Row("an anchor of another document", nil, "- &a [x]\n---\n- *a\n"),  // what Yams does
        Row("depth by aliases", "tooDeep", deepByAliases),
        Row("depth", "tooDeep", String(repeating: "[", count: 66) + String(repeating: "]", count: 66)),
        Row("open brackets", "notYAML", String(repeating: "[", count: 400_000)),  // libyaml's own limit
        Row("dashes", "notYAML", String(repeating: "- ", count: 400_000)),
        Row("question marks", "notYAML", String(repeating: "? ", count: 100_000)),
        Row("keys that take for ever to compare", "tooMany", laughs + "? *i\n: x\n"),
        Row("an alias of a list as a key", "keyIsNoText", "a: &a [x]\n*a : y\n"),
        Row("a list as a key", "keyIsNoText", "? [a, b]\n: y\n"),
        Row("one value too many", "tooMany", String(repeating: "- x\n", count: 200_000)),
        Row("as many as may be", nil, String(repeating: "- x\n", count: 199_999)),
        Row("aliases as keys without a blank", "aliasBeforeColon", wide(of: "*k:*a")),
        Row("with a blank before the colon alone", "aliasBeforeColon", wide(of: "*k :*a")),
        Row(
            "hidden by a quote after one", "aliasBeforeColon",
            wide(of: "*a").replacing("b: [", with: "b: [*k:\"]\n# \", ")),
        Row("as keys with a blank", "tooMany", wide(of: "*k: *a")),
        Row("after a question mark", "keyIsNoText", "a: &a [x]\nb: {?*a : x}\n"),
        // Forty seconds, when all up to the problem was read to find it.
        Row("keys that take for ever before a problem", "notYAML", laughs + "z: {? *i : x}\n}\n"),
        Row("no such anchor", "notYAML", "a: *b\n"),
        Row("itself", "notYAML", "a: &a [*a]\n"),  // not yet
    ]

    @Test("What would cost too much is refused before it costs anything", arguments: rows)
    func limits(row: Row) throws {
        let read = BoundedYAML.documents(in: row.text).problem
        #expect(read.map { String(String(describing: $0).prefix { $0 != "(" }) } == row.problem)
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

    @Test(
        "What is missing at the end is missing in the last line",
        arguments: [("a:\na", 2, 2), ("a:\na\n", 3, 1), ("a:\r\n\"b", 2, 3), ("a: [", 1, 5)])
    func placesAreInTheText(text: String, line: Int, column: Int) {
        let place = BoundedYAML.documents(in: text).problem?.place
        #expect(place?.line == line)
        #expect(place?.column == column)
    }

    @Test("Places are those of the text, although it was read with something else in an alias's place")
    func places() {
        let problem = BoundedYAML.documents(in: "a: &a x\nb: [*a, *a, {]\n").problem
        let other = BoundedYAML.documents(in: "a: &a x\nb: [_a, _a, {]\n").problem
        #expect(problem?.place?.line == 2)
        #expect(problem?.place?.column == other?.place?.column)
    }
}
