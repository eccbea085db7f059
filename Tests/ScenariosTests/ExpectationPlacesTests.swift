import Scenarios
import Testing

@Suite("Where a file has what it expects", .timeLimit(.minutes(5)))
struct ExpectationPlacesTests {
    private static let text = """
        name: a
        steps: [open]
        expect:
          verdict: signed-in
          reasons: [token/expired,
            guard/cookie-absent]
          cookie: { name: a,
            stored: true }
          cookies:
            - name: a
            - { name: b, stored: true }
          console:
            contains:
              - one
              - two
          requests: { number: 3 }
          values: [{ that: "${open.path}", equals: / }]
        """

    /// Columns: the key, which element of its list, line and column.
    @Test(
        arguments: [
            ("verdict", nil, 4, 3), ("reasons", 0, 5, 13), ("reasons", 1, 6, 5), ("reasons", nil, 5, 3),
            ("cookie", nil, 7, 3), ("cookie.stored", nil, 8, 5),
            ("cookie.sent", nil, 7, 3),  // stands nowhere
            ("cookies", 0, 10, 7), ("cookies", 1, 11, 7),
            ("cookies", 2, 9, 3), ("cookies", -1, 9, 3),  // no such element
            ("console.contains", 1, 15, 9), ("console.without", 0, 12, 3),
            ("requests", 0, 16, 3),  // one, without a list
            ("values", 0, 17, 12), ("route", nil, 4, 3), ("", nil, 4, 3), (".", nil, 4, 3),
        ] as [(String, Int?, Int, Int)])
    func eachKeyHasItsPlace(key: String, index: Int?, line: Int, column: Int) throws {
        let places = try #require(try readScenarios(Self.text).first).expectation.places
        #expect(places[key, index] == SourceLocation(file: "login.yaml", line: line, column: column))
    }

    @Test func whatNoFileHasHasNone() {
        #expect(ExpectationPlaces()["verdict"] == nil && ExpectationPlaces()["reasons", 0] == nil)
    }
}
