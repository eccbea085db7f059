/// The page's modules as one script, for a page that is opened from a disk: browsers load no modules from there.
///
/// Each module becomes a function that gives its exports, behind those that it imports. Imports and exports are lines of
/// their own, `import { a, b } from "./file.js";` and `export const`, `function` or `class`, as all of the page's are.
struct InspectorScript {
    private(set) var text = "const modules = {};\n"
    private let source: (String) -> String
    private var done: Set<String> = []

    /// - Parameters:
    ///   - entry: the module that starts the page.
    ///   - source: what a module of a name holds.
    init(_ entry: String, source: @escaping (String) -> String) {
        self.source = source
        add(entry)
    }

    private mutating func add(_ name: String) {
        guard done.insert(name).inserted else { return }
        var exports: [Substring] = []
        var body = ""
        for line in source(name).split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("import "), let link = line.wholeMatch(of: /import \{ ([\w, ]+) \} from "\.\/([\w.-]+)";/)
            {
                add(String(link.2))
                body += "const { \(link.1) } = modules[\"\(link.2)\"];\n"
            } else if let export = line.prefixMatch(of: /export (?:async )?(?:const|class|function\*?) (\w+)/) {
                exports.append(export.1)
                body += line.dropFirst("export ".count) + "\n"
            } else {
                body += line + "\n"
            }
        }
        text += "modules[\"\(name)\"] = (() => {\n\(body)return { \(exports.joined(separator: ", ")) };\n})();\n"
    }
}
