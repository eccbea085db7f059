import BridgePrimitives
import Databases
import HandoffBackend
import TestSupport
import Testing

@Suite("Reasons of the backends", .timeLimit(.minutes(5)))
struct BackendReasonTests {
    @Test(arguments: UserDatabaseReason.allCases)
    func areReadFromTheirCodes(reason: UserDatabaseReason) {
        #expect(UserDatabaseReason(rawValue: reason.rawValue) == reason)
    }

    @Test(arguments: ["", "failed", "cookie-database/failed", "user-database/", "user-database/failed "])
    func codesOfOthersAreNone(code: String) { #expect(UserDatabaseReason(rawValue: code) == nil) }
}
