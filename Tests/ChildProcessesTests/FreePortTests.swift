import Testing

@testable import ChildProcesses

@Suite("A free port", .timeLimit(.minutes(5)))
struct FreePortTests {
    @Test func itIsNoneThatOthersGetByChance() throws {
        #expect(FreePort.candidates.contains(try FreePort.find()))
    }

    @Test func thoseThatSomebodyHasArePassedOver() throws {
        var chance = SystemRandomNumberGenerator()
        var asked: [Int] = []
        let port = try FreePort.find(using: &chance) { port in
            asked.append(port)
            return asked.count < 3 ? nil : port
        }
        #expect(asked.count == 3 && port == asked.last)
    }

    @Test func whereAllAreTakenTheSystemHasOne() throws {
        var chance = SystemRandomNumberGenerator()
        #expect(try FreePort.find(using: &chance) { $0 == 0 ? 41_000 : nil } == 41_000)
        let failure = #expect(throws: ChildProcessFailure.self) { try FreePort.find(using: &chance) { _ in nil } }
        #expect(failure?.cause.hasPrefix("the system gives no port (error ") == true)
    }
}
