import Testing

/// An ES module without imports as a script, because JavaScriptCore's C API evaluates scripts only.
///
/// The module's last line must be `export { names };`, its only export. That line becomes the `return` of a strict
/// function around the rest: strictness and a scope of its own are what such a module has and a script lacks. Nothing is
/// lost in silence, since any other `import` or `export` declaration is a syntax error inside a function.
struct PlainModule: Sendable {
    /// An expression whose value is an object of what the module exports.
    let expression: String

    struct NoExportAtTheEnd: Error {}

    init(_ source: String) throws {
        var lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        while lines.last == "" { lines.removeLast() }
        guard let last = lines.popLast(), last.hasPrefix("export { "), last.hasSuffix(" };") else {
            throw NoExportAtTheEnd()
        }
        // On the lines that the file has, so that a failure names the right one.
        expression = "(function () { 'use strict'; \(lines.joined(separator: "\n"))\nreturn \(last.dropFirst(7)) })()"
    }
}
