public import BridgePrimitives

/// Something that goes wrong on purpose.
public struct Fault: Hashable, Sendable {
    public enum Effect: Hashable, Sendable {
        /// An answer of this status in place of the real one.
        case status(Int, message: String)
        /// The answer comes later, in the world's time.
        case delay(Duration)
        /// The connection is closed without an answer.
        case drop
        /// ID tokens are issued for another project.
        case wrongAudience
        /// ID tokens are issued that are over already.
        case expired
        /// The service reads its clock with this error.
        case skew(Duration)
    }

    public enum Times: String, CaseIterable, Sendable { case once, always }

    /// An endpoint's name, `accounts:lookup` or `token` say, or `*` for all.
    public let endpoint: String
    public let effect: Effect
    public let times: Times

    public init(endpoint: String, effect: Effect, times: Times = .always) {
        (self.endpoint, self.effect, self.times) = (endpoint, effect, times)
    }

    func applies(to endpointID: String) -> Bool {
        // `lookup` alone will do for `accounts:lookup`.
        endpoint == "*" || endpoint == endpointID || endpointID.hasSuffix(":\(endpoint)")
    }
}

extension Fault {
    public var json: JSONObject {
        var object = JSONObject([("endpoint", .string(endpoint))])
        switch effect {
        case .status(let status, let message):
            object["effect"] = "status"
            object["status"] = .integer(Int64(status))
            object["message"] = .string(message)
        case .delay(let duration):
            object["effect"] = "delay"
            object["delay"] = .string(duration.worldText)
        case .drop: object["effect"] = "drop"
        case .wrongAudience: object["effect"] = "wrong-audience"
        case .expired: object["effect"] = "expired"
        case .skew(let skew):
            object["effect"] = "skew"
            object["skew"] = .string(skew.worldText)
        }
        object["times"] = .string(times.rawValue)
        return object
    }

    /// - Throws: `fault/unreadable`, naming the member that is wrong.
    public init(json: JSONValue) throws(BridgeFailure) {
        guard let endpoint = json["endpoint"]?.stringValue ?? (json["endpoint"] == nil ? "*" : nil),
            endpoint == "*"
                || EndpointTable.all.contains(where: { Fault(endpoint: endpoint, effect: .drop).applies(to: $0.id) })
        else { throw .fault("\"endpoint\" names none", "write accounts:lookup, token or *") }
        guard let times = json["times"] == nil ? .always : json["times"]?.stringValue.flatMap(Times.init(rawValue:))
        else { throw .fault("\"times\" is neither once nor always", "write once or always") }
        func duration(_ name: String) throws(BridgeFailure) -> Duration {
            guard let duration = json[name]?.stringValue.flatMap(Duration.init(worldText:)) else {
                throw .fault("\"\(name)\" is no duration", "write 250ms, 10s or 61m")
            }
            return duration
        }
        let effect: Effect
        switch json["effect"]?.stringValue {
        case "status":
            guard let status = json["status"]?.integerValue, (400...599).contains(status) else {
                throw .fault("\"status\" is not 400 to 599", "write 503, say")
            }
            effect = .status(Int(status), message: json["message"]?.stringValue ?? AuthReason.injectedFault.wireCode)
        case "delay": effect = .delay(max(try duration("delay"), .zero))
        case "drop": effect = .drop
        case "wrong-audience": effect = .wrongAudience
        case "expired": effect = .expired
        case "skew": effect = .skew(try duration("skew"))
        default:
            throw .fault(
                "\"effect\" is none that is known", "write status, delay, drop, wrong-audience, expired or skew")
        }
        self.init(endpoint: endpoint, effect: effect, times: times)
    }
}

extension BridgeFailure {
    fileprivate static func fault(_ cause: String, _ fix: String) -> BridgeFailure {
        BridgeFailure(AuthServiceReason.unreadableFault, cause: cause, fix: fix)
    }
}
