import BridgePrimitives
import Testing

@testable import BrowserDriving

@Suite("Programs that a browser needs", .timeLimit(.minutes(5)))
struct InstalledToolTests {
    @Test(arguments: ["", ":", "relative/bin", "/nowhere:/nowhere/else", "/\u{0}", "/etc"])
    func areMissingOutsideThePath(path: String) {
        let failure = #expect(throws: BridgeFailure.self) {
            try InstalledTool("no-such-driver", package: "webkit2gtk-driver").location(path: path)
        }
        #expect(failure?.code == BrowserReason.notInstalled.code)
        #expect(failure?.cause == "no-such-driver is not installed")
    }

    @Test func areTakenFromTheFirstFolderThatHasThem() throws {
        #expect(try InstalledTool("sh", package: nil).location(path: "/nowhere:/bin:/usr/bin") == "/bin/sh")
    }

    @Test func areNoFolders() {
        let failure = #expect(throws: BridgeFailure.self) {
            try InstalledTool("bin", package: nil).location(path: "/usr")
        }
        #expect(failure?.code == BrowserReason.notInstalled.code)
    }

    #if os(Linux)
        @Test func theFixNamesThePackage() {
            let failure = #expect(throws: BridgeFailure.self) {
                try BrowserEngine.chromium.driver.location(path: "/nowhere")
            }
            #expect(failure?.fix == "run scripts/setup browsers, or apt-get install chromium-driver")
        }

        @Test func safariIsNotHere() async {
            let failure = await #expect(throws: BridgeFailure.self) { try await withBrowser(.safari) { _ in } }
            #expect(failure?.code == BrowserReason.notInstalled.code)
            #expect(failure?.fix == "use webkitgtk or chromium; only macOS has this one")
        }
    #endif
}
