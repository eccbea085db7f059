import BridgePrimitives
import Cookies
import Testing

@Suite("Set-Cookie lines folded into one", .timeLimit(.minutes(5)))
struct SetCookieFoldingTests {
    /// Each row was seen in swift-corelibs-foundation of Swift 6.3.1.
    @Test(
        arguments: [
            ("a=x,y=z", ["a=x", "y=z"]), ("a=1, b=2; Secure, c", ["a=1", "b=2; Secure, c"]),
            ("a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT, b=2", ["a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT", "b=2"]),
            ("a=1,,b=2", ["a=1,", "b=2"]),  // only the comma before the token separates
            ("a=1, =2", ["a=1, =2"]),  // no token
            ("a b=2, c d=3", ["a b=2, c d=3"]),  // a blank inside is no token
            ("a=1\tq, \t b\t=2", ["a=1\tq", "b\t=2"]),  // blanks around it are fine
            ("a=é, ü=1", ["a=é, ü=1"]),  // tokens are ASCII
            ("a=\"1,b=2\"", ["a=\"1", "b=2\""]),  // quotes protect nothing
            ("", []), ("a", ["a"]), (",", [","]), ("a=1,", ["a=1,"]), (" , a=1", ["a=1"]), ("=,=", ["=,="]),
        ])
    func unfolds(field: String, parts: [String]) {
        #expect(SetCookieFolding.unfolded(Array(field.utf8)).map { String(decoding: $0, as: UTF8.self) } == parts)
    }

    @Test func foldedLinesComeApartAgain() {
        let lines = ["a=1; Path=/", "b=2; Expires=Wed, 09 Jun 2027 10:18:14 GMT", "c=\"x\""].map { Array($0.utf8) }
        #expect(SetCookieFolding.unfolded(SetCookieFolding.folded(lines)) == lines)
        #expect(SetCookieFolding.folded([]) == [])
    }

    @Test(.timeLimit(.minutes(5))) func manyCommasEnd() {
        let commas = [UInt8](repeating: UInt8(ascii: ","), count: 1 << 20)
        #expect(SetCookieFolding.unfolded(commas) == [commas])
    }
}
