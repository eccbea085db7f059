import AuthEmulator
public import BridgePrimitives
public import BridgeTrace
import Cookies
import Files
import Foundation
import Project
import RouterGuard
import Scenarios
public import Worlds

/// One scenario, what it needs and what came of it, in a trace file that can be played again on another machine.
///
/// Passwords are replaced by others of the same form before anything is played, so the trace is of what the bundle holds.
public struct ScenarioBundle: Sendable {
    private let settings: WorldSettings
    private let stateFolder: String?

    /// - Parameters:
    ///   - settings: of a world with the built-in backend and page.
    ///   - stateFolder: where keys are kept; nil for the user's folder.
    public init(settings: WorldSettings, stateFolder: String? = nil) {
        (self.settings, self.stateFolder) = (settings, stateFolder)
    }

    /// Plays a scenario twice, as it is and with stand-ins, and gives the trace of the second, with what it was played from.
    ///
    /// - Parameters:
    ///   - path: a scenario file.
    ///   - filter: a part of the scenario's name; nil where the file has one.
    /// - Throws: `bundle/…`, and what is wrong with the file.
    public func make(of path: String, filter: String? = nil) async throws -> RecordedTrace {
        let scenarios = try ScenarioFiles.scenarios(at: [path], filter: filter)
        guard let scenario = scenarios.first, scenarios.count == 1 else {
            throw BundleReason.severalScenarios.failure(
                "\(path) has \(scenarios.count) scenarios"
                    + (filter.map { " whose name contains \"\($0)\"" } ?? ""))
        }
        let input = try input(for: scenario)
        let original = try await played(scenario)
        var trace = try await replay(input)
        guard Ending(trace) == Ending(original) else {
            throw BundleReason.otherVerdict.failure(
                "the scenario ends with \(Ending(original)), and with stand-ins with \(Ending(trace))")
        }
        trace.input = input
        return trace
    }

    /// Plays what a bundle holds.
    ///
    /// - Throws: what is wrong with the scenario or its modules.
    public func replay(_ input: ReplayInput) async throws -> RecordedTrace {
        var vocabulary = ScenarioFiles.vocabulary
        let prefix = input.file.lastIndex(of: "/").map { String(input.file[...$0]) } ?? ""
        let modules = input.modules
        vocabulary.guardModule = { module, exportName in
            GuardModuleFiles.module(module, export: exportName, from: prefix) { name in
                modules[name].map { .bytes(Array($0.utf8)) } ?? .absent
            }
        }
        vocabulary.content = { name in
            modules[name].map { .success($0) }
                ?? .failure(
                    Vocabulary.Complaint(ScenarioReason.noSuchFile, message: "the bundle has no file \(name)"))
        }
        let scenarios = try ScenarioFile.scenarios(
            in: input.text, file: input.file, folders: Self.folders(of: input), vocabulary: vocabulary)
        guard let scenario = scenarios.first(where: { $0.name == input.scenario }) else {
            throw BundleReason.notABundle.failure("the bundle has no scenario of the name \"\(input.scenario)\"")
        }
        return try await ScenarioBundle(settings: settings.adopting(input), stateFolder: stateFolder).played(scenario)
    }

    private func played(_ scenario: Scenario) async throws -> RecordedTrace {
        var recording: RecordedTrace?
        let runs = ScenarioRuns(settings: settings, stateFolder: stateFolder, width: 1)
        let results = try await runs.run([scenario]) { recording = $0.recording }
        if let recording { return recording }
        guard case .broken(let failure)? = results.first?.outcome else {
            throw RunReason.worldFailed.failure("the scenario left no trace")
        }
        throw failure
    }

    /// The settings of the folders that the scenario was in.
    private static func folders(of input: ReplayInput) -> [FolderFile] {
        let parts = input.file.split(separator: "/").dropLast()
        return (0...parts.count).compactMap { depth in
            let name = (parts.prefix(depth) + [Substring(FolderFile.name)]).joined(separator: "/")
            return input.modules[name].map { FolderFile(file: name, text: $0) }
        }
    }

    private func input(for scenario: Scenario) throws -> ReplayInput {
        let path = scenario.file
        let folder = GuardModuleFiles.place(of: ProjectFile.folder(of: path))
        let project =
            ProjectFiles.nearest(to: folder).map { GuardModuleFiles.place(of: ProjectFile.folder(of: $0)) } ?? folder
        // Files that are used may stand beside the scenario's folder, so that all are named from further up.
        let surroundings = ScenarioSurroundings(of: path)
        let scripts = scenario.setting.pageGuard?.module?.scripts ?? []
        let root = scenario.files.isEmpty && scripts.isEmpty ? project : surroundings.root
        func name(of place: String) -> String {
            root == "/" ? String(place.dropFirst()) : String(place.dropFirst(root.count + 1))
        }
        let file = name(of: "\(folder)/\(path.split(separator: "/").last.map(String.init) ?? path)")
        var texts = [(name: file, text: try contents(of: path))]
        for used in scenario.files {
            texts.append((surroundings.name(of: used) ?? used, try contents(of: used)))
        }
        let passwords = ScenarioStandIns.passwords(in: texts.map(\.text))
        var replaced = texts.map {
            ($0.name, passwords.replaced(in: $0.text, isTable: $0.name.hasSuffix(".csv"), key: .ofThisProcess))
        }
        let text = replaced.removeFirst().1
        var modules = Dictionary(replaced) { $1 }
        var checked = texts.map { ($0.name, passwords.removed(in: $0.text, isTable: $0.name.hasSuffix(".csv"))) }
        for script in scripts {
            let text = try contents(of: "\(root)/\(script.name)")
            modules[script.name] = text
            checked.append((script.name, text))
        }
        for (name, text) in checked.prefix(1) + checked.dropFirst().sorted(by: { $0.0 < $1.0 }) {
            try Self.mustHoldNoSecret(text, name)
        }
        return ReplayInput(
            file: file, text: text, scenario: scenario.name, modules: modules,
            profile: settings.profile.name, strictness: settings.strictness.rawValue, seed: settings.seed)
    }

    private func contents(of path: String) throws -> String {
        do throws(InputFile.Problem) {
            let bytes = try InputFile.read(path, upTo: ScenarioFile.sizeLimit).withoutByteOrderMark
            return String(decoding: bytes, as: UTF8.self)
        } catch { throw RunReason.unreadableFile.failure("\(path) \(error.clause)") }
    }

    private static func mustHoldNoSecret(_ text: String, _ name: String) throws(BridgeFailure) {
        let masking = Masking(.fingerprints)
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        where masking.text(String(line)).text != line {
            throw BundleReason.holdsSecret.failure("\(name):\(index + 1) has what looks like a secret")
        }
    }
}

extension ScenarioBundle {
    /// What must be the same of two plays of one scenario.
    public struct Ending: Hashable, Sendable, CustomStringConvertible {
        public let verdict: Verdict?
        public let hasPassed: Bool?
        public let cause: ReasonCode?

        public init(_ trace: RecordedTrace) {
            (verdict, hasPassed) = (trace.outcome?.verdict, trace.outcome?.hasPassed)
            cause = trace.outcome?.rootCause?.code
        }

        public var description: String {
            let words = [
                verdict?.rawValue ?? (hasPassed == nil && cause != nil ? nil : "no verdict"), cause?.rawValue,
                hasPassed.map { $0 ? "as the scenario expects" : "which the scenario does not expect" },
            ]
            return words.compactMap(\.self).joined(separator: ", ")
        }

        public var json: JSONValue {
            var object = JSONObject()
            object["verdict"] = verdict.map { .string($0.rawValue) }
            object["passed"] = hasPassed.map { .bool($0) }
            object["root_cause"] = cause.map { .string($0.rawValue) }
            return .object(object)
        }
    }
}

extension WorldSettings {
    fileprivate func adopting(_ input: ReplayInput) throws(BridgeFailure) -> WorldSettings {
        var settings = self
        guard let profile = CookieProfile.named(input.profile), let strictness = Strictness(rawValue: input.strictness)
        else {
            throw BundleReason.notABundle.failure(
                "this version knows no profile \"\(input.profile)\" or strictness \"\(input.strictness)\"")
        }
        (settings.profile, settings.strictness, settings.seed) = (profile, strictness, input.seed)
        return settings
    }
}
