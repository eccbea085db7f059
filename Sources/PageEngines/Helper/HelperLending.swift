import BridgePrimitives
import ChildProcesses
import Files
import Foundation

/// Starts the helper over WebKitGTK under a display of its own, lends it to `body`, and ends both with all that they
/// have started, however `body` ends.
///
/// - Parameters:
///   - authorities: certificates in PEM form: servers whose chain leads to one of them are trusted, and no others. Nil for
///     those that the system trusts.
///   - timeouts: `command` bounds each request, `page` a load.
/// - Throws: `engine/not-built` with what to run, `engine/did-not-start`, `engine/other-protocol`; `engine/not-installed`
///   of the display; else what `body` throws.
/// - Complexity: half a second before `body` runs.
public func withWebKitHelper<Value>(
    trusting authorities: String? = nil, timeouts: EngineTimeouts = EngineTimeouts(),
    at place: HelperPlace = HelperPlace(), _ body: (EngineHelper) async throws -> Value
) async throws -> Value {
    // What is missing is said before anything is started.
    let program = try place.find()
    let folder = try EngineFolder()
    defer { folder.remove() }
    var arguments: [String] = []
    if let authorities {
        let file = try folder.openFile("authorities.pem")
        defer { try? file.close() }
        do { try file.write(contentsOf: Data(authorities.utf8)) } catch {
            throw PageEngineReason.didNotStart.failure("\(folder.path) cannot be written")
        }
        arguments = ["--authorities", "\(folder.path)/authorities.pem"]
    }
    let display = try await VirtualDisplay.start(in: folder, timeouts: timeouts)
    return try await lending(display) { display in
        let helper = try await EngineHelper.start(
            program, arguments,
            environment: PageEngineKind.webkitgtk.environment(display: display.name, folder: folder.path),
            in: folder, timeouts: timeouts)
        return try await lending(helper, body) { await helper.stop() }
    } giveBack: {
        await display.process.stop(within: timeouts.stop)
    }
}
