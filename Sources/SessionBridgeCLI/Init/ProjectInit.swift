import BridgePrimitives
import Files
import Foundation
import Project
import Scenarios

/// Writes a project file for a folder.
struct ProjectInit: Sendable {
    /// Without a slash at the end.
    let folder: String
    let guess: ProjectGuess

    /// Looks at the folder's files.
    init(folder: String = ".") {
        self.folder = folder
        var files: [String: String] = [:]
        for name in ProjectGuess.files {
            guard let bytes = try? InputFile.read("\(folder)/\(name)", upTo: ProjectFile.sizeLimit) else { continue }
            files[name] = String(decoding: bytes.withoutByteOrderMark, as: UTF8.self)
        }
        guess = ProjectGuess(files: files) { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder)
                && isFolder.boolValue
        }
    }

    var path: String { folder == "." ? ProjectFile.name : "\(folder)/\(ProjectFile.name)" }

    /// - Throws: `project/exists` for a file that may not be overwritten.
    func check(force: Bool) throws(BridgeFailure) {
        let others = ProjectFile.names.map { folder == "." ? $0 : "\(folder)/\($0)" }
        guard !force, let found = others.first(where: FileManager.default.fileExists) else { return }
        throw ProjectReason.exists.failure("\(found) is there already")
    }

    /// Writes the file, once what it says has been read.
    ///
    /// - Throws: `ScenarioProblems` for answers that make no project file; `output/not-writable`.
    func write(_ answers: ProjectAnswers, force: Bool) throws {
        try check(force: force)
        let text = ProjectText.text(answers)
        _ = try ProjectFiles.read(text, as: path)
        try OutputFile.write(text, to: path)
    }
}
