import AppFrameworks
import Foundation
import Testing

@Suite("Number objects", .timeLimit(.minutes(5)))
struct NumberObjectTests {
    @Test func areKeptApartFromTruths() {
        let rows: [(NSNumber, isTruth: Bool)] = [
            (0, false), (1, false), (1.5, false), (NSNumber(value: Int8(1)), false), (NSNumber(value: true), true),
            (NSNumber(value: false), true),
        ]
        for (number, isTruth) in rows { #expect(NumberObject(number)?.isTruth == isTruth, "\(number)") }
    }

    @Test func areNoSwiftValues() {
        for value in [1, true, 1.5, "1"] as [Any] { #expect(NumberObject(value) == nil) }
    }
}
