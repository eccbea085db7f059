import Foundation
import SimulatedDevice
import Testing

// Foundation has a class of that name; the narrower import says which one is meant.
import class AppFrameworks.UserDefaults

@Suite("UserDefaults in a file that imports all of Foundation", .timeLimit(.minutes(5)))
struct UserDefaultsBesideFoundationTests {
    @Test func isTheAppsOwn() async throws {
        let app = try TestApp.install()
        try await app.launch(.user).run { UserDefaults.standard.set(Data([1]), forKey: "k") }
        #expect(app.defaults["k"] == .data([1]))
    }
}
