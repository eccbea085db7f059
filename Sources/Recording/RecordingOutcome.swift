package import BridgePrimitives
package import BridgeTrace
import Captures
package import Explaining

/// What a recording has come to when it ends.
package struct RecordingOutcome: Sendable {
    /// One store of a device's.
    package struct Client: Sendable {
        package let client: RecordedClient
        package let requests: Int
        /// Of them those whose answers were read.
        package let read: Int
        /// Sorted.
        package let hosts: [String]
        /// The finding that matters; nil where nothing that was read had a cookie or a token.
        package let cause: RootCause?
        package let findings: [Finding]
        /// Masked as it is to be shown.
        package let trace: RecordedTrace
        /// When it was seen first.
        let since: Instant

        /// As it is written in a HAR.
        package var capturedPart: CaptureFiles.Part {
            CaptureFiles.Part(
                title: trace.head.name, events: trace.events,
                client: client.captured,
                start: since)
        }
    }

    package let clients: [Client]
    package let problems: [RecordingProblem]
    /// Connections that were not taken on.
    package let turnedAway: Int

    package var json: JSONValue {
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
