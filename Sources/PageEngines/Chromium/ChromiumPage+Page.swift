import BridgePrimitives

// What the page says and wants.
extension ChromiumPage {
    func asked(_ name: String, _ details: [(String, JSONValue)]) -> Reaction {
        .tell(.asked(name, details: JSONObject(details)))
    }

    /// Answered as without a delegate.
    func dialog(_ parameters: JSONValue) -> [Reaction] {
        var details: [(String, JSONValue)] = [
            ("message", .string(ConsoleText.clipped(parameters["message"]?.stringValue ?? "")))
        ]
        let name: String
        switch parameters["type"]?.stringValue {
        case "confirm":
            name = "runJavaScriptConfirmPanel"
            details.append(("result", false))
        case "prompt":
            name = "runJavaScriptTextInputPanel"
            let text = parameters["defaultPrompt"]?.stringValue ?? ""
            details += [("defaultText", .string(ConsoleText.clipped(text))), ("result", .null)]
        case "beforeunload":
            name = "runBeforeUnloadConfirmPanel"
            details.append(("result", true))
        default: name = "runJavaScriptAlertPanel"
        }
        let accepts = ["runJavaScriptAlertPanel", "runBeforeUnloadConfirmPanel"].contains(name)
        return [asked(name, details), .send("Page.handleJavaScriptDialog", ["accept": .bool(accepts)])]
    }

    mutating func posted(_ parameters: JSONValue) -> [Reaction] {
        guard !showsError, let payload = parameters["payload"]?.stringValue else { return [] }
        switch parameters["name"]?.stringValue {
        case ChromiumScript.titleBinding:
            title = payload
            return [.tell(.titleChanged(payload))]
        case ChromiumScript.messageBinding:
            guard let message = try? JSONValue(parsing: payload), let name = message["name"]?.stringValue,
                handlers.contains(name)
            else { return [] }
            return [.tell(.scriptMessage(handler: name, body: message["body"] ?? .null))]
        default: return []
        }
    }

    func said(_ parameters: JSONValue) -> [Reaction] {
        guard tellsConsole, !showsError else { return [] }
        let level =
            switch parameters["type"]?.stringValue {
            case "debug": "debug"
            case "info": "info"
            case "warning": "warn"
            case "error", "assert": "error"
            default: "log"
            }
        let values = parameters["args"]?.arrayValue ?? []
        let error = level == "error" ? values.lazy.compactMap(ThrownError.init).first : nil
        return [
            line(
                level, ConsoleText.message(of: values), parameters,
                at: parameters["stackTrace"]?["callFrames"]?.arrayValue?.first?["lineNumber"], error: error)
        ]
    }

    func thrown(_ parameters: JSONValue) -> [Reaction] {
        guard tellsConsole, !showsError, let details = parameters["exceptionDetails"] else { return [] }
        let what =
            details["exception"].map(ConsoleText.text) ?? details["text"]?.stringValue ?? "an exception"
        let isRejection = details["text"]?.stringValue?.contains("in promise") == true
        // Of a rejection, the stack alone says where; of a syntax error, there is none.
        let frame = details["stackTrace"]?["callFrames"]?.arrayValue?.first
        let place = frame ?? details
        return [
            line(
                "exception", ConsoleText.clipped(what), details, at: place["lineNumber"],
                column: place["columnNumber"], of: place["url"]?.stringValue,
                error: details["exception"].flatMap(ThrownError.init), isRejection: isRejection)
        ]
    }

    /// - Parameters:
    ///   - place: the line, from 0, as the column is.
    ///   - script: what it is a line of.
    ///   - error: what was thrown or printed; its own place counts if no script is given.
    private func line(
        _ level: String, _ message: String, _ parameters: JSONValue, at place: JSONValue?, column: JSONValue? = nil,
        of script: String? = nil, error: ThrownError? = nil, isRejection: Bool = false
    ) -> Reaction {
        func fromOne(_ number: JSONValue?) -> Int64? {
            number?.integerValue.flatMap { $0 >= 0 && $0 < Int64.max ? $0 + 1 : nil }
        }
        let frame = parameters["executionContextId"]?.integerValue.flatMap { worlds[$0] }
        let script = script.flatMap { $0.isEmpty ? nil : $0 }
        let isOwn = script == nil && error?.script != nil
        return .tell(
            .console(
                EngineEvent.ConsoleMessage(
                    level: level, message: message, url: frame.flatMap { frames[$0] } ?? url,
                    line: isOwn ? error?.line : fromOne(place), script: script ?? error?.script,
                    column: isOwn ? error?.column : fromOne(column), name: error?.name, isRejection: isRejection)))
    }
}

/// An `Error` of the page's, by what the protocol shows of it: its name, and the place at the top of its stack.
private struct ThrownError {
    let name: String?
    private(set) var script: String?
    private(set) var line: Int64?
    private(set) var column: Int64?

    /// - Returns: nil for any other value.
    init?(_ value: JSONValue) {
        guard value["subtype"]?.stringValue == "error" else { return nil }
        name = value["className"]?.stringValue
        // `    at f (https://…/app.js:12:5)`
        let stack = value["description"]?.stringValue ?? ""
        guard let start = stack.firstRange(of: "http")?.lowerBound else { return }
        let place = stack[start...].prefix { !$0.isWhitespace && $0 != ")" }
        let parts = place.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count > 3, let line = Int64(parts[parts.count - 2]), let column = Int64(parts[parts.count - 1])
        else { return }
        script = parts.dropLast(2).joined(separator: ":")
        (self.line, self.column) = (line, column)
    }
}
