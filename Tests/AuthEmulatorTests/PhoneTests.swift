@testable import AuthEmulator
import BridgePrimitives
import Testing

@Suite("Phone numbers", .timeLimit(.minutes(5)))
struct PhoneTests {
    @Test func testNumbersHaveTheirCode() async throws {
        var configuration = AuthConfiguration()
        configuration.testPhoneNumbers = ["+15555550100": "123456"]
        let wire = try WireFixture(configuration: configuration)
        _ = try await wire.call("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
        #expect(try wire.latestSMS().code == "123456")
    }
}
