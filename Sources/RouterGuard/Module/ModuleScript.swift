import BridgePrimitives

/// A module as a script: JavaScriptCore's C API evaluates no modules, so its body becomes that of a strict function, and
/// its imports and exports calls of the runner. The lines are those of the file.
public enum ModuleScript: Sendable {
    /// The global property that the runner is: a name that no page has.
    public static let runner = "$sbguard"

    /// - Parameter files: the modules that relative imports mean.
    static func text(
        _ name: String, _ bytes: [UInt8], _ declarations: ModuleDeclarations, files: [String: String]
    ) -> String {
        func imported(_ specifier: String) -> String { "$sbimport(\(quoted(files[specifier] ?? specifier)))" }
        var head = "\(runner).define(\(quoted(name)), function ($sbimport, $sbexport, $importMeta, impor$, process) { "
        // In a function of its own the body may have variables of these names.
        head += "return (function () { \"use strict\"; "
        for link in declarations.imports {
            guard !link.names.isEmpty else {
                head += "\(imported(link.specifier)); "
                continue
            }
            for (exported, local) in link.names {
                let member = exported == "*" ? "" : "[\(quoted(exported))]"
                head += "const \(local) = \(imported(link.specifier))\(member); "
            }
        }
        for export in declarations.exports {
            head += "$sbexport(\(quoted(export.name)), () => \(export.local)); "
        }
        for passing in declarations.passings {
            let module = imported(passing.specifier)
            switch (passing.exported, passing.name) {
            case ("*", "*"): head += "$sbexport.all(\(module)); "
            case ("*", _): head += "$sbexport(\(quoted(passing.name)), () => \(module)); "
            default: head += "$sbexport(\(quoted(passing.name)), () => \(module)[\(quoted(passing.exported))]); "
            }
        }
        return head + body(bytes, declarations.edits) + "\n}).call(undefined); });"
    }

    static func body(_ bytes: [UInt8], _ edits: [ModuleDeclarations.Edit]) -> String {
        var output: [UInt8] = []
        var position = 0
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            output += bytes[position..<max(position, edit.range.lowerBound)]
            output += edit.text.utf8
            position = max(position, edit.range.upperBound)
        }
        output += bytes[position...]
        // A first line for programs is no JavaScript inside a function.
        let text = String(decoding: output, as: UTF8.self)
        return text.utf8.starts(with: "#!".utf8) ? "//" + text : text
    }

    /// As a string of a script.
    static func quoted(_ text: String) -> String { JSONValue.string(text).text() }
}
