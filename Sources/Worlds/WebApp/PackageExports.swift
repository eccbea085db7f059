import BridgePrimitives

/// The part of a package.json that says which file a name stands for (Node.js, "Conditional exports").
struct PackageExports {
    private let manifest: JSONValue

    /// Those that a browser meets when it imports, besides `default`. Not `module`: that one is for bundlers.
    private static let conditions: Set = ["browser", "import", "default"]

    init(_ manifest: JSONValue) { self.manifest = manifest }

    /// The ES module of an entry point, relative to the package and without `./`; nil when there is none.
    ///
    /// - Parameter entry: `.` or `./auth`.
    func module(at entry: String) -> String? {
        guard let exports = manifest["exports"] else {
            // Packages from before `exports` name their ES module in `module`; there is one entry point.
            return entry == "." ? manifest["module"]?.stringValue.flatMap(Self.path) : nil
        }
        let hasEntries = exports.objectValue?.names.contains { $0.hasPrefix(".") } ?? false
        guard hasEntries || entry == ".", let start = hasEntries ? exports[entry] : exports else { return nil }
        // The first condition that leads to a file wins: depth first, in the order of the text.
        var waiting = [start]
        while let target = waiting.popLast() {
            switch target {
            case .string(let text):
                if let path = Self.path(text) { return path }
            case .array(let choices): waiting += choices.reversed()
            case .object(let choices):
                waiting += choices.members.reversed().filter { Self.conditions.contains($0.name) }.map(\.value)
            default: continue
            }
        }
        return nil
    }

    /// A script within the package that is not CommonJS by its ending.
    private static func path(_ text: String) -> String? {
        let path = text.hasPrefix("./") ? String(text.dropFirst(2)) : text
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard path.hasSuffix(".js") || path.hasSuffix(".mjs"), !path.hasSuffix(".cjs.js"),
            parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." })
        else { return nil }
        return path
    }

    /// Whether the text is a package's name, and with it a folder: `idb` or `@firebase/app`.
    static func isName(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let isScoped = text.hasPrefix("@")
        return parts.count == (isScoped ? 2 : 1)
            && parts.allSatisfy { part in
                !part.isEmpty && part != "@" && !part.hasPrefix(".")
                    && part.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
            }
    }
}
