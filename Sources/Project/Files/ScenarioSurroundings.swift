import BridgePrimitives
import Files
import Foundation
import Scenarios

/// The files around a scenario: those that it may name, and the settings of the folders that it is in.
///
/// They are of its project: the folder with the project file, or else the checkout, or else the working directory. A
/// scenario that could name others would not run on another machine.
struct ScenarioSurroundings {
    /// The project's folder, links followed.
    let root: String
    private let file: String

    /// - Parameter file: the scenario's, as it was named.
    init(of file: String) {
        self.file = file
        let folder = ScenarioFiles.place(of: ProjectFile.folder(of: file))
        root = Self.root(of: folder)
    }

    private static func root(of folder: String) -> String {
        if let project = ProjectFiles.nearest(to: folder) {
            return ScenarioFiles.place(of: ProjectFile.folder(of: project))
        }
        var place = URL(fileURLWithPath: folder)
        for _ in 0..<256 where place.path != "/" {
            if FileManager.default.fileExists(atPath: place.appendingPathComponent(".git").path) { return place.path }
            place.deleteLastPathComponent()
        }
        let working = ScenarioFiles.place(of: FileManager.default.currentDirectoryPath)
        return isPlace(folder, in: working) ? working : folder
    }

    private static func isPlace(_ place: String, in root: String) -> Bool {
        place == root || place.hasPrefix(root == "/" ? root : root + "/")
    }

    /// A path from the project's folder; nil for one that is not in it.
    func name(of path: String) -> String? {
        let place = ScenarioFiles.place(of: path)
        return Self.isPlace(place, in: root) ? String(place.dropFirst(root == "/" ? 1 : root.count + 1)) : nil
    }

    /// What a file holds that a scenario names.
    ///
    /// - Parameter path: as ``FilePlace`` gives it.
    func content(of path: String) -> Result<String, Vocabulary.Complaint> {
        guard name(of: path) != nil else {
            return .failure(
                Vocabulary.Complaint(
                    ScenarioReason.outsideProject, message: "\(path) is outside of the project's folder, \(root)",
                    fix: "move it into that"))
        }
        do throws(InputFile.Problem) {
            // A pipe may have no writer, and would be waited for.
            guard let status = try? FileStatus(of: path), status.kind == .file else { throw .unreadable }
            return try text(path)
        } catch {
            return .failure(
                Vocabulary.Complaint(
                    ScenarioReason.noSuchFile, message: "the file \(path) \(error.clause)",
                    fix: "name one that is there, from the folder of \(file)"))
        }
    }

    private func text(_ path: String) throws(InputFile.Problem) -> Result<String, Vocabulary.Complaint> {
        let bytes = try InputFile.read(path, upTo: ScenarioFile.sizeLimit).withoutByteOrderMark
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return .failure(
                Vocabulary.Complaint(
                    ScenarioReason.notUTF8, message: "the file \(path) is not UTF-8", fix: "save it as UTF-8"))
        }
        return .success(text)
    }

    /// The settings of the folders that the scenario is in, from the project's own to the nearest.
    ///
    /// - Throws: what is wrong with one that cannot be read.
    func folders() throws(ScenarioProblems) -> [FolderFile] {
        var folders: [FolderFile] = []
        var name = FolderFile.name
        for _ in 0..<256 {
            guard let path = FilePlace.named(name, in: file) else { break }
            let place = ScenarioFiles.place(of: ProjectFile.folder(of: path))
            guard Self.isPlace(place, in: root) else { break }
            if let status = try? FileStatus(of: path), status.kind == .file {
                switch content(of: path) {
                case .success(let text): folders.append(FolderFile(file: path, text: text))
                case .failure(let complaint):
                    throw ScenarioProblems([
                        ScenarioProblem(
                            code: complaint.code, location: SourceLocation(file: path, line: 1, column: 1),
                            message: complaint.message, hint: complaint.fix)
                    ])
                }
            }
            if place == root { break }
            name = "../" + name
        }
        return folders.reversed()
    }
}
