public import BridgePrimitives

/// A program of a device's that made requests, which has a cookie store of its own: an app's requests and its web views'
/// are two.
public struct CapturedClient: Hashable, Sendable {
    /// For people; may hold what others wrote.
    public let name: String
    public let kind: DeviceDescription.Kind
    /// The name of the profile that is nearest to its cookie behaviour; nil where nothing tells.
    public let profile: String?
    /// What its device is told apart by, such as an address; empty where nothing tells.
    public let place: String
    /// What else it is told apart by.
    private let identity: String

    /// - Parameters:
    ///   - number: its own, among those of a recording.
    ///   - name: as it may be shown.
    ///   - place: what its device is told apart by, such as an address.
    ///   - profile: nil where nothing tells.
    public init(number: Int, name: String, kind: DeviceDescription.Kind, place: String, profile: String?) {
        self.init(name: name, kind: kind, profile: profile, place: place, identity: "\(number)")
    }

    private init(name: String, kind: DeviceDescription.Kind, profile: String?, place: String, identity: String) {
        (self.name, self.kind, self.profile, self.place, self.identity) = (name, kind, profile, place, identity)
    }

    /// Whoever comes after too many others.
    static let others = CapturedClient(name: "others", kind: .other, profile: nil, place: "", identity: "others")
    /// Whoever made requests that do not say who made them.
    package static let unknown = CapturedClient(name: "", kind: .other, profile: nil, place: "", identity: "")

    /// Whether its cookies are an app's own, and no web view's or browser's.
    public var isApp: Bool { kind == .app }

    // MARK: - In a HAR

    /// As members of `_bridge`.
    public var json: [(name: String, value: JSONValue)] {
        [
            ("client", .string(identity)), ("device", .string(name)), ("store", .string(kind.rawValue)),
            ("place", .string(place)), ("profile", profile.map { .string($0) } ?? .null),
        ]
    }

    /// Of an entry that this tool wrote.
    ///
    /// - Parameter page: what it was loaded with: each is a world of its own where no client is named.
    init(bridge: JSONValue, page: String) {
        guard let identity = bridge["client"]?.stringValue else {
            let isApp = bridge["actor"]?.stringValue == "app"
            self.init(
                name: (isApp ? "the app" : "the web view") + (page.isEmpty ? "" : " of \(page)"),
                kind: isApp ? .app : .webView, profile: nil, place: page, identity: isApp ? "app" : "web view")
            return
        }
        self.init(
            name: bridge["device"]?.stringValue ?? "",
            kind: bridge["store"]?.stringValue.flatMap(DeviceDescription.Kind.init) ?? .other,
            profile: bridge["profile"]?.stringValue, place: bridge["place"]?.stringValue ?? "", identity: identity)
    }

    /// Of an entry that others wrote, by what proxies say of clients and what clients say of themselves; nil where neither
    /// says anything.
    init?(entry: JSONValue, userAgent: String?) {
        let told = { (names: [String]) in
            names.compactMap { entry[$0]?.stringValue }.filter { !$0.isEmpty }.map { String($0.prefix(100)) }
        }
        let (places, programs) = (told(Self.places), told(Self.programs))
        guard userAgent?.isEmpty == false || !(places + programs).isEmpty else { return nil }
        let device = DeviceDescription(userAgent: userAgent)
        let isTold = userAgent?.isEmpty == false
        let names = [isTold ? device.text : nil, isTold ? nil : programs.first].compactMap(\.self)
        self.init(
            name: names.joined(separator: ", ") + (places.first.map { " at \($0)" } ?? ""), kind: device.kind,
            profile: isTold && device.kind != .other ? device.profile : nil, place: places.joined(separator: " "),
            identity: isTold ? device.text : programs.joined(separator: " "))
    }

    /// Members with which proxies tell devices apart: Proxyman's, and those of others in the same manner.
    private static let places = [
        "_remoteDeviceIP", "_remoteDeviceName", "_clientAddress", "_clientIPAddress", "_clientIP", "_clientHost",
        "clientIPAddress",
    ]
    /// And programs of this machine.
    private static let programs = ["_clientBundleIdentifier", "_clientBundlePath", "_clientName", "_client"]
}

extension Capture {
    /// Whoever is on the network may call itself as often as it likes.
    static let mostClients = 64

    /// A recording for each client, in the order in which they came; what is wrong with the file is told by none of them.
    ///
    /// A request that does not say who made it is of the client that asked its host before, or of the only one.
    ///
    /// - Complexity: O(n) in requests.
    public var byClient: [(client: CapturedClient, capture: Capture)] {
        var order: [CapturedClient] = []
        var parts: [CapturedClient: [CapturedExchange]] = [:]
        var hosts: [Substring: CapturedClient] = [:]
        let first = exchanges.lazy.compactMap(\.client).first ?? .unknown
        for exchange in exchanges {
            let host = Self.origin(of: exchange.url)
            var client = exchange.client ?? hosts[host] ?? order.last ?? first
            if parts[client] == nil {
                if order.count >= Self.mostClients { client = .others }
                if parts[client] == nil { order.append(client) }
            }
            parts[client, default: []].append(exchange)
            hosts[host] = client
        }
        return order.map { client in
            let exchanges = parts[client] ?? []
            return (
                client,
                Capture(producer: producer, exchanges: exchanges, leftOut: [], defects: [], isComplete: isComplete)
            )
        }
    }

    /// Scheme, host and port as they stand there.
    static func origin(of url: String) -> Substring {
        let bytes = url.utf8
        let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
        return url[..<(bytes[start...].firstIndex { "/?#".utf8.contains($0) } ?? url.endIndex)]
    }
}
