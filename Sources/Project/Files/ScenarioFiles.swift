import AuthEmulator
public import BridgePrimitives
import Cookies
import Faults
import Files
import Foundation
import HandoffBackend
public import Scenarios

/// Finds scenario files and reads them.
public enum ScenarioFiles: Sendable {
    /// Reads files, and all `.yaml` and `.yml` files in folders and the folders in them, in the order of their names.
    /// A file that is reached in two ways, by a link for one, is read once.
    ///
    /// In a folder, files that are only for `use` are passed over, and so are those with the folders' settings.
    ///
    /// - Throws: ``ScenarioProblems`` with everything that is wrong with any of the files; `run/no-such-path` and
    ///   `run/nothing-to-run` for paths that lead nowhere, `run/unknown-variable` for a variable that nothing names.
    ///
    /// - Parameters:
    ///   - paths: files and folders; `-` for standard input.
    ///   - filter: only scenarios whose name contains it; nil for all.
    ///   - variables: win over those that the files have.
    public static func scenarios(
        at paths: [String], filter: String? = nil, variables: [String: String] = [:]
    ) throws -> [Scenario] {
        var scenarios: [Scenario] = []
        var problems: [ScenarioProblem] = []
        var read: Set<String> = []
        for path in paths {
            let files = try files(at: path)
            for file in files {
                guard read.insert(place(of: file)).inserted else { continue }
                do throws(ScenarioProblems) {
                    scenarios += try self.scenarios(in: file, isAmongOthers: files != [path], variables: variables)
                } catch { problems += error.problems }
            }
        }
        // The settings of a folder are read with each of its scenarios.
        guard problems.isEmpty else { throw ScenarioProblems(problems.uniqued()) }
        guard !scenarios.isEmpty else {
            throw RunReason.nothingToRun.failure(
                "there is no scenario in \(paths.joined(separator: ", "))",
                fix: "files that have `steps:` alone are for `use`")
        }
        try check(variables, against: scenarios)
        guard let filter else { return scenarios }
        scenarios = scenarios.filter { $0.name.contains(filter) }
        guard !scenarios.isEmpty else {
            throw BridgeFailure(
                RunReason.noSuchScenario, cause: "no scenario's name contains \"\(filter)\"")
        }
        return scenarios
    }

    /// A variable that nothing asks for is most likely misspelt.
    private static func check(_ variables: [String: String], against scenarios: [Scenario]) throws(BridgeFailure) {
        let known = scenarios.reduce(into: Set<String>()) { $0.formUnion($1.variables) }
        guard let unknown = variables.keys.sorted().first(where: { !known.contains($0) }) else { return }
        throw RunReason.unknownVariable.failure(
            "no scenario has a variable \"\(unknown)\"",
            fix: known.isEmpty ? "leave it out" : Suggestion.text(for: unknown, among: known.sorted()))
    }

    /// Says before anything runs that a report would overwrite a scenario file, or another report.
    ///
    /// - Parameters:
    ///   - outputs: files to be written.
    ///   - paths: as for ``scenarios(at:filter:)``; those that lead nowhere are told by that.
    ///   - noun: what stands at the paths.
    /// - Throws: `usage/report-over-input`.
    public static func mustBeApart(
        outputs: [String], from paths: [String], as noun: String = "the scenario file"
    ) throws(BridgeFailure) {
        var taken = Dictionary(
            paths.flatMap { (try? files(at: $0)) ?? [] }.map { (place(of: $0), "\(noun) \($0)") }
        ) { first, _ in first }
        for output in outputs where !output.hasPrefix("/dev/") {
            if let other = taken.updateValue("the report \(output)", forKey: place(of: output)) {
                throw BridgeFailure(
                    UsageReason.reportOverInput, cause: "the report \(output) would be written over \(other)")
            }
        }
    }

    /// Links followed, so that two names of one file are the same place.
    package static func place(of path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

    /// What scenarios may name.
    public static var vocabulary: Vocabulary {
        Vocabulary(
            reasons: ReasonCatalogue.all.entries.map(\.code.rawValue), profiles: CookieProfile.all.map(\.name),
            edges: EdgeProfile.all.map(\.name),
            cookieComplaint: { name, attributes in
                do throws(BridgeFailure) {
                    _ = try TokenCookie(name: name, attributes: attributes)
                    return nil
                } catch {
                    return Vocabulary.Complaint(code: error.code, message: error.cause, fix: error.fix)
                }
            },
            faultComplaint: { json in
                do throws(BridgeFailure) {
                    _ = try Fault(json: json)
                    return nil
                } catch {
                    return Vocabulary.Complaint(code: error.code, message: error.cause, fix: error.fix)
                }
            })
    }

    package static func files(at path: String) throws -> [String] {
        if path == "-" { return [path] }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw BridgeFailure(
                RunReason.noSuchPath, cause: "there is nothing at \(path)")
        }
        guard isFolder.boolValue else {
            guard !path.lowercased().hasSuffix(".csv") else {
                throw RunReason.nothingToRun.failure(
                    "\(path) is a table, and no scenario",
                    fix: "name the scenario that has it under `rows:`; a row of it is FILE.yaml:LINE#ROW")
            }
            return [path]
        }
        let root = path.hasSuffix("/") ? String(path.dropLast()) : path
        let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        let isScenario = { (name: String) in
            // The project file lies where its scenarios do, as like as not.
            (name.hasSuffix(".yaml") || name.hasSuffix(".yml"))
                && !(ProjectFile.names + [FolderFile.name]).contains(
                    name.split(separator: "/").last.map(String.init) ?? "")
        }
        let files = names.filter(isScenario).sorted().map { "\(root)/\($0)" }
            // A pipe may have no writer, and would be waited for.
            .filter { file in (try? FileStatus(of: file))?.kind != .special }
        guard !files.isEmpty else {
            throw BridgeFailure(
                RunReason.nothingToRun, cause: "there is no .yaml file in \(path)")
        }
        return files
    }

    private static func scenarios(
        in file: String, isAmongOthers: Bool, variables: [String: String]
    ) throws(ScenarioProblems) -> [Scenario] {
        func problem(_ reason: some FailureReason, _ message: String, fix: String? = nil) -> ScenarioProblems {
            ScenarioProblems([
                ScenarioProblem(
                    code: reason.code, location: SourceLocation(file: file, line: 1, column: 1), message: message,
                    hint: fix ?? reason.fix)
            ])
        }
        guard file.split(separator: "/").last.map(String.init) != FolderFile.name else {
            throw problem(
                ScenarioReason.onlyForUse, "this file has the settings of its folder, and is no scenario",
                fix: "run the folder, or a file in it")
        }
        let data: [UInt8]
        do { data = try InputFile.read(file, upTo: ScenarioFile.sizeLimit) } catch {
            switch error {
            case .unreadable: throw problem(RunReason.unreadableFile, "the file \(error.clause)")
            case .tooLarge: throw problem(ScenarioReason.tooLarge, "the file \(error.clause)")
            }
        }
        guard let text = String(validating: data.withoutByteOrderMark, as: UTF8.self) else {
            throw problem(ScenarioReason.notUTF8, "the file is not UTF-8")
        }
        var vocabulary = vocabulary
        let folder = ProjectFile.folder(of: file)
        let surroundings = ScenarioSurroundings(of: file)
        vocabulary.guardModule = { module, exportName in
            GuardModuleFiles.module(module, export: exportName, from: folder, in: surroundings.root)
        }
        vocabulary.content = { surroundings.content(of: $0) }
        return try ScenarioFile.scenarios(
            in: text, file: file, environment: ProcessInfo.processInfo.environment, variables: variables,
            folders: try surroundings.folders(), isAmongOthers: isAmongOthers, vocabulary: vocabulary)
    }
}
