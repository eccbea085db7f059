import BridgePrimitives
import Testing

@testable import PageEngines

@Suite("Programs that an engine needs", .timeLimit(.minutes(5)))
struct InstalledToolTests {
    @Test(arguments: ["", ":", "relative/bin", "/nowhere:/nowhere/else", "/\u{0}", "/etc"])
    func areMissingOutsideThePath(path: String) {
        let failure = #expect(throws: BridgeFailure.self) {
            try InstalledTool("no-such-driver", package: "no-such-package").location(path: path)
        }
        #expect(failure?.code == PageEngineReason.notInstalled.code)
        #expect(failure?.cause == "no-such-driver is not installed")
    }

    @Test func areTakenFromTheFirstFolderThatHasThem() throws {
        #expect(try InstalledTool("sh", package: nil).location(path: "/nowhere:/bin:/usr/bin") == "/bin/sh")
    }

    @Test func areNoFolders() {
        let failure = #expect(throws: BridgeFailure.self) {
            try InstalledTool("bin", package: nil).location(path: "/usr")
        }
        #expect(failure?.code == PageEngineReason.notInstalled.code)
    }

    #if os(Linux)
        @Test func theFixNamesThePackage() {
            let failure = #expect(throws: BridgeFailure.self) {
                try InstalledTool.chromium.location(path: "/nowhere")
            }
            #expect(failure?.fix == "run scripts/setup browsers, or apt-get install chromium")
        }
    #endif
}
