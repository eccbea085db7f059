import BridgePrimitives
import Testing

@testable import IdentityProviders

@Suite("Form items", .timeLimit(.minutes(5)))
struct FormItemsTests {
    private func pairs(_ text: String) throws -> [String] {
        try FormItems(parsing: text.utf8).items.map {
            "\(String(decoding: $0.name, as: UTF8.self)):\(String(decoding: $0.value, as: UTF8.self))"
        }
    }

    @Test(arguments: [
        ("", []),
        ("a=1&b=2&a=3", ["a:1", "b:2", "a:3"]),  // order and repetitions stay
        ("c2&a3=2+q", ["c2:", "a3:2 q"]),  // no equals sign: an empty value
        ("b5=%3D%253D", ["b5:=%3D"]),  // decoded once
        ("&&a=1&", ["a:1"]),
        ("=x", [":x"]),
        ("a=b=c", ["a:b=c"]),
    ])
    func parses(text: String, expected: [String]) throws { #expect(try pairs(text) == expected) }

    @Test func itReadsOnlySoManyItems() throws {
        let most = Array(repeating: "a=1", count: FormItems.most).joined(separator: "&")
        #expect(try FormItems(parsing: most.utf8).items.count == FormItems.most)
        #expect(throws: FormItems.Fault.tooMany) { try FormItems(parsing: (most + "&a=1").utf8) }
    }

    @Test func aBrokenEscapeIsRefused() {
        #expect(throws: FormItems.Fault.brokenEscape) { try FormItems(parsing: "a=%4".utf8) }
    }

    @Test func textIsOneValueOfUTF8() throws {
        let items = try FormItems(parsing: "a=1&b=2&b=2&c=%FF&d=\(String(repeating: "x", count: 4097))".utf8)
        #expect(try items.text("a") == "1")
        #expect(try items.text("z") == nil)
        #expect(throws: FormItems.Fault.repeated("b")) { try items.text("b") }
        #expect(throws: FormItems.Fault.notUTF8) { try items.text("c") }
        #expect(throws: FormItems.Fault.valueTooLong("d")) { try items.text("d") }
    }
}
