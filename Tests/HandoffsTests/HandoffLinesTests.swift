import BridgePrimitives
import BridgeTrace
import HTTPLoader
import Handoffs
import Testing
import WorldTestSupport
import Worlds

@Suite("Handoffs on request", .timeLimit(.minutes(5)))
struct HandoffLinesTests {
    @Test func oneAfterTheOtherOnOneDevice() async throws {
        let answers = try await Self.answers(to: [
            #"{"id":1,"op":"sign-in","device":"a","email":"hana@example.com"}"#,
            #"{"id":2,"op":"exchange","device":"a"}"#,
            #"{"id":3,"op":"open","device":"a","inject":"user-script"}"#,
            #"{"id":4,"op":"relaunch","device":"a"}"#,
            #"{"id":5,"op":"handoff","device":"a","email":"hana@example.com"}"#,
            #"{"id":6,"op":"quit"}"#,
        ])
        #expect(answers.map { $0["id"]?.integerValue } == [1, 2, 3, 4, 5, 6])
        for answer in answers { #expect(answer["outcome"] == "done", "\(answer.text())") }
        #expect(answers[2]["verdict"] == "signed-in")
        // The app kept its user over the relaunch, so that no sign-in was needed.
        #expect(answers[4]["verdict"] == "signed-in")
        #expect(answers[4]["timings"]?.objectValue?.names == ["exchange", "open"])
        #expect(answers[0]["user"] == answers[4]["user"])
        #expect(answers[5]["devices"] == 1)
        #expect(answers[5]["verdicts"]?["signed-in"] == 2)
    }

    @Test func devicesShareNothingButTheServices() async throws {
        let answers = try await Self.answers(to: [
            #"{"id":1,"op":"handoff","device":"a","email":"a@example.com"}"#,
            #"{"id":2,"op":"sign-in","device":"b","email":"b@example.com"}"#,
            #"{"id":3,"op":"open","device":"b","inject":"fragment"}"#,
            #"{"id":4,"op":"handoff","device":"c","email":"a@example.com"}"#,
            #"{"id":5,"op":"handoff","email":"a@example.com","profile":"ios12"}"#,
        ])
        let byID = Dictionary(answers.map { ($0["id"]?.integerValue ?? 0, $0) }) { first, _ in first }
        #expect(byID[1]?["verdict"] == "signed-in")
        // What the backend answered the first device is not the second one's.
        #expect(byID[3]?["outcome"] == "failed")
        #expect(byID[3]?["reasons"]?.arrayValue?.first == "handoff/nothing-to-inject")
        // One account, whichever phone.
        #expect(byID[1]?["user"] == byID[4]?["user"])
        #expect(byID[1]?["user"] == byID[5]?["user"])
        #expect(byID[1]?["user"] != byID[2]?["user"])
    }

    @Test(arguments: [
        // How the session is handed over, how it ends, and the cause that is told.
        ("user-script", "signed-in", nil, "the guard finds the cookie"),
        ("cookie-store", "signed-out", "script/http-only", "the copy has HttpOnly"),
        ("native-storage", "signed-out", "send/other-store", "the view has a store of its own"),
    ])
    func causes(injection: String, verdict: String, cause: String?, why: String) async throws {
        let answers = try await Self.answers(to: [#"{"id":1,"op":"handoff","inject":"\#(injection)"}"#])
        let answer = try #require(answers.first)
        #expect(answer["verdict"]?.stringValue == verdict, "\(why): \(answer.text())")
        #expect(answer["root_cause"]?["code"]?.stringValue == cause, "\(why)")
        #expect((answer["root_cause"]?["fix"]?.stringValue == nil) == (cause == nil), "\(why)")
    }

    @Test func whatIsWrongIsAnsweredAndHarmsNobody() async throws {
        let lines = [
            "nonsense hunter2-secret", #"{"id":2,"op":"open","device":"nobody's"}"#,
            #"{"id":3,"op":"handoff","device":"a","email":"a@example.com","password":"correct-horse"}"#,
            #"{"id":4,"op":"sign-in","device":"a","email":"a@example.com","password":"hunter2-secret"}"#,
            #"{"id":5,"op":"handoff","device":"a","profile":"ios12"}"#,
        ]
        let answers = try await Self.answers(to: lines)
        for answer in answers { #expect(!answer.text().contains("hunter2-secret")) }
        let codes = Dictionary(answers.map { ($0["id"]?.integerValue ?? 0, Self.code(of: $0)) }) { first, _ in first }
        #expect(codes[0] == "stdio/not-json")
        #expect(codes[2] == "stdio/no-such-device")
        #expect(codes[4]?.hasPrefix("client/") == true, "\(codes)")
        #expect(codes[4] != "client/email-already-in-use", "the password is what is wrong")
        #expect(codes[5] == "stdio/other-profile")
        #expect(codes[3] == "guard/token-accepted")
        #expect(answers.count == lines.count)
    }

    @Test func aDeviceIsForgotten() async throws {
        let answers = try await Self.answers(to: [
            #"{"id":1,"op":"handoff","device":"a","profile":"ios12"}"#, #"{"id":2,"op":"forget","device":"a"}"#,
            #"{"id":3,"op":"handoff","device":"a","profile":"ios18"}"#, #"{"id":4,"op":"quit"}"#,
        ])
        for answer in answers { #expect(answer["outcome"] == "done", "\(answer.text())") }
        #expect(answers.last?["devices"] == 1)
    }

    @Test func whatIsTooMuchIsAnswered() async throws {
        let lines: [HandoffLine] = [
            .tooLong, .text(#"{"id":1,"op":"sign-in","device":"a"}"#), .text(#"{"id":2,"op":"sign-in","device":"b"}"#),
            .text(#"{"id":3,"op":"handoff"}"#),
        ]
        let answers = try await Self.answers(toLines: lines, limit: 1)
        let codes = Dictionary(answers.map { ($0["id"]?.integerValue ?? 0, Self.code(of: $0)) }) { first, _ in first }
        #expect(codes[0] == "stdio/too-long")
        #expect(codes[1] == "none")
        #expect(codes[2] == "stdio/too-many-devices")
        // A device that is not kept is none too many.
        #expect(codes[3] == "guard/token-accepted")
    }

    // MARK: -

    private static func code(of answer: JSONValue) -> String {
        answer["error"]?["code"]?.stringValue ?? answer["reasons"]?.arrayValue?.first?.stringValue ?? "none"
    }

    /// In the order in which they were ready, which of one device is that of the lines.
    private static func answers(to lines: [String]) async throws -> [JSONValue] {
        try await answers(toLines: lines.map { .text($0) })
    }

    private static func answers(toLines lines: [HandoffLine], limit: Int = 100) async throws -> [JSONValue] {
        let material = try SharedMaterial.material.get()
        return try await withWorld(WorldSettings(), material: material) { world in
            let answers = Mutex<[JSONValue]>([])
            let fleet = DeviceFleet(on: world, limit: limit, executor: material.transport.executor)
            let (input, sink) = AsyncStream<HandoffLine>.makeStream()
            for line in lines { sink.yield(line) }
            sink.finish()
            await HandoffLines(fleet) { answer in
                answers.withLock { $0.append(answer.json(masking: world.trace.masking)) }
            }.answer(input)
            return answers.withLock { $0 }
        }
    }
}
