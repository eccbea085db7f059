import BridgePrimitives
import BridgeTrace
import FirebaseAuthClient
import HTTPLoader
import Testing

/// Mistakes of the app's own that end it, as in the SDK, with words that say what to do.
@Suite("Client: apps that are not configured", .timeLimit(.minutes(5)))
struct FirebaseAppTests {
    private static func environment() -> FirebaseEnvironment {
        let clock = WorldClock.frozen(at: .epoch)
        return FirebaseEnvironment(
            transport: OneReply(status: 200, body: "{}"), clock: clock,
            trace: TraceLog(clock: clock, masking: Masking(.fingerprints)))
    }

    private func words(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    @Test func authNeedsAnApp() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Self.environment().run { _ = Auth.auth() }
        }
        #expect(words(result).contains("The default FirebaseApp instance must be configured before"))
    }

    @Test func configuringNeedsThePropertyList() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Self.environment().run { FirebaseApp.configure() }
        }
        #expect(words(result).contains("could not find a valid GoogleService-Info.plist"))
    }

    @Test func anAppIsConfiguredOnce() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Self.environment().run {
                let options = FirebaseOptions(googleAppID: "1:1:ios:1", gcmSenderID: "1")
                FirebaseApp.configure(options: options)
                FirebaseApp.configure(options: options)
            }
        }
        #expect(words(result).contains("has already been configured"))
    }

    @Test func anAppNeedsAnEnvironment() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            FirebaseApp.configure()
        }
        #expect(words(result).contains("FirebaseEnvironment.run"))
    }
}
