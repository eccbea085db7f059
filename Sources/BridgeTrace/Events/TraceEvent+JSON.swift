public import BridgePrimitives

extension TraceEvent {
    /// The event as one JSON object; members that have nothing to say are left out, but for a URL: whoever reads the
    /// event back wants one, and what was no request has an empty one.
    public var json: JSONValue {
        var object = JSONObject([
            ("sequence", .integer(Int64(sequence))), ("at", .string(at.rfc3339)), ("actor", .string(actor.rawValue)),
        ])
        let written = kind.event.written
        object["event"] = .string(written.name)
        for (name, value) in written.members where !value.saysNothing || name == "url" { object[name] = value }
        return .object(object)
    }
}

extension CookieMention {
    /// `{"name":…,"domain":…,"path":…,"value":…,"reasons":[…]}`, without `reasons` when there are none. A cookie that
    /// the app wrote by hand has `"written_by":"app"` in place of domain and path.
    public var json: JSONValue {
        var object = JSONObject([("name", .string(name))])
        switch writer {
        case .store: (object["domain"], object["path"]) = (.string(domain), .string(path))
        case .app: object["written_by"] = .string(writer.rawValue)
        }
        object["value"] = .string(value.text)
        if !reasons.isEmpty { object["reasons"] = .codes(reasons) }
        return .object(object)
    }
}

extension JSONValue {
    fileprivate var saysNothing: Bool { self == .null || self == .array([]) || self == .string("") }
}

extension Duration {
    /// To the microsecond.
    package var milliseconds: Double {
        let (seconds, attoseconds) = components
        let micros = seconds.multipliedReportingOverflow(by: 1_000_000).partialValue + attoseconds / 1_000_000_000_000
        return Double(micros) / 1000
    }
}
