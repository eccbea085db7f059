import BridgePrimitives
import ChildProcesses
import Foundation
import Testing

@testable import BrowserDriving

@Suite("Starting what a browser needs", .timeLimit(.minutes(5)))
struct StartingTests {
    @Test func aProgramThatIsNoneIsABrowserThatDoesNotStart() {
        let failure = #expect(throws: BridgeFailure.self) {
            try starting { () throws(ChildProcessFailure) in
                try ChildProcess("/etc/hostname-that-is-none", [], output: .nullDevice, errors: .nullDevice)
            }
        }
        #expect(failure?.code == BrowserReason.driverDidNotStart.code)
        #expect(failure?.cause.hasPrefix("/etc/hostname-that-is-none cannot be run") == true)
    }
}
