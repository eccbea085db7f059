public import BridgePrimitives
package import BridgeTrace

/// Why a script gave no result.
public struct ScriptFailure: Error, Hashable, Sendable, CustomStringConvertible {
    public let reason: ScriptFailureReason
    /// The exception as JavaScript prints it, cut after 2000 UTF-16 units. May quote the script, and with it a secret:
    /// the trace has it without.
    public let message: String
    /// Where it was thrown, both from 1; nil when JavaScript does not say.
    public let line: Int?
    public let column: Int?

    public init(_ reason: ScriptFailureReason, message: String, line: Int? = nil, column: Int? = nil) {
        (self.reason, self.message, self.line, self.column) = (reason, message, line, column)
    }

    /// What a script has told of an error that it caught.
    ///
    /// - Parameter message: as JavaScript prints the error.
    package init(caught message: String) {
        let isMissed = UnsimulatedName.isMissed(by: message)
        self.init(isMissed ? .notSimulated : .threw, message: message)
    }

    /// The message without what it quotes of the script.
    ///
    /// - Parameter source: what may be quoted all the same, since it holds no secret.
    package func message(maskedBy masking: Masking, quoting source: String = "") -> MaskedText {
        ExceptionText.masked(self, by: masking, quoting: source)
    }

    public var description: String {
        let place = line.map { line in " at \(line)" + (column.map { ":\($0)" } ?? "") } ?? ""
        return "\(message)\(place) [\(reason.rawValue)]"
    }
}

/// How a script failed.
public enum ScriptFailureReason: String, Reason {
    case syntaxError = "script/syntax-error"
    case threw = "script/threw"
    /// The script is right, and the headless web view lacks what it uses.
    case notSimulated = "script/not-simulated"
    case terminated = "script/terminated"
    case memoryLimit = "script/memory-limit"
    case unsupportedResult = "script/unsupported-result"
    case noSuchFrame = "script/no-such-frame"
    /// `WKError.javaScriptAppBoundDomain`, 14.
    case appBoundDomain = "script/app-bound-domain"
    /// A user script; the page goes on without it.
    case injectionSkipped = "script/injection-skipped"

    public var meaning: String {
        switch self {
        case .syntaxError: "The text is no JavaScript, so none of it ran."
        case .threw: "The script threw an exception and stopped there."
        case .notSimulated:
            "The script uses what a web view has and this headless one has not; on a device it would go on."
        case .terminated: "The script, or what its promises queued, ran longer than its time limit and was stopped."
        case .memoryLimit: "The script took more memory than its limit and was stopped."
        case .unsupportedResult: "The script's result is no value that native code can take."
        case .noSuchFrame: "The page that is shown has no frame of that name."
        case .appBoundDomain: "The document is not app-bound, so the app may not run scripts in it."
        case .injectionSkipped: "The document is not app-bound, so the user script was left out."
        }
    }

    public var fix: String {
        switch self {
        case .syntaxError: "Write values into the script as JSON strings, so that quotes in them are escaped."
        case .threw: "Catch the exception in the script, or fix what the message names."
        case .notSimulated:
            "Leave it out of the script here, or open the page in a real engine: --engine webkitgtk, or serve."
        case .terminated:
            "End the script's loop, or let it do less in one turn; only a test in Swift can give it more than two seconds,"
                + " with WebViewConfiguration.scriptTimeLimit."
        case .memoryLimit:
            "End the loop that fills the memory; only a test in Swift can give the script more, with"
                + " WebViewConfiguration.scriptMemoryLimit."
        case .appBoundDomain, .injectionSkipped:
            "List the domain under WKAppBoundDomains and set limitsNavigationsToAppBoundDomains, or remove the list."
        case .unsupportedResult: "Let the script end in a string, a number, a Boolean, null, or plain objects of these."
        case .noSuchFrame: "Take the frame from the view's list after the load, since each document's frames are new."
        }
    }
}
