import BridgePrimitives

/// A text of the DevTools Protocol's.
enum DevToolsMessage: Hashable, Sendable {
    case answer(id: Int64, Result<JSONValue, BridgeFailure>)
    /// `session` is nil for what belongs to no page.
    case event(String, JSONValue, session: String?)

    /// - Returns: nil for what is neither, which is passed over: a page may have had a part in it.
    init?(parsing text: some Sequence<UInt8>) {
        guard let message = try? JSONValue(parsing: text) else { return nil }
        if let id = message["id"]?.integerValue {
            if let error = message["error"] {
                self = .answer(id: id, .failure(Self.failure(error["message"]?.stringValue ?? "")))
            } else {
                self = .answer(id: id, .success(message["result"] ?? .null))
            }
        } else if let method = message["method"]?.stringValue {
            self = .event(method, message["params"] ?? .null, session: message["sessionId"]?.stringValue)
        } else {
            return nil
        }
    }

    /// A command, with the NUL at its end.
    static func command(id: Int64, _ method: String, _ parameters: JSONValue, session: String?) -> [UInt8] {
        var object = JSONObject([("id", .integer(id)), ("method", .string(method)), ("params", parameters)])
        if let session { object["sessionId"] = .string(session) }
        return Array(JSONValue.object(object).text().utf8) + [0]
    }

    private static func failure(_ words: String) -> BridgeFailure {
        let reason: PageEngineReason =
            switch words {
            case "Target crashed": .processTerminated
            // The page is on its way to another.
            default: .refused
            }
        return reason.failure(words.isEmpty ? "without a word" : words)
    }
}
