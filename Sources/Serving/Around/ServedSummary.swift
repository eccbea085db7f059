package import BridgePrimitives
package import BridgeTrace

/// What the services saw and refused while a command ran.
package final class ServedSummary: Sendable {
    private struct State {
        var requests = 0
        /// By host.
        var hosts: [String: Int] = [:]
        /// By line, in the order in which they first came.
        var refusals: [(line: String, reasons: [ReasonCode], count: Int)] = []
        var further = 0
    }

    /// Different refusals that are told; a loop that is refused a thousand times is one.
    private static let mostRefusals = 50

    private let state = Mutex(State())
    private let text = ServedEventText(isVerbose: false)

    package init() {}

    /// To be told of each event of the trace.
    package func note(_ event: TraceEvent) {
        let host = host(in: event)
        let line = text.line(for: event)
        guard host != nil || line != nil else { return }
        state.withLock { state in
            if let host {
                state.requests += 1
                state.hosts[host, default: 0] += 1
            }
            guard let line else { return }
            if let index = state.refusals.firstIndex(where: { $0.line == line }) {
                state.refusals[index].count += 1
            } else if state.refusals.count < Self.mostRefusals {
                state.refusals.append((line, event.reasons, 1))
            } else {
                state.further += 1
            }
        }
    }

    /// Whom a request from outside was for; nil for what is none.
    private func host(in event: TraceEvent) -> String? {
        let url: String
        switch event.kind {
        case .served where event.actor == .control: return nil
        case .served(let served): url = served.url.text
        case .proxied(let proxied) where proxied.handling != .refused: url = proxied.url.text
        default: return nil
        }
        let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
        return String(rest.prefix { $0 != "/" })
    }

    /// For people: one line, and one for each refusal.
    package var lines: [String] {
        let state = state.withLock { $0 }
        guard state.requests > 0 || !state.refusals.isEmpty else { return ["the command asked the services nothing"] }
        let hosts = state.hosts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        let refused = state.refusals.map(\.count).reduce(0, +) + state.further
        let told = state.requests == 1 ? "1 request" : "\(state.requests) requests"
        var lines = ["\(told)\(hosts.isEmpty ? "" : " (\(hosts))"), \(refused == 0 ? "nothing" : "\(refused)") refused"]
        lines += state.refusals.map { "  \($0.count) × \($0.line)" }
        if state.further > 0 { lines.append("  \(state.further) × others") }
        return lines
    }

    /// For programs: `{"requests":…,"hosts":{…},"refused":[{"count":…,"reasons":[…],"text":…}]}`.
    package var json: JSONValue {
        let state = state.withLock { $0 }
        return [
            "requests": .integer(Int64(state.requests)),
            "hosts": .object(
                JSONObject(state.hosts.sorted { $0.key < $1.key }.map { ($0.key, .integer(Int64($0.value))) })),
            "refused": .array(
                state.refusals.map { refusal in
                    [
                        "count": .integer(Int64(refusal.count)),
                        "reasons": .codes(refusal.reasons), "text": .string(refusal.line),
                    ]
                }),
            "further_refused": .integer(Int64(state.further)),
        ]
    }
}
