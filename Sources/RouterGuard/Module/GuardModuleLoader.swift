import BridgePrimitives

/// Follows a guard's imports through the project's files, within limits.
struct GuardModuleLoader {
    static let countLimit = 64
    /// Of all together, in bytes.
    static let totalLimit = 4 << 20

    let contents: (String) -> GuardModule.FileContent
    private var scripts: [GuardModule.Script] = []
    /// What the modules that are done export.
    private var exports: [String: [ModuleDeclarations.Export]] = [:]
    private var (size, count) = (0, 0)

    init(contents: @escaping (String) -> GuardModule.FileContent) { self.contents = contents }

    /// A module whose imports are being read.
    private struct Open {
        let name: String
        let bytes: [UInt8]
        let declarations: ModuleDeclarations
        /// Its imports that are files, which come first.
        let files: [(specifier: String, name: String, line: Int)]
        var next = 0
    }

    /// - Returns: the modules, each behind those that it imports, and what the first one exports.
    mutating func load(_ entry: String) throws(GuardModuleProblem) -> ([GuardModule.Script], [String]) {
        // A stack of our own: a chain of imports costs no call depth.
        var open = [try read(entry, importedAt: nil)]
        while let last = open.indices.last {
            guard open[last].next < open[last].files.count else {
                let done = open.removeLast()
                try finish(done)
                continue
            }
            let file = open[last].files[open[last].next]
            open[last].next += 1
            guard exports[file.name] == nil else { continue }
            guard !open.contains(where: { $0.name == file.name }) else {
                let circle = open.drop { $0.name != file.name }.map(\.name) + [file.name]
                throw GuardModuleProblem(
                    .importCycle, circle.joined(separator: " imports "), file: open[last].name, line: file.line)
            }
            open.append(try read(file.name, importedAt: (open[last].name, file.line)))
        }
        return (scripts, exports[entry]?.map(\.name) ?? [])
    }

    // MARK: - One module

    private mutating func read(_ name: String, importedAt place: (file: String, line: Int)?) throws(GuardModuleProblem)
        -> Open
    {
        let (file, line) = (place?.file ?? name, place?.line)
        if let message = Self.otherLanguage(name) {
            throw GuardModuleProblem(.notJavaScript, message, file: file, line: line)
        }
        let bytes: [UInt8]
        switch contents(name) {
        case .bytes(let read): bytes = read
        case .absent: throw GuardModuleProblem(.unreadable, "\(name) cannot be read", file: file, line: line)
        case .outside:
            throw GuardModuleProblem(.outsideProject, "\(name) leads out of the project", file: file, line: line)
        case .tooLarge: throw tooLarge(name)
        }
        guard bytes.count <= GuardModule.sizeLimit else { throw tooLarge(name) }
        (size, count) = (size + bytes.count, count + 1)
        guard size <= Self.totalLimit, count <= Self.countLimit else {
            throw GuardModuleProblem(
                .tooLarge, "with \(name) the guard needs more than \(Self.countLimit) modules or 4 MiB", file: file,
                line: line)
        }
        guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else {
            throw GuardModuleProblem(.unreadable, "\(name) is not text in UTF-8", file: name, fix: "save it as UTF-8")
        }
        let declarations: ModuleDeclarations
        do throws(ModuleReader.Problem) { declarations = try ModuleReader.read(bytes) } catch {
            throw GuardModuleProblem(error.reason, error.message, file: name, line: error.line, fix: error.fix)
        }
        var files: [(specifier: String, name: String, line: Int)] = []
        let links =
            declarations.imports.map { ($0.specifier, $0.line) }
            + declarations.passings.map { ($0.specifier, $0.line) }
        for (specifier, line) in links where !GuardModule.packages.contains(specifier) {
            let file = try resolve(specifier, in: name, line: line)
            // A route's view: nothing of it is run, and the runner has a component for it.
            if file.hasSuffix(".vue"), case .bytes = contents(file) { continue }
            files.append((specifier, file, line))
        }
        return Open(name: name, bytes: bytes, declarations: declarations, files: files)
    }

    private func tooLarge(_ name: String) -> GuardModuleProblem {
        GuardModuleProblem(.tooLarge, "\(name) is larger than \(GuardModule.sizeLimit >> 20) MiB", file: name)
    }

    private static func otherLanguage(_ name: String) -> String? {
        for (ending, language) in [
            (".ts", "TypeScript"), (".tsx", "TypeScript"), (".mts", "TypeScript"), (".vue", "a Vue component"),
            (".jsx", "JSX"), (".json", "JSON"), (".css", "a style sheet"),
        ] where name.hasSuffix(ending) {
            return "\(name) is \(language)"
        }
        return nil
    }

    /// The file that an import means: as it is written, with `.js`, or an `index.js` in it, as bundlers look for it.
    private func resolve(_ specifier: String, in name: String, line: Int) throws(GuardModuleProblem) -> String {
        let folder: String
        let path: String
        if specifier.hasPrefix("./") || specifier.hasPrefix("../") {
            (folder, path) = (ModulePath.folder(of: name), specifier)
        } else if specifier.hasPrefix("@/"), let source = ModulePath.sourceFolder(of: name) {
            (folder, path) = (source, String(specifier.dropFirst(2)))
        } else {
            throw GuardModuleProblem(
                .unknownImport, "the package \"\(specifier)\" is not simulated", file: name, line: line)
        }
        guard let base = ModulePath.resolved(path, from: folder) else {
            throw GuardModuleProblem(
                .outsideProject, "\"\(specifier)\" is not in the project's folder", file: name, line: line)
        }
        if Self.otherLanguage(base) != nil { return base }
        for candidate in [base, base + ".js", base + ".mjs", base + "/index.js"] {
            switch contents(candidate) {
            case .absent: continue
            case .bytes, .outside, .tooLarge: return candidate
            }
        }
        // As TypeScript's projects import: without an ending.
        for ending in [".ts", ".vue"] {
            if case .bytes = contents(base + ending) { return base + ending }
        }
        throw GuardModuleProblem(.unreadable, "\"\(specifier)\" is not there", file: name, line: line)
    }

    // MARK: - Its script

    private mutating func finish(_ module: Open) throws(GuardModuleProblem) {
        let declarations = module.declarations
        let names = Dictionary(module.files.map { ($0.specifier, $0.name) }) { first, _ in first }
        for link in declarations.imports {
            guard let file = names[link.specifier] else { continue }
            for (exported, _) in link.names where exported != "*" {
                try mustExport(exported, file, importedIn: module.name, line: link.line)
            }
        }
        var all = declarations.exports
        for passing in declarations.passings {
            if let file = names[passing.specifier], passing.exported != "*" {
                try mustExport(passing.exported, file, importedIn: module.name, line: passing.line)
            }
            if passing.name == "*", let file = names[passing.specifier] {
                all += (exports[file] ?? []).filter { $0.name != "default" }
            } else {
                all.append(.init(name: passing.name, local: ""))
            }
        }
        exports[module.name] = all
        scripts.append(
            GuardModule.Script(
                name: module.name, text: ModuleScript.text(module.name, module.bytes, declarations, files: names)))
    }

    private func mustExport(
        _ name: String, _ file: String, importedIn importer: String, line: Int
    ) throws(GuardModuleProblem) {
        let known = exports[file] ?? []
        guard let export = known.first(where: { $0.name == name }) else {
            // `export * from` a package has whatever that has.
            guard !known.contains(where: { $0.name == "*" }) else { return }
            throw GuardModuleProblem(
                .unknownImport, "\(file) exports no \(name)", file: importer, line: line,
                fix: Suggestion.text(for: name, among: known.map(\.name)))
        }
        guard !export.mayChange else {
            throw GuardModuleProblem(
                .unsupported, "\(name) of \(file) is a variable that may change after it was imported", file: importer,
                line: line, fix: "export a const, or a function that gives it")
        }
    }
}
