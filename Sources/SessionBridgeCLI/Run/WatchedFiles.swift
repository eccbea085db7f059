import BridgePrimitives
import Files
import Project
import RouterGuard
import Scenarios

/// What the files were like at one time that a change of would let scenarios end otherwise.
///
/// They are looked at anew each time, which a few hundred files bear several times a second, on every system alike.
struct WatchedFiles: Hashable, Sendable {
    private var scenarios: [String: FileStatus.Version?]
    private var others: [String: FileStatus.Version?]

    /// - Parameters:
    ///   - paths: scenario files and folders, as they are typed.
    ///   - planned: what was read there last, for the files and modules that it names.
    ///   - others: the project file and what it names.
    init(_ paths: [String], planned: [PlannedScenario], others: [String]) {
        let (files, used) = Self.watched(paths, planned)
        scenarios = Self.versions(of: files)
        self.others = Self.versions(of: used + others)
    }

    enum Change: Hashable, Sendable {
        case none
        /// Only these scenario files are otherwise, and are there.
        case files([String])
        case all
    }

    /// What is otherwise now.
    func change(to now: WatchedFiles) -> Change {
        // What is looked at for the first time is as it was.
        guard !now.others.contains(where: { name, version in others[name].map { $0 != version } == true }) else {
            return .all
        }
        guard scenarios.keys.allSatisfy({ now.scenarios[$0] != nil }) else { return .all }
        let changed = now.scenarios.filter { scenarios[$0.key] != $0.value }.map(\.key).sorted()
        return changed.isEmpty ? .none : .files(changed)
    }

    /// The same, with what only `later` looked at.
    func adding(_ later: WatchedFiles) -> WatchedFiles {
        var sum = self
        sum.others.merge(later.others) { first, _ in first }
        return sum
    }

    /// All that a change of could let scenarios end otherwise: their files; those that these use, and the modules of
    /// their guards.
    ///
    /// - Parameter typed: those that lead nowhere are left out.
    private static func watched(
        _ typed: [String], _ scenarios: [PlannedScenario]
    ) -> (files: [String], others: [String]) {
        let used = scenarios.flatMap(\.scenario.files)
        let modules = scenarios.flatMap { each -> [String] in
            guard let module = each.scenario.setting.pageGuard?.module else { return [] }
            let folder = ProjectFile.folder(of: each.scenario.file)
            let root = ProjectFiles.nearest(to: folder).map(ProjectFile.folder) ?? folder
            return module.scripts.map { "\(root)/\($0.name)" }
        }
        let files = ScenarioFiles.paths(of: typed).flatMap { (try? ScenarioFiles.files(at: $0)) ?? [] }
        return (files, (used + modules).uniqued())
    }

    private static func versions(of files: [String]) -> [String: FileStatus.Version?] {
        Dictionary(files.map { ($0, (try? FileStatus(of: $0))?.version) }) { first, _ in first }
    }
}
