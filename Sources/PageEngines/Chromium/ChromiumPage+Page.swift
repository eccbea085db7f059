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
        return [
            line(
                level, ConsoleText.message(of: parameters["args"]?.arrayValue ?? []), parameters,
                at: parameters["stackTrace"]?["callFrames"]?.arrayValue?.first?["lineNumber"])
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
                "exception", ConsoleText.clipped(isRejection ? "Unhandled promise rejection: \(what)" : what), details,
                at: place["lineNumber"], of: place["url"]?.stringValue)
        ]
    }

    /// - Parameters:
    ///   - place: the line, from 0.
    ///   - script: what it is a line of.
    func line(
        _ level: String, _ message: String, _ parameters: JSONValue, at place: JSONValue?, of script: String? = nil
    ) -> Reaction {
        let frame = parameters["executionContextId"]?.integerValue.flatMap { worlds[$0] }
        let number = place?.integerValue.flatMap { $0 >= 0 && $0 < Int64.max ? $0 + 1 : nil }
        return .tell(
            .console(
                EngineEvent.ConsoleMessage(
                    level: level, message: message, url: frame.flatMap { frames[$0] } ?? url, line: number,
                    script: script.flatMap { $0.isEmpty ? nil : $0 })))
    }
}
