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

    /// The guard goes on and on.
    init(endless text: String) { (self.text, reasons) = (text, [GuardReason.neverCalledNext.code]) }

    /// The module threw while it was evaluated.
    init(_ error: JavaScriptError, _ trace: TraceLog) {
        text = error.text(masking: trace.masking)
        reasons = [GuardReason.threw.code] + error.reasons
    }

    /// A script could not be parsed, or was stopped.
    init(_ failure: ScriptFailure, in name: String, masking: Masking) {
        // The first line has ours before the module's own: its columns are not the file's.
        let column = failure.line == 1 ? nil : failure.column
        let place = failure.line.map { "\(name):\($0)" + (column.map { ":\($0)" } ?? "") } ?? name
        text = "\(failure.message(maskedBy: masking).text) at \(place)"
        // What the tokenizer let pass, and the engine does not take.
        reasons = [failure.reason == .syntaxError ? GuardModuleReason.notJavaScript.code : failure.reason.code]
    }
}
