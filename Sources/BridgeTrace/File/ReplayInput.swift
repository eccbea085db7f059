public import BridgePrimitives

/// What a trace was played from, so that it can be played again somewhere else: a line of a trace file that is a bundle.
///
/// It holds no secret: passwords are stand-ins already.
public struct ReplayInput: Hashable, Sendable {
    /// The scenario file's name, without folders.
    public var file: String
    /// The scenario file's text.
    public var text: String
    /// Which of its scenarios.
    public var scenario: String
    /// The modules that the scenario names and those that they import: texts, by their paths from the scenario's folder.
    public var modules: [String: String]
    /// What the scenario does not say itself; empty where each client of a recording has the nearest one.
    public var profile: String
    public var strictness: String
    public var seed: UInt64
    /// Where the text is a recording, a HAR, in a scenario's place: the cookie that hands the session over in it.
    public var cookie: String?

    public init(
        file: String, text: String, scenario: String, modules: [String: String], profile: String, strictness: String,
        seed: UInt64
    ) {
        (self.file, self.text, self.scenario, self.modules) = (file, text, scenario, modules)
        (self.profile, self.strictness, self.seed) = (profile, strictness, seed)
    }

    public var json: JSONValue {
        var files = JSONObject()
        for (name, text) in modules.sorted(by: { $0.key < $1.key }) { files[name] = .string(text) }
        var object = JSONObject([
            ("entry", "input"), ("file", .string(file)), ("scenario", .string(scenario)), ("text", .string(text)),
            ("modules", .object(files)), ("profile", .string(profile)), ("strictness", .string(strictness)),
            ("seed", .string(String(seed))),
        ])
        object["cookie"] = cookie.map { .string($0) }
        return .object(object)
    }

    init(_ reader: TraceReader) throws(TraceDefect) {
        guard let seed = UInt64(try reader.text("seed")) else { throw .member("seed") }
        var modules: [String: String] = [:]
        for (name, text) in reader.value["modules"]?.objectValue ?? JSONObject() {
            guard let text = text.stringValue else { throw .member("modules") }
            modules[name] = text
        }
        self.init(
            file: try reader.text("file"), text: try reader.text("text"), scenario: try reader.text("scenario"),
            modules: modules, profile: try reader.text("profile"), strictness: try reader.text("strictness"),
            seed: seed)
        cookie = reader.textIfAny("cookie")
    }
}
