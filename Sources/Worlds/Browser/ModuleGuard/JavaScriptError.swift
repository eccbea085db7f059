import BridgePrimitives
import BridgeTrace
import RouterGuard
import WebViews

/// An error as the runner tells of it.
struct JavaScriptError {
    /// As JavaScript prints it.
    private let printed: String
    private let message: String
    private let name: String
    private let isError: Bool
    /// Whether the runner made it: its words are ours then, and hold nothing of the project's.
    private let isOwn: Bool
    /// `auth/…`.
    private let code: String?
    /// `src/router/guard.js:12:5`; nil when it came from nowhere in the project.
    let place: String?

    init(_ json: JSONValue?) {
        let json = json ?? .null
        (printed, message, name) = (json.text("text"), json.text("message"), json.text("name"))
        (isError, isOwn) = (json.flag("isError"), json.flag("isOwn"))
        (code, place) = (json["code"]?.stringValue, json["place"]?.stringValue)
    }

    private var failure: ScriptFailure { ScriptFailure(caught: printed) }

    private func said(_ text: String, _ masking: Masking) -> String {
        (isOwn ? masking.text(text) : ScriptFailure(caught: text).message(maskedBy: masking)).text
    }

    /// The reasons of others than the guard: what is not simulated, what Firebase refused.
    var reasons: [ReasonCode] {
        failure.reason == .notSimulated ? [failure.reason.code] : code.map { [ReasonCode(unchecked: $0)] } ?? []
    }

    /// The error and its place, without what it quotes of the script.
    func text(masking: Masking) -> String {
        let said = said(printed, masking)
        return place.map { "\(said) at \($0)" } ?? said
    }

    /// As the router passes it on, and tells of it: without what it quotes of the script.
    func value(masking: Masking) -> ThrownValue {
        guard isError else { return .value(.string(said(printed, masking))) }
        let message = said(message, masking)
        let engines: Set = ["TypeError", "ReferenceError", "RangeError", "SyntaxError", "URIError", "EvalError"]
        return engines.contains(name) ? .engine(className: name, message: message) : .error(message: message)
    }
}

/// Why a guard of somebody's own cannot be run on a page.
struct GuardProblem: Sendable {
    let text: String
    let reasons: [ReasonCode]

    init(noGuard text: String) { (self.text, reasons) = (text, [GuardModuleReason.noGuard.code]) }

    /// The routes of a router that the module makes.
    init(_ problem: RouteTableProblem, in name: String) {
        (text, reasons) = ("\(name): \(problem)", [GuardModuleReason.badRoutes.code])
    }

    /// The guard goes on and on.
    init(endless text: String) { (self.text, reasons) = (text, [GuardReason.neverDecided.code]) }

    /// The module threw while it was evaluated.
    init(_ error: JavaScriptError, _ trace: TraceLog) {
        text = error.text(masking: trace.masking)
        reasons = [GuardReason.threw.code] + error.reasons
    }

    /// A script could not be parsed, or was stopped.
    ///
    /// - Parameter script: its text, on the lines that the file has.
    init(_ failure: ScriptFailure, in name: String, script: String, masking: Masking) {
        // The first line has ours before the module's own: its columns are not the file's.
        let column = failure.line == 1 ? nil : failure.column
        let place = failure.line.map { "\(name):\($0)" + (column.map { ":\($0)" } ?? "") } ?? name
        guard failure.reason == .syntaxError else {
            text = "\(failure.message(maskedBy: masking).text) at \(place)"
            reasons = [failure.reason.code]
            return
        }
        // What the reader of modules let pass, and the engine does not take.
        let awaits = failure.line.map { script.hasWord("await", onLine: $0) } ?? false
        let message =
            awaits ? "await stands outside of an async function" : failure.message(maskedBy: masking).text
        text = "\(message) at \(place)"
        reasons = [(awaits ? GuardModuleReason.awaitOutsideFunction : .notJavaScript).code]
    }
}

extension String {
    /// - Parameter number: of the line, from 1.
    fileprivate func hasWord(_ word: String, onLine number: Int) -> Bool {
        let line = utf8.split(separator: 0x0A, omittingEmptySubsequences: false).dropFirst(number - 1).first
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        return line?.split { !letters.contains($0 | 0x20) }.contains { $0.elementsEqual(word.utf8) } ?? false
    }
}
