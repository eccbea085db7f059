import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Listening
import Testing
import WorldTestSupport
import Worlds

@Suite("The services of a world, one on the other", .timeLimit(.minutes(5)))
struct ServiceStackTests {
    enum Ending: CaseIterable { case returns, fails, isCancelled }

    private struct Broken: Error {}

    /// What was opened last may need what was opened before it.
    @Test(arguments: Ending.allCases)
    func allIsClosedInReverseOrder(_ ending: Ending) async throws {
        let clock = WorldClock { SystemTime.now }
        let material = try SharedMaterial.material.get()
        let stack = try ServiceStack(
            WorldSettings(), material: material, clock: clock,
            trace: TraceLog(clock: clock, masking: Masking(.fingerprints)), store: .inMemory(),
            keys: material.keys.copy)
        let closed = Mutex<[String]>([])
        let (opened, announcement) = AsyncStream<Void>.makeStream()
        let run = Task {
            try await stack.lend {
                for name in ["first", "second"] {
                    let _: HeldScope<String> = try await stack.open { lend in
                        try await lend(name)
                        closed.withLock { $0.append(name) }
                    }
                }
                stack.atClose { closed.withLock { $0.append("told") } }
                announcement.yield()
                switch ending {
                case .returns: break
                case .fails: throw Broken()
                case .isCancelled: while !Task.isCancelled { await Task.yield() }
                }
                try Task.checkCancellation()
            }
        }
        for await _ in opened { break }
        if ending == .isCancelled { run.cancel() }
        let outcome = await run.result
        #expect(closed.withLock { $0 } == ["told", "second", "first"])
        #expect(((try? outcome.get()) != nil) == (ending == .returns))
    }
}
