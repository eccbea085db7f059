import BridgePrimitives
import Files
import RouterGuard
import Scenarios

/// Reads guards' modules from a project's folder, and from nowhere else.
enum GuardModuleFiles: Sendable {
    /// - Parameters:
    ///   - file: from `folder`.
    ///   - folder: of the file that names it.
    ///   - project: the project's folder.
    static func module(
        _ file: String, export exportName: String?, from folder: String, in project: String
    ) -> Result<GuardModule, Vocabulary.Complaint> {
        let root = ScenarioFiles.place(of: project)
        let start = ScenarioFiles.place(of: folder)
        let prefix = start == root ? "" : start.hasPrefix(root + "/") ? start.dropFirst(root.count + 1) + "/" : ""
        do throws(GuardModuleProblem) {
            // A name that begins with a slash is left as it is, and refused.
            let path = file.hasPrefix("/") ? file : prefix + file
            return .success(try GuardModule.read(path, export: exportName) { content(of: $0, in: root) })
        } catch {
            // Without a line most messages begin with the file.
            let isNamed = error.line == nil && error.message.hasPrefix(error.file)
            let message = isNamed ? error.message : "\(error.place): \(error.message)"
            return .failure(Vocabulary.Complaint(error.reason, message: message, fix: error.fix))
        }
    }

    static func content(of name: String, in root: String) -> GuardModule.FileContent {
        let path = "\(root)/\(name)"
        // A pipe may have no writer, and would be waited for.
        guard let status = try? FileStatus(of: path), status.kind == .file else { return .absent }
        guard ScenarioFiles.place(of: path).hasPrefix(root == "/" ? root : root + "/") else { return .outside }
        do throws(InputFile.Problem) {
            return .bytes(Array(try InputFile.read(path, upTo: GuardModule.sizeLimit).withoutByteOrderMark))
        } catch {
            return error == .unreadable ? .absent : .tooLarge
        }
    }
}
