import BridgePrimitives

/// A line that the helper says.
enum HelperMessage: Hashable, Sendable {
    /// The first line.
    case hello(Hello)
    case answer(id: Int64, Result<JSONValue, BridgeFailure>)
    /// `view` is nil for what belongs to none.
    case event(EngineEvent, view: String?)
    /// An event that this version does not know.
    case unknown(String)

    struct Hello: Hashable, Sendable {
        let protocolVersion: Int64
        let engine: String
        let version: String
    }

    /// The version of the protocol that is spoken here.
    static let protocolVersion: Int64 = 1

    /// - Parameter line: without its line feed.
    /// - Throws: `engine/bad-answer` for what is none of these.
    init(parsing line: some Sequence<UInt8>) throws(BridgeFailure) {
        let value: JSONValue
        do { value = try JSONValue(parsing: line) } catch {
            throw PageEngineReason.badAnswer.failure("a line of the helper's is \(error)")
        }
        guard let object = value.objectValue else {
            throw PageEngineReason.badAnswer.failure("a line of the helper's is no object")
        }
        if let name = object["event"]?.stringValue {
            self = try Self.event(name, object)
        } else {
            self = try Self.answer(object)
        }
    }

    private static func event(_ name: String, _ object: JSONObject) throws(BridgeFailure) -> HelperMessage {
        if name == "hello" {
            guard let version = object["protocol"]?.integerValue else {
                throw PageEngineReason.badAnswer.failure("the event hello has no protocol")
            }
            return .hello(
                Hello(
                    protocolVersion: version, engine: object["engine"]?.stringValue ?? "",
                    version: object["version"]?.stringValue ?? ""))
        }
        guard let event = try EngineEvent(name: name, members: object) else { return .unknown(name) }
        return .event(event, view: object["view"]?.stringValue)
    }

    private static func answer(_ object: JSONObject) throws(BridgeFailure) -> HelperMessage {
        guard let id = object["id"]?.integerValue else {
            // Nobody waits for it: our own line was not understood.
            let words = object["error"]?["message"]?.stringValue ?? "neither event nor answer"
            throw PageEngineReason.badAnswer.failure("the helper did not understand a line: \(words)")
        }
        if let result = object["result"] { return .answer(id: id, .success(result)) }
        guard let code = object["error"]?["code"]?.stringValue else {
            throw PageEngineReason.badAnswer.failure("an answer of the helper's has neither result nor error")
        }
        let message = object["error"]?["message"]?.stringValue ?? ""
        let failure = PageEngineReason(helperCode: code).failure("\(message.isEmpty ? code : message)")
        return .answer(id: id, .failure(failure))
    }
}
