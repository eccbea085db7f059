import Foundation
import PageEngines
import TestSupport
import Testing

/// Pictures of the end states, kept in `.build/browser-screenshots` for whoever looks at a run.
enum Screenshots {
    private static let folder = Checkout.root.appendingPathComponent(".build/browser-screenshots")

    /// Takes one as `ENGINE-NAME.png`.
    static func take(_ name: String, of view: EngineView, in engine: PageEngineKind) async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("\(engine.rawValue)-\(name).png")
        try await view.takeSnapshot(to: file.path)
        #expect(try Data(contentsOf: file).starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }
}
