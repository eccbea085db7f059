import BridgePrimitives
import Testing

@testable import IdentityProviders

@Suite("The Authorization field, RFC 5849 §3.5.1", .timeLimit(.minutes(5)))
struct OAuthHeaderTests {
    private func pairs(_ field: String) throws -> [String]? {
        try OAuthHeader.parse(field)?.map {
            "\(String(decoding: $0.name, as: UTF8.self)):\(String(decoding: $0.value, as: UTF8.self))"
        }
    }

    @Test(arguments: [
        (#"OAuth a="1", b="2""#, ["a:1", "b:2"]),
        (#"oauth a="1",b="2""#, ["a:1", "b:2"]),  // any case, no blank needed
        (#"OAuth realm="http://x, \"y\"", a="1""#, ["a:1"]),  // the realm is not signed
        (#"OAuth a="%20%2B+""#, ["a: ++"]),  // a plus is a plus
        (#"OAuth a="""#, ["a:"]),
        (#"OAuth a = "1" , b="2","#, ["a:1", "b:2"]),
        ("OAuth", []), ("OAuth ", []),
        ("Bearer abc", nil), ("OAuthX a=\"1\"", nil), ("", nil),
    ])
    func parses(field: String, expected: [String]?) throws { #expect(try pairs(field) == expected) }

    @Test(arguments: [
        "OAuth a", "OAuth a=1", #"OAuth a="1"#, #"OAuth ="1""#, #"OAuth a="%4""#, #"OAuth a="1" b="2""#, "OAuth \u{0}",
        #"OAuth a="1\"#,
    ])
    func refuses(field: String) {
        let refusal = #expect(throws: TwitterRefusal.self) { try pairs(field) }
        #expect(refusal?.reasons == [.brokenHeader])
    }

    @Test func itReadsOnlySoManyParameters() {
        let field = "OAuth " + Array(repeating: #"a="1""#, count: FormItems.most + 1).joined(separator: ",")
        #expect(throws: TwitterRefusal.self) { try pairs(field) }
    }
}
