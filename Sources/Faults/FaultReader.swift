import BridgePrimitives

/// Reads a fault's members, each refused by its name.
struct FaultReader {
    let json: JSONValue

    func service() throws(BridgeFailure) -> FaultService {
        guard let value = json["service"] else { return .auth }
        guard let service = value.stringValue.flatMap(FaultService.init(rawValue:)) else {
            let known = FaultService.allCases.map(\.rawValue)
            throw .fault(
                "\"service\" names none",
                value.stringValue.flatMap { Suggestion.nearest(to: $0, among: known) }
                    ?? "write auth, backend, web or provider")
        }
        return service
    }

    /// The auth service's requests go by endpoints, those of the others by paths.
    func mustFit(_ service: FaultService) throws(BridgeFailure) {
        if service == .auth, json["path"] != nil {
            throw .fault("\"path\" is none of the auth service's", "write \"endpoint\", accounts:lookup say")
        }
        if service != .auth, json["endpoint"] != nil {
            throw .fault("\"endpoint\" is the auth service's alone", "write \"path\", /auth/* say")
        }
    }

    func endpoint(among endpoints: [String]) throws(BridgeFailure) -> String {
        guard let endpoint = json["endpoint"]?.stringValue ?? (json["endpoint"] == nil ? "*" : nil),
            endpoint == "*" || endpoints.contains(where: { Fault.names(endpoint, $0) })
        else { throw .fault("\"endpoint\" names none", "write accounts:lookup, token or *") }
        return endpoint
    }

    func path() throws(BridgeFailure) -> String {
        guard let value = json["path"] else { return "*" }
        guard let path = value.stringValue, path.hasPrefix("/") || path.hasPrefix("*"),
            !path.utf8.contains(UInt8(ascii: "?"))
        else { throw .fault("\"path\" is no path", "write /auth/* or /, without a query") }
        return path
    }

    func method() throws(BridgeFailure) -> String? {
        guard let value = json["method"] else { return nil }
        guard let method = value.stringValue, !method.isEmpty, method.utf8.allSatisfy(Self.isUpperCase) else {
            throw .fault("\"method\" is no method", "write GET or POST, say")
        }
        return method
    }

    private static func isUpperCase(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }

    func times() throws(BridgeFailure) -> Fault.Times {
        switch json["times"] {
        case nil, .string("always"): return .always
        case .string("once"): return .once
        case .string(let text):
            if let count = Int(text), (1...Self.most).contains(count) { return .count(count) }
        case .some(let value):
            if let count = value.integerValue, (1...Int64(Self.most)).contains(count) { return .count(Int(count)) }
        }
        throw .fault("\"times\" is neither once nor always nor a number", "write once, always or 3")
    }

    func after() throws(BridgeFailure) -> Int {
        guard let value = json["after"] else { return 0 }
        guard let count = value.integerValue, (0...Int64(Self.most)).contains(count) else {
            throw .fault("\"after\" is no number of requests", "write how many pass first, 2 say")
        }
        return Int(count)
    }

    private static let most = 1_000_000

    func effect() throws(BridgeFailure) -> Fault.Effect {
        let names = Fault.Effect.Name.allCases.map(\.rawValue)
        guard let name = json["effect"]?.stringValue.flatMap(Fault.Effect.Name.init(rawValue:)) else {
            throw .fault(
                "\"effect\" is none that is known",
                "write \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")")
        }
        switch name {
        case .status: return try status()
        case .delay: return .delay(max(try duration("delay"), .zero))
        case .skew: return .skew(try duration("skew"))
        case .drop: return .drop
        case .hang: return .hang
        case .truncated: return .truncated
        case .replay: return .replay
        case .wrongAudience: return .wrongAudience
        case .expired: return .expired
        case .cacheControl: return .cacheControl(try fieldValue() ?? "no-store")
        case .header: return try header()
        case .body:
            guard let body = json["body"]?.stringValue.flatMap(Fault.Body.init(rawValue:)) else {
                throw .fault("\"body\" is none that is known", "write empty, not-json or captive-portal")
            }
            return .body(body)
        case .redirect:
            guard let to = json["to"]?.stringValue, !to.isEmpty, to.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
                throw .fault("\"to\" is no place to go", "write itself, other-host, a path or an address")
            }
            return .redirect(Fault.Target(to))
        }
    }

    private func status() throws(BridgeFailure) -> Fault.Effect {
        guard let status = json["status"]?.integerValue, (400...599).contains(status) else {
            throw .fault("\"status\" is not 400 to 599", "write 503, say")
        }
        var retryAfter: Int?
        if let value = json["retry-after"] {
            guard let seconds = value.integerValue, (0...86_400).contains(seconds) else {
                throw .fault("\"retry-after\" is no number of seconds", "write 120, say")
            }
            retryAfter = Int(seconds)
        }
        return .status(Int(status), message: json["message"]?.stringValue ?? "INJECTED_FAULT", retryAfter: retryAfter)
    }

    private func header() throws(BridgeFailure) -> Fault.Effect {
        // A token (RFC 9110 §5.6.2). Those of the framing are the server's.
        guard let name = json["header"]?.stringValue, !name.isEmpty,
            name.utf8.allSatisfy({ ASCIIText.isLetter($0) || ASCIIText.isDigit($0) || $0 == UInt8(ascii: "-") }),
            !["content-length", "transfer-encoding", "connection"].contains(where: { ASCIIText.isSame($0, name) })
        else { throw .fault("\"header\" is no field that can be changed", "write Set-Cookie or Content-Type, say") }
        return .header(name, value: try fieldValue())
    }

    private func fieldValue() throws(BridgeFailure) -> String? {
        guard let value = json["value"] else { return nil }
        guard let text = value.stringValue, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw .fault("\"value\" is no field's value", "write one line of text, or leave it out")
        }
        return text
    }

    private func duration(_ name: String) throws(BridgeFailure) -> Duration {
        guard let duration = json[name]?.stringValue.flatMap(Duration.init(worldText:)) else {
            throw .fault("\"\(name)\" is no duration", "write 250ms, 10s or 61m")
        }
        return duration
    }
}
