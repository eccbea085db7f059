public import BridgePrimitives

extension Fault {
    /// As the control endpoint and scenarios write it.
    public var json: JSONObject {
        var object = JSONObject()
        if service == .auth {
            object["endpoint"] = .string(endpoint)
        } else {
            object["service"] = .string(service.rawValue)
            object["path"] = .string(path)
        }
        object["method"] = method.map { .string($0) }
        object["effect"] = .string(effect.name.rawValue)
        switch effect {
        case .status(let status, let message, let retryAfter):
            object["status"] = .integer(Int64(status))
            object["message"] = .string(message)
            object["retry-after"] = retryAfter.map { .integer(Int64($0)) }
        case .delay(let duration): object["delay"] = .string(duration.worldText)
        case .skew(let skew): object["skew"] = .string(skew.worldText)
        case .cacheControl(let value): object["value"] = .string(value)
        case .header(let name, let value):
            object["header"] = .string(name)
            object["value"] = value.map { .string($0) }
        case .body(let body): object["body"] = .string(body.rawValue)
        case .redirect(let target): object["to"] = .string(target.text)
        case .drop, .hang, .truncated, .replay, .wrongAudience, .expired: break
        }
        switch times {
        case .always: object["times"] = "always"
        case .once: object["times"] = "once"
        case .count(let count): object["times"] = .integer(Int64(count))
        }
        if after > 0 { object["after"] = .integer(Int64(after)) }
        return object
    }

    /// - Parameter endpoints: those that the auth service has.
    /// - Throws: `fault/unreadable`, naming the member that is wrong.
    public init(json: JSONValue, endpoints: [String]) throws(BridgeFailure) {
        let reader = FaultReader(json: json)
        let service = try reader.service()
        try reader.mustFit(service)
        let endpoint = try reader.endpoint(among: endpoints)
        let effect = try reader.effect()
        guard effect.name.services.contains(service) else {
            throw .fault(
                "\"effect\" \(effect.name.rawValue) is none of the service \(service.rawValue)",
                "it is for \(effect.name.services.map(\.rawValue).joined(separator: " and "))")
        }
        self.init(
            service: service, endpoint: endpoint, path: try reader.path(), method: try reader.method(), effect,
            try reader.times(), try reader.after())
    }
}

extension Fault.Effect {
    /// What a file calls it.
    public enum Name: String, CaseIterable, Sendable {
        case status, delay, drop, hang, truncated
        case cacheControl = "cache-control"
        case header, body, redirect, replay
        case wrongAudience = "wrong-audience"
        case expired, skew

        /// Whose answers it can be of.
        var services: [FaultService] {
            switch self {
            case .wrongAudience, .expired: [.auth]
            case .skew: [.auth, .backend, .web]
            default: FaultService.allCases
            }
        }
    }

    public var name: Name {
        switch self {
        case .status: .status
        case .delay: .delay
        case .drop: .drop
        case .hang: .hang
        case .truncated: .truncated
        case .cacheControl: .cacheControl
        case .header: .header
        case .body: .body
        case .redirect: .redirect
        case .replay: .replay
        case .wrongAudience: .wrongAudience
        case .expired: .expired
        case .skew: .skew
        }
    }

    /// For traces and tables: `status 503`, `header Set-Cookie removed`.
    public var text: String {
        switch self {
        case .status(let status, _, let retryAfter):
            "status \(status)" + (retryAfter.map { ", Retry-After \($0)" } ?? "")
        case .delay(let duration): "delay \(duration.worldText)"
        case .skew(let skew): "skew \(skew.worldText)"
        case .cacheControl(let value): "cache-control \(value)"
        case .header(let name, let value): value.map { "header \(name): \($0)" } ?? "header \(name) removed"
        case .body(let body): "body \(body.rawValue)"
        case .redirect(let target): "redirect to \(target.text)"
        default: name.rawValue
        }
    }
}

extension Fault.Target {
    init(_ text: String) {
        switch text {
        case "itself": self = .itself
        case "other-host": self = .otherHost
        default: self = .address(text)
        }
    }

    var text: String {
        switch self {
        case .itself: "itself"
        case .otherHost: "other-host"
        case .address(let text): text
        }
    }
}

extension BridgeFailure {
    static func fault(_ cause: String, _ fix: String) -> BridgeFailure {
        BridgeFailure(FaultReason.unreadable, cause: cause, fix: fix)
    }
}
