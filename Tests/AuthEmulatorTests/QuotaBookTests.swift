@testable import AuthEmulator
import BridgePrimitives
import Testing

@Suite("Quotas", .timeLimit(.minutes(5)))
struct QuotaBookTests {
    private static let start = Instant(millisecondsSinceEpoch: 0)

    @Test func theFirstThatIsUsedUpIsTold() {
        var book = QuotaBook()
        let limits: [Quota: Int] = [.messagesPerMinute: 2, .messagesPerHour: 3]
        let both: [Quota] = [.messagesPerMinute, .messagesPerHour]
        for _ in 0..<2 {
            #expect(book.spent(both, of: "", limits: limits, at: Self.start) == nil)
            book.note(both, of: "", limits: limits, at: Self.start)
        }
        #expect(
            book.spent(both, of: "", limits: limits, at: Self.start)
                == .init(quota: .messagesPerMinute, limit: 2, wait: .seconds(60)))
        let later = Self.start + .seconds(60)
        #expect(book.spent(both, of: "", limits: limits, at: later) == nil)
        book.note(both, of: "", limits: limits, at: later)
        #expect(
            book.spent(both, of: "", limits: limits, at: later)
                == .init(quota: .messagesPerHour, limit: 3, wait: .seconds(3540)))
    }

    @Test func whatHasNoLimitIsNotCounted() {
        var book = QuotaBook()
        for _ in 0..<10 { book.note([.newAccounts], of: "", limits: [:], at: Self.start) }
        #expect(book.spent([.newAccounts], of: "", limits: [:], at: Self.start) == nil)
        #expect(book.spent([.newAccounts], of: "", limits: [.newAccounts: 1], at: Self.start) == nil)
        #expect(
            book.spent([.newAccounts], of: "", limits: [.newAccounts: 0], at: Self.start)
                == .init(quota: .newAccounts, limit: 0, wait: nil))
    }

    @Test func aSubjectHasItsOwnAndManySubjectsAreForgottenInOrder() {
        var book = QuotaBook()
        let limits: [Quota: Int] = [.failedPasswords: 1]
        func isSpent(_ subject: Int, at now: Instant) -> Bool {
            book.spent([.failedPasswords], of: "\(subject)", limits: limits, at: now) != nil
        }
        for subject in 0...QuotaBook.mostCounts {
            let now = Self.start + .milliseconds(Int64(subject))
            #expect(!isSpent(subject, at: now))
            book.note([.failedPasswords], of: "\(subject)", limits: limits, at: now)
        }
        let now = Self.start + .seconds(2)
        #expect(!isSpent(0, at: now), "the longest ago made room")
        #expect(isSpent(1, at: now) && isSpent(QuotaBook.mostCounts, at: now))
    }

    @Test(
        arguments: [
            (#"{"newAccountsPerHour":3}"#, [.newAccounts: 3]), (#"{"newAccountsPerHour":0}"#, [.newAccounts: 0]),
            (#"{"messagesPerMinute":-1}"#, [.messagesPerMinute: 0]),
            (#"{"messagesPerHour":9223372036854775807}"#, [.messagesPerHour: 25_000]),
            (#"{"newAccountsPerHour":"3","x":1,"messagesPerHour":null}"#, [:]), ("[]", [:]), ("{}", [:]),
        ] as [(String, [Quota: Int])])
    func isReadFromTheConfiguration(text: String, expected: [Quota: Int]) throws {
        let read = [Quota: Int](quotasFrom: try JSONValue(parsing: text))
        #expect(read == expected)
        #expect([Quota: Int](quotasFrom: .object(read.json)) == read)
    }
}
