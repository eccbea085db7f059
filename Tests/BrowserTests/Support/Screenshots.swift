import BrowserDriving
import Foundation

/// Pictures of the end states, kept in `.build/browser-screenshots` for whoever looks at a run.
enum Screenshots {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(".build/browser-screenshots")

    /// Takes one as `ENGINE-NAME.png` and gives its size in points, as the file says it.
    @discardableResult
    static func take(_ name: String, of browser: BrowserSession) async throws -> (width: Int, height: Int) {
        // What a script has changed is painted in the next frame, or the one after.
        try await browser.execute(
            "let n = 3; const frame = () => { if (--n > 0) requestAnimationFrame(frame); else window.isPainted = true };"
                + "window.isPainted = false; frame()")
        try await browser.wait(for: "return window.isPainted")
        let picture = try await browser.screenshot()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(picture).write(to: folder.appendingPathComponent("\(browser.engine.rawValue)-\(name).png"))
        // PNG, third edition, §11.2.1: width and height follow the signature and the first chunk's head.
        func number(at start: Int) -> Int {
            picture.dropFirst(start).prefix(4).reduce(0) { $0 << 8 | Int($1) }
        }
        return (number(at: 16), number(at: 20))
    }
}
