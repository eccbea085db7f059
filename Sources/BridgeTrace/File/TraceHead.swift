public import BridgePrimitives

/// What a trace was recorded of: the first line of each in a trace file.
public struct TraceHead: Hashable, Sendable {
    /// Where whoever wrote the trace stood. What happens beyond their sight did not fail to happen.
    public enum Viewpoint: String, CaseIterable, Sendable {
        /// In the services that a device or a browser asked: its stores and its scripts are its own.
        case services
        /// Between both: requests and answers were seen, and what a script saw was not.
        case network
    }

    /// Tells the traces of one file apart.
    public var id: String
    /// The scenario's name, `demo`, or the URL that was opened.
    public var name: String
    /// `file:line:column` of a scenario; nil for what none told to happen.
    public var source: String?
    public var producer: String?
    /// The world's time of the beginning.
    public var started: Instant?
    /// The cookie profile's name.
    public var profile: String?
    /// `model`, `webkitgtk` or `chromium`.
    public var engine: String?
    /// The Firebase project's id.
    public var project: String?
    /// The name of the cookie that carries the handoff.
    public var cookie: String?
    /// The verdict that was wanted; nil for signed in.
    public var expected: Verdict?
    /// From where it was seen; nil for everywhere, inside the device and the page too.
    public var seenFrom: Viewpoint?
    /// Whether values are as they were, since somebody asked for it.
    public var showsSecrets = false

    public init(id: String, name: String) { (self.id, self.name) = (id, name) }

    /// The version of the format that is written, and the highest that is read.
    public static let version: Int64 = 1

    public var json: JSONValue {
        var object = JSONObject([
            ("entry", "trace"), ("version", .integer(Self.version)), ("id", .string(id)), ("name", .string(name)),
        ])
        object["source"] = source.map { .string($0) }
        object["producer"] = producer.map { .string($0) }
        object["started"] = started.map { .string($0.rfc3339) }
        object["profile"] = profile.map { .string($0) }
        object["engine"] = engine.map { .string($0) }
        object["project"] = project.map { .string($0) }
        object["cookie"] = cookie.map { .string($0) }
        object["expected"] = expected.map { .string($0.rawValue) }
        object["seen_from"] = seenFrom.map { .string($0.rawValue) }
        object["secrets"] = showsSecrets ? "shown" : "masked"
        return .object(object)
    }

    init(_ reader: TraceReader) throws(TraceDefect) {
        let version = try reader.integer("version")
        guard version <= Self.version else { throw .newerVersion(version) }
        self.init(id: try reader.text("id"), name: reader.textIfAny("name") ?? "")
        (source, producer, profile) = (
            reader.textIfAny("source"), reader.textIfAny("producer"), reader.textIfAny("profile")
        )
        (engine, project, cookie) = (
            reader.textIfAny("engine"), reader.textIfAny("project"), reader.textIfAny("cookie")
        )
        started = reader.textIfAny("started").flatMap { Instant(rfc3339: $0) }
        expected = reader.textIfAny("expected").flatMap { Verdict(rawValue: $0) }
        seenFrom = reader.textIfAny("seen_from").flatMap { Viewpoint(rawValue: $0) }
        showsSecrets = reader.textIfAny("secrets") == "shown"
    }
}
