import BridgePrimitives
import Files
import Foundation
import Listening
import Project
import Scenarios
import Worlds

/// Where it is kept which scenarios failed last: in the state folder, a file for each project, or where somebody says.
struct LastFailedFile: Sendable {
    let path: String
    private let isNamed: Bool
    private let stateFolder: String?
    /// Files are named from here, so that another machine's checkout has the same names.
    private let root: String

    private static let sizeLimit = 16 << 20

    /// - Parameters:
    ///   - path: as it was typed; nil for the state folder's.
    ///   - stateFolder: nil for the user's.
    ///   - projectFile: in whose folder scenarios are; nil for the working directory.
    init(path: String?, stateFolder: String?, projectFile: String?) {
        root = ScenarioFiles.place(of: projectFile.map(ProjectFile.folder) ?? ".")
        self.stateFolder = stateFolder ?? WorldMaterial.usualStateFolder
        isNamed = path != nil
        self.path = path ?? "\(self.stateFolder ?? ".")/\(Self.name(of: root))"
    }

    private static func name(of root: String) -> String { "last-failed-\(StableHash.hex(root)).json" }

    /// A scenario's key, from the root.
    func key(of key: ScenarioKey) -> ScenarioKey {
        let place = ScenarioFiles.place(of: key.file)
        let file = place.hasPrefix(root + "/") ? String(place.dropFirst(root.count + 1)) : place
        return ScenarioKey(file: file, name: key.name, ordinal: key.ordinal)
    }

    /// Nil where there was no run.
    ///
    /// - Throws: `run/unreadable-file` for a file that was named and is something else; of ours, such a one is none.
    func read() throws(BridgeFailure) -> LastFailed? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let bytes = try? InputFile.read(path, upTo: Self.sizeLimit)
        if let bytes, let json = try? JSONValue(parsing: bytes), let last = LastFailed(json: json) { return last }
        guard isNamed else { return nil }
        throw RunReason.unreadableFile.failure(
            "\(path) is not what --last-failed-file writes", fix: "name another file, or remove it")
    }

    /// - Throws: `output/…`, `state/…`.
    func write(_ scenarios: [ReportedScenario]) throws(BridgeFailure) {
        var last: LastFailed
        do { last = try read() ?? LastFailed() } catch { last = LastFailed() }
        last.update(with: scenarios, key: key(of:))
        let text = last.json.text() + "\n"
        if isNamed { return try OutputFile.write(text, to: path) }
        try StateDirectory(stateFolder ?? ".").write(Array(text.utf8), to: Self.name(of: root), isPrivate: true)
    }
}
