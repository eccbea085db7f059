package import AuthEmulator
import BridgePrimitives
import Files
import Foundation
package import Scenarios

/// Finds project files and reads them.
public enum ProjectFiles: Sendable {
    /// The nearest project file: in the folder, or else in one above it; nil when there is none.
    ///
    /// - Parameter folder: nil for the working directory, from which the path then counts.
    public static func nearest(to folder: String? = nil) -> String? {
        var place = URL(fileURLWithPath: folder ?? FileManager.default.currentDirectoryPath).resolvingSymlinksInPath()
        var path = folder.map { $0 + "/" } ?? ""
        // No folder is nested as deeply as that.
        for _ in 0..<256 {
            for name in ProjectFile.names {
                var isFolder: ObjCBool = false
                let file = place.appendingPathComponent(name).path
                if FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), !isFolder.boolValue {
                    return path + name
                }
            }
            let parent = place.deletingLastPathComponent()
            guard parent.path != place.path, place.path != "/" else { return nil }
            (place, path) = (parent, path + "../")
        }
        return nil
    }

    /// Reads a project file and what it names.
    ///
    /// - Throws: `ScenarioProblems` with everything that is wrong with it; `seeds/unreadable` for its file of users.
    public static func load(_ path: String) throws -> LoadedProject {
        func problem(_ reason: ProjectReason, _ message: String) -> ScenarioProblems {
            ScenarioProblems([
                ScenarioProblem(
                    code: reason.code, location: SourceLocation(file: path, line: 1, column: 1), message: message,
                    hint: reason.fix)
            ])
        }
        let bytes: [UInt8]
        do { bytes = try InputFile.read(path, upTo: ProjectFile.sizeLimit) } catch {
            switch error {
            case .unreadable:
                throw ProjectReason.noSuchFile.failure(
                    "the project file \(path) \(error.clause)",
                    fix: "name a file that is there, or run session-bridge init")
            case .tooLarge: throw problem(.tooLarge, "the file \(error.clause)")
            }
        }
        guard let text = String(validating: bytes.withoutByteOrderMark, as: UTF8.self) else {
            throw problem(.notUTF8, "the file is not UTF-8")
        }
        let project = try read(text, as: path)
        let seeds = try project.auth.users.map { try SeedFile.seeds(at: project.place(of: $0)) }
        return LoadedProject(path: path, project: project, seeds: seeds)
    }

    /// Reads the text of a project file.
    ///
    /// - Throws: `ScenarioProblems`.
    package static func read(_ text: String, as path: String) throws(ScenarioProblems) -> AppProject {
        var bearings = AppProject()
        bearings.folder = ProjectFile.folder(of: path)
        let folder = bearings
        var vocabulary = ScenarioFiles.vocabulary
        vocabulary.content = { name in
            do throws(InputFile.Problem) {
                let bytes = try InputFile.read(folder.place(of: name), upTo: ProjectFile.sizeLimit)
                return .success(String(decoding: bytes.withoutByteOrderMark, as: UTF8.self))
            } catch {
                return .failure(
                    Vocabulary.Complaint(
                        ProjectReason.noSuchFile, message: "the file \(folder.place(of: name)) \(error.clause)",
                        fix: "name one that is there, from the project file's folder"))
            }
        }
        vocabulary.guardModule = { file, exportName in
            GuardModuleFiles.module(file, export: exportName, from: folder.folder, in: folder.folder)
        }
        return try ProjectFile.project(
            in: text, file: path, environment: ProcessInfo.processInfo.environment, vocabulary: vocabulary)
    }
}

/// A project file that was read.
public struct LoadedProject: Sendable {
    public let path: String
    public let project: AppProject
    /// Of its file of users.
    package let seeds: Seeds?
}
