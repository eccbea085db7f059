import BridgePrimitives
import Foundation
import Testing

@testable import PageEngines

/// The driver with programs in the helper's place that say what they are told to.
@Suite("The conversation with a helper", .timeLimit(.minutes(5)))
struct HelperConversationTests {
    private static let hello = #"echo '{"event":"hello","protocol":1,"engine":"fake","version":"1"}'"#

    @Test(
        arguments: [
            ("exit 3", .didNotStart, "the helper has ended"),
            ("echo no display >&2; exit 69", .didNotStart, "the helper has ended: no display"),
            ("echo nonsense; read line", .badAnswer, nil),
            (
                #"echo '{"event":"hello","protocol":99}'; read line"#, .otherProtocol,
                "the helper speaks version 99 of the protocol, and here it is version 1"
            ),
        ] as [(String, PageEngineReason, String?)])
    func isRefusedFromTheStart(script: String, reason: PageEngineReason, cause: String?) async throws {
        let failure = await #expect(throws: BridgeFailure.self) { try await Self.withHelper(script) { _ in } }
        #expect(failure?.code == reason.code, "\(String(describing: failure))")
        if let cause { #expect(failure?.cause == cause) }
    }

    @Test func aHelperThatSaysNothingIsGivenUp() async throws {
        let failure = await #expect(throws: BridgeFailure.self) {
            try await Self.withHelper("read line", timeouts: EngineTimeouts(start: .milliseconds(50))) { _ in }
        }
        #expect(failure?.code == PageEngineReason.timedOut.code)
    }

    @Test func answersComeToWhoAsked() async throws {
        // The second is answered first.
        let script = """
            \(Self.hello); read first; read second
            echo '{"id":2,"result":{"value":"two"}}'; echo '{"id":1,"result":{"value":"one"}}'; read end
            """
        try await Self.withHelper(script) { helper in
            async let first = helper.connection.call(.reload(view: "v"), within: .seconds(60))
            async let second = helper.connection.call(.reload(view: "v"), within: .seconds(60))
            let values = try await [first, second].compactMap { $0["value"]?.stringValue }
            #expect(Set(values) == ["one", "two"])
        }
    }

    @Test(
        arguments: [
            (
                #"read line; echo '{"id":1,"error":{"code":"page/exception","message":"Error: x"}}'; read end"#,
                .scriptFailed
            ),
            (#"read line; echo '{"id":1,"error":{"code":"protocol/no-such-view","message":"v"}}'; read end"#, .refused),
            ("read line; exit 0", .lost), ("read line; kill -9 $$", .lost),
            ("read line; echo '['; read end", .badAnswer), ("read line; read end", .timedOut),
        ] as [(String, PageEngineReason)])
    func anAnswerThatFailsHasAReason(script: String, reason: PageEngineReason) async throws {
        // Only where nothing comes is the time what ends it.
        let limit: Duration = reason == .timedOut ? .milliseconds(50) : .seconds(60)
        try await Self.withHelper("\(Self.hello); \(script)") { helper in
            let failure = await #expect(throws: BridgeFailure.self) {
                try await helper.connection.call(.reload(view: "v"), within: limit)
            }
            #expect(failure?.code == reason.code, "\(String(describing: failure))")
            #expect(failure?.cause.hasPrefix("reload: ") == true)
        }
    }

    @Test func whoIsCancelledWaitsNoLonger() async throws {
        try await Self.withHelper("\(Self.hello); read line; read end") { helper in
            let call = Task { try await helper.connection.call(.reload(view: "v"), within: .seconds(600)) }
            call.cancel()
            guard case .failure(let error) = await call.result else {
                Issue.record("there was an answer")
                return
            }
            #expect((error as? BridgeFailure)?.code == PageEngineReason.cancelled.code)
        }
    }

    @Test func eventsComeToWhoListensToTheirViewUntilTheHelperIsLost() async throws {
        let script = """
            \(Self.hello); read line
            echo '{"event":"didCommit","view":"other","url":"o"}'; echo '{"event":"somethingNew","view":"v"}'
            echo '{"event":"didCommit","view":"v","url":"u"}'; echo '{"event":"didFinish","view":"v","url":"u"}'
            echo '{"id":1,"result":{}}'; read end
            """
        try await Self.withHelper(script) { helper in
            let events = helper.connection.events(of: "v")
            try await helper.connection.call(.reload(view: "v"), within: .seconds(60))
            helper.connection.end()
            var read: [EngineEvent] = []
            let failure = await #expect(throws: BridgeFailure.self) {
                for try await event in events { read.append(event) }
            }
            #expect(read == [.navigation(.didCommit, url: "u"), .navigation(.didFinish, url: "u")])
            #expect(failure?.code == PageEngineReason.cancelled.code)
            // And nobody else waits for what never comes.
            let later = await #expect(throws: BridgeFailure.self) {
                for try await _ in helper.connection.events(of: "v") {}
            }
            #expect(later?.code == PageEngineReason.cancelled.code)
        }
    }

    /// The page's events are not kept without an end for somebody who does not read them.
    @Test func whoFallsFarBehindIsTold() async throws {
        let event = #"{"event":"titleDidChange","view":"v","title":"t"}"#
        let script = """
            \(Self.hello); read line; yes '\(event)' | head -n \(EngineAudience.eventLimit + 1)
            echo '{"id":1,"result":{}}'; read end
            """
        try await Self.withHelper(script) { helper in
            let events = helper.connection.events(of: "v")
            try await helper.connection.call(.reload(view: "v"), within: .seconds(120))
            var count = 0
            let failure = await #expect(throws: BridgeFailure.self) { for try await _ in events { count += 1 } }
            #expect(count == EngineAudience.eventLimit)
            #expect(failure?.code == PageEngineReason.tooManyEvents.code)
        }
    }

    @Test func aViewThatIsClosedEndsItsEvents() async throws {
        try await Self.withHelper("\(Self.hello); read end") { helper in
            let events = helper.connection.events(of: "v")
            helper.connection.endEvents(of: "v")
            for try await _ in events { Issue.record("an event") }
        }
    }

    private static func withHelper(
        _ script: String, timeouts: EngineTimeouts = EngineTimeouts(start: .seconds(60)),
        _ body: (EngineHelper) async throws -> Void
    ) async throws {
        let folder = try EngineFolder()
        defer { folder.remove() }
        let helper = try await EngineHelper.start("/bin/sh", ["-c", script], in: folder, timeouts: timeouts)
        try await lending(helper, body) { await helper.stop() }
    }
}
