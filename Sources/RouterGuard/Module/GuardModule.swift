import BridgePrimitives
public import Reasons

/// A guard of somebody's own: its module and those that it imports, as scripts that a runner defines.
public struct GuardModule: Hashable, Sendable {
    /// One module, ready to run.
    public struct Script: Hashable, Sendable {
        /// The file, from the project's folder: what messages call it.
        public let name: String
        /// A call of the runner's `define`, on the lines that the file has.
        public let text: String
    }

    /// Modules stand behind those that they import.
    public let scripts: [Script]
    /// The file that the project names.
    public let name: String
    /// Which of its exports; nil for the one that there is.
    public let exportName: String?

    /// The packages that the runner has; see `GuardRunner`.
    public static let packages = [
        "firebase/app", "firebase/auth", "firebase/compat/app", "firebase/compat/auth", "@firebase/app",
        "@firebase/auth", "js-cookie", "vue-cookies", "universal-cookie", "vue", "vue-router",
    ]

    /// The largest module that is read, in bytes.
    public static let sizeLimit = 1 << 20

    /// Reads a guard's module and what it imports.
    ///
    /// - Parameters:
    ///   - path: from the project's folder, `src/router/guard.js`.
    ///   - contents: what a file holds, by its path from the project's folder; nil when there is none. Asked for paths
    ///     inside of it only.
    /// - Throws: the first problem, with its place.
    public static func read(
        _ path: String, export exportName: String? = nil, contents: @escaping (String) -> FileContent
    ) throws(GuardModuleProblem) -> GuardModule {
        guard let name = ModulePath.resolved(path, from: "") else {
            throw GuardModuleProblem(.outsideProject, "\(path) is not in the project's folder", file: path)
        }
        var loader = GuardModuleLoader(contents: contents)
        let (scripts, exports) = try loader.load(name)
        if let exportName, !exports.contains(exportName), !exports.contains("*") {
            throw GuardModuleProblem(
                .noGuard, "\(name) exports no \(exportName)", file: name,
                fix: Suggestion.text(for: exportName, among: exports))
        }
        guard !exports.isEmpty else {
            throw GuardModuleProblem(.noGuard, "\(name) exports nothing", file: name)
        }
        return GuardModule(scripts: scripts, name: name, exportName: exportName)
    }

    /// What the reader of files says of one.
    public enum FileContent: Sendable {
        case bytes([UInt8])
        case absent
        /// Links lead out of the project's folder.
        case outside
        case tooLarge
    }
}

/// What is wrong with a guard's module, and where.
public struct GuardModuleProblem: Error, Hashable, Sendable, CustomStringConvertible {
    public let reason: GuardModuleReason
    /// From the project's folder.
    public let file: String
    public let line: Int?
    /// One clause.
    public let message: String
    public let fix: String

    init(_ reason: GuardModuleReason, _ message: String, file: String, line: Int? = nil, fix: String = "") {
        (self.reason, self.file, self.line, self.message) = (reason, file, line, message)
        self.fix = fix.isEmpty ? reason.failure(message).fix : fix
    }

    /// `src/router/guard.js:3`.
    public var place: String { line.map { "\(file):\($0)" } ?? file }
    public var description: String { "\(place): error[\(reason.code)]: \(message); \(fix)" }
}

/// Paths of modules, from the project's folder: no dots, no slash in front.
enum ModulePath: Sendable {
    /// - Parameter folder: where the path counts from; empty for the project's.
    /// - Returns: nil for what lies outside.
    static func resolved(_ path: String, from folder: String) -> String? {
        guard path.utf8.first != UInt8(ascii: "/"), !path.utf8.contains(0), !path.utf8.contains(UInt8(ascii: "\\"))
        else { return nil }
        var parts = folder.split(separator: "/").map(String.init)
        for part in path.split(separator: "/") where part != "." {
            if part == ".." {
                guard parts.popLast() != nil else { return nil }
            } else {
                parts.append(String(part))
            }
        }
        return parts.isEmpty ? nil : parts.joined(separator: "/")
    }

    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    /// What `@` stands for in most projects: the outermost `src` that the module is in; nil outside of one.
    static func sourceFolder(of path: String) -> String? {
        let parts = folder(of: path).split(separator: "/")
        return parts.firstIndex(of: "src").map { parts[...$0].joined(separator: "/") }
    }
}
