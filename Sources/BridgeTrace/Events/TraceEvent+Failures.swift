public import BridgePrimitives

/// A request of a page, or for a page, that brought nothing that its asker could use.
public struct FailedRequestEvent: Hashable, Sendable {
    /// Empty if the engine does not say.
    public let method: String
    public let url: MaskedText
    /// The hop of its ``RequestEvent``; nil if it never left the engine, or if that is not known.
    public let hop: Int?
    /// The engine's or the proxy's own words.
    public let words: MaskedText
    /// The response field that is missing or wrong, for CORS, or the directive of the content security policy.
    public let missing: String?
    public let reasons: [ReasonCode]

    public init(
        method: String, url: MaskedText, hop: Int? = nil, words: MaskedText, missing: String? = nil,
        reasons: [ReasonCode]
    ) {
        self.method = method
        self.url = url
        self.hop = hop
        self.words = words
        self.missing = missing
        self.reasons = reasons
    }
}

/// A script that the page named and that did not run.
public struct SkippedScriptEvent: Hashable, Sendable {
    public let url: MaskedText
    /// Of the answer; nil if there was none, or if the engine does not say.
    public let status: Int?
    public let reasons: [ReasonCode]

    public init(url: MaskedText, status: Int? = nil, reasons: [ReasonCode]) {
        self.url = url
        self.status = status
        self.reasons = reasons
    }
}

/// The page's content security policy kept something back.
public struct PolicyViolationEvent: Hashable, Sendable {
    /// The directive that was violated: `connect-src`, `script-src-elem`.
    public let directive: String
    /// A URL, or a word such as `inline` or `eval`.
    public let blocked: MaskedText
    /// The URL of the page whose policy it is.
    public let page: MaskedText
    public let reasons: [ReasonCode]

    public init(directive: String, blocked: MaskedText, page: MaskedText, reasons: [ReasonCode]) {
        self.directive = directive
        self.blocked = blocked
        self.page = page
        self.reasons = reasons
    }
}

/// An error of one of the page's scripts.
public struct PageErrorEvent: Hashable, Sendable {
    public enum Origin: String, Sendable {
        case uncaught
        /// A promise was rejected, and nothing handled that.
        case rejection
        /// The page caught the error and printed it to its console.
        case printed
    }
    public let origin: Origin
    /// `TypeError`; nil if what was thrown has no name.
    public let name: String?
    public let message: MaskedText
    /// The script's URL.
    public let file: MaskedText?
    /// Both from 1.
    public let line: Int?
    public let column: Int?
    public let reasons: [ReasonCode]

    public init(
        _ origin: Origin, name: String? = nil, message: MaskedText, file: MaskedText? = nil, line: Int? = nil,
        column: Int? = nil, reasons: [ReasonCode]
    ) {
        self.origin = origin
        self.name = name
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.reasons = reasons
    }

    /// `TypeError: x is not a function`: with the name, unless the message begins with it.
    public var text: String {
        guard let name, !message.text.hasPrefix(name) else { return message.text }
        return "\(name): \(message.text)"
    }

    /// With the place of what was thrown: `TypeError: … at https://…/app.js:12:5`.
    public var located: String { place.map { "\(text) at \($0)" } ?? text }

    /// `https://…/app.js:12:5`; nil if the script is not known.
    public var place: String? {
        file.map { file in
            ([file.text] + [line, line == nil ? nil : column].compactMap { $0.map(String.init) }).joined(separator: ":")
        }
    }
}

/// A line that a started process printed.
public struct PrintedEvent: Hashable, Sendable {
    public enum Stream: String, Sendable { case out, err }
    /// `backend` or `web`, as the project file calls it.
    public let process: String
    public let stream: Stream
    /// Without its line end.
    public let text: MaskedText

    public init(process: String, stream: Stream, text: MaskedText) {
        self.process = process
        self.stream = stream
        self.text = text
    }
}

/// A process that the project file starts has started, answers, or has ended.
public struct ProcessEvent: Hashable, Sendable {
    public enum Action: String, Sendable { case started, ready, ended }
    /// `backend` or `web`, as the project file calls it.
    public let process: String
    public let action: Action
    /// Its exit status; nil while it runs, and if a signal ended it.
    public let status: Int?
    public let signal: Int?
    public let reasons: [ReasonCode]

    public init(
        process: String, _ action: Action, status: Int? = nil, signal: Int? = nil, reasons: [ReasonCode] = []
    ) {
        self.process = process
        self.action = action
        self.status = status
        self.signal = signal
        self.reasons = reasons
    }
}
