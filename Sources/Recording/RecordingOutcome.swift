public import BridgePrimitives
public import BridgeTrace
import Captures
public import Reporting

/// What a recording has come to when it ends.
public struct RecordingOutcome: Sendable {
    /// One store of a device's.
    public struct Client: Sendable {
        public let client: RecordedClient
        public let requests: Int
        /// Of them those whose answers were read.
        public let read: Int
        /// Sorted.
        public let hosts: [String]
        /// The finding that matters; nil where nothing that was read had a cookie or a token.
        public let cause: RootCause?
        public let findings: [Finding]
        /// Masked as it is to be shown.
        public let trace: RecordedTrace
        /// When it was seen first.
        let since: Instant

        /// As it is written in a HAR.
        public var capturedPart: CaptureFiles.Part {
            CaptureFiles.Part(
                title: trace.head.name, events: trace.events,
                client: CapturedClient(
                    number: client.number, name: trace.head.name, kind: client.device.kind, place: client.address,
                    profile: client.profile),
                start: since)
        }
    }

    public let clients: [Client]
    public let problems: [RecordingProblem]
    /// Connections that were not taken on.
    public let turnedAway: Int

    public var json: JSONValue {
        [
            "event": "end",
            "clients": .array(
                clients.map { each in
                    var object = JSONObject([
                        ("number", .integer(Int64(each.client.number))), ("address", .string(each.client.address)),
                        ("device", .string(each.trace.head.name)), ("requests", .integer(Int64(each.requests))),
                        ("read", .integer(Int64(each.read))),
                        ("hosts", .array(each.hosts.map { .string($0) })),
                    ])
                    object["finding"] = each.cause.map { .object($0.json) }
                    object["findings"] = .array(each.findings.map(\.json))
                    return .object(object)
                }), "problems": .array(problems.map(\.json)), "turned_away": .integer(Int64(turnedAway)),
        ]
    }
}
