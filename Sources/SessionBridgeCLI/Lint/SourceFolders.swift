import BridgePrimitives
import Files
import Linting
import Reasons

/// The files of an app that are worth reading, found in its folders.
struct SourceFolders: Sendable {
    private(set) var files: [SourceFile] = []
    /// What was passed over, and why; folders by their paths.
    private(set) var skipped: [String] = []
    /// Sources in languages that are not read here.
    private(set) var unread: [String] = []

    /// A line for each kind of file that was not looked at.
    var notes: [String] {
        var notes: [String] = []
        if !skipped.isEmpty { notes.append("passed over: \(Self.some(of: skipped))") }
        if !unread.isEmpty { notes.append("not read, as their language is not known: \(Self.some(of: unread))") }
        return notes
    }

    /// The first of many places.
    static func some(of places: [String]) -> String {
        places.prefix(6).joined(separator: ", ") + (places.count > 6 ? " and \(places.count - 6) more" : "")
    }

    /// Longer files are bundles.
    private static let sizeLimit = 2 << 20
    private static let fileLimit = 20_000
    /// What tools make, and what others wrote.
    private static let foreign: Set<String> = [
        "build", "Pods", "Carthage", "DerivedData", "node_modules", "bower_components", "dist", "vendor", "coverage",
        "out", "target", "__pycache__", "venv", "Frameworks",
    ]

    /// How sources end that may set cookies, in languages that are not read here.
    private static let unreadEndings: Set<String> = [
        "astro", "cs", "cshtml", "dart", "ejs", "erb", "ex", "exs", "go", "hbs", "java", "jsp", "kt", "kts", "m", "mm",
        "php", "pug", "rb", "rs", "scala", "svelte",
    ]

    /// - Parameters:
    ///   - paths: files or folders; `-` is standard input, with `Set-Cookie` fields or lines.
    ///   - wanted: says what is read of a file in a folder; nil for not at all. Files that are named are read anyhow.
    /// - Throws: `source/unreadable` for a path that leads to nothing that can be read.
    init(
        _ paths: [String], wanted: (_ path: String) -> SourceFile.Language? = { SourceFile.Language(path: $0) }
    ) throws(BridgeFailure) {
        for path in paths {
            if path == "-" {
                files.append(try Self.standardInput())
                continue
            }
            let kind: FileStatus.Kind?
            do throws(SystemFailure) { kind = try FileStatus(of: path)?.kind } catch {
                throw SourceReason.unreadable.failure("\(path): \(error.words)")
            }
            switch kind {
            case .folder: try walk(path == "/" ? path : path.withoutTrailingSlash, wanted)
            case nil: throw SourceReason.unreadable.failure("\(path) does not exist")
            case .file, .link, .special:
                let language = wanted(path) ?? .fields
                do throws(InputFile.Problem) {
                    files.append(
                        SourceFile(path: path, text: try InputFile.read(path, upTo: 16 << 20), language: language))
                } catch {
                    throw SourceReason.unreadable.failure("\(path) \(error.clause)")
                }
            }
        }
    }

    private static func standardInput() throws(BridgeFailure) -> SourceFile {
        let bytes: [UInt8]
        do throws(InputFile.Problem) { bytes = try InputFile.read("-", upTo: 16 << 20) } catch {
            throw SourceReason.unreadable.failure("standard input \(error.clause)")
        }
        let hasNames = bytes.split(separator: 0x0A).contains {
            ASCIIText.isSame($0.prefix(11), "set-cookie:".utf8)
        }
        // Lines alone, as `explain --set-cookie -` takes them.
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        let text =
            hasNames
            ? bytes : Array(lines.map { $0.isEmpty ? [] : Array("Set-Cookie: ".utf8) + $0 }.joined(separator: [0x0A]))
        return SourceFile(path: "-", text: text, language: .fields)
    }

    /// Folders are gone through in the order of their names. Links are not followed: they lead elsewhere, or in circles.
    private mutating func walk(
        _ root: String, _ wanted: (String) -> SourceFile.Language?
    ) throws(BridgeFailure) {
        var open: [(path: String, relative: String, rules: [(base: String, rules: IgnoreRules)])] = [(root, "", [])]
        while let (path, relative, outer) = open.popLast() {
            let names: [String]
            do throws(SystemFailure) { names = try Folders.names(in: path).sorted() } catch {
                skipped.append("\(path): \(error.words)")
                continue
            }
            var rules = outer
            if names.contains(".gitignore"), let text = try? InputFile.read("\(path)/.gitignore", upTo: 1 << 20) {
                rules.append((relative, IgnoreRules(parsing: text)))
            }
            var folders: [(String, String, [(base: String, rules: IgnoreRules)])] = []
            for name in names {
                let (full, inner) = ("\(path)/\(name)", relative.isEmpty ? name : "\(relative)/\(name)")
                guard let status = try? FileStatus(of: full, followsLinks: false) else { continue }
                let isFolder = status.kind == .folder
                guard isFolder || status.kind == .file else { continue }
                let isIgnored = rules.contains { entry in
                    entry.rules.ignore(
                        entry.base.isEmpty ? inner : String(inner.dropFirst(entry.base.count + 1)), isFolder: isFolder)
                }
                if isFolder {
                    if Self.foreign.contains(name) || name.hasPrefix(".") || isIgnored {
                        if name != ".git" { skipped.append(full.withoutDotSlash + "/") }
                    } else {
                        folders.append((full, inner, rules))
                    }
                } else if let language = wanted(full) {
                    // Secrets are kept out of repositories, and configuration is read all the same.
                    if isIgnored, !name.hasPrefix(".env"), !name.hasSuffix(".plist") { continue }
                    guard !name.contains(".min."), status.size <= Self.sizeLimit, files.count < Self.fileLimit else {
                        skipped.append(full.withoutDotSlash)
                        continue
                    }
                    guard let text = try? InputFile.read(full, upTo: Self.sizeLimit) else {
                        skipped.append(full.withoutDotSlash)
                        continue
                    }
                    files.append(SourceFile(path: full.withoutDotSlash, text: text, language: language))
                } else if !isIgnored, let dot = name.lastIndex(of: "."),
                    Self.unreadEndings.contains(String(name[dot...].dropFirst()))
                {
                    unread.append(full.withoutDotSlash)
                }
            }
            open += folders.reversed()
        }
    }
}

extension String {
    fileprivate var withoutTrailingSlash: String { hasSuffix("/") ? String(dropLast()) : self }
    fileprivate var withoutDotSlash: String { hasPrefix("./") ? String(dropFirst(2)) : self }
}
