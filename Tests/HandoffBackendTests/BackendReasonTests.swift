import BridgePrimitives
import Databases
import HandoffBackend
import TestSupport
import Testing

@Suite("Reasons of the backends", .timeLimit(.minutes(5)))
struct BackendReasonTests {
    @Test(arguments: BackendReason.allCases)
    func ofTheExchange(reason: BackendReason) { #expect(reason.flaws(areas: "backend") == []) }

    @Test(arguments: UsersReason.allCases)
    func ofTheUsers(reason: UsersReason) { #expect(reason.flaws(areas: "users") == []) }

    @Test(arguments: AccountReason.allCases)
    func ofAccounts(reason: AccountReason) { #expect(reason.flaws(areas: "account") == []) }

    @Test(arguments: CertificateReason.allCases)
    func ofCertificates(reason: CertificateReason) {
        #expect(reason.flaws(areas: "certificates", fix: .sentenceOrNothing) == [])
    }

    @Test(arguments: UserDatabaseReason.allCases)
    func ofTheDatabase(reason: UserDatabaseReason) {
        #expect(reason.flaws(areas: "user-database") == [])
        #expect(UserDatabaseReason(rawValue: reason.rawValue) == reason)
    }

    @Test(arguments: ["", "failed", "cookie-database/failed", "user-database/", "user-database/failed "])
    func codesOfOthersAreNone(code: String) { #expect(UserDatabaseReason(rawValue: code) == nil) }
}
