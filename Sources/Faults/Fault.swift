import BridgePrimitives

/// Something that goes wrong on purpose: which requests it meets, when, and what happens to them.
public struct Fault: Hashable, Sendable {
    public enum Effect: Hashable, Sendable {
        /// An answer of this status in place of the real one.
        ///
        /// - Parameter retryAfter: what `Retry-After` says, in seconds; nil for no such field.
        case status(Int, message: String, retryAfter: Int? = nil)
        /// The answer comes later, in the world's time.
        case delay(Duration)
        /// The connection is closed without an answer.
        case drop
        /// No answer comes, and the connection stays: the client's own patience ends it, in the world's time.
        case hang
        /// The connection is closed in the middle of the body that was announced.
        case truncated
        /// Another `Cache-Control` on the real answer.
        case cacheControl(String)
        /// A field of the real answer has this value; nil takes the field away.
        case header(String, value: String?)
        /// The real answer with another body.
        case body(Body)
        /// A redirect in place of the answer.
        case redirect(Target)
        /// The first answer is given to everybody who asks the same, as by a cache that knows of no `Vary`.
        case replay
        /// ID tokens are issued for another project.
        case wrongAudience
        /// ID tokens are issued that are over already.
        case expired
        /// The service reads its clock with this error.
        case skew(Duration)
    }

    /// What stands in the place of a body.
    public enum Body: String, CaseIterable, Sendable {
        case empty
        case notJSON = "not-json"
        /// The page by which a hotel's network asks for its terms to be accepted.
        case captivePortal = "captive-portal"
    }

    /// Where a redirect leads.
    public enum Target: Hashable, Sendable {
        /// To the request's own address: without end.
        case itself
        /// To the same path at another host on this machine, which shows a captive portal's page.
        case otherHost
        /// A path, or a whole address.
        case address(String)
    }

    public enum Times: Hashable, Sendable {
        case always
        /// At least 1.
        case count(Int)

        public static let once = Times.count(1)
    }

    public let service: FaultService
    /// An endpoint's name of the auth service, `accounts:lookup` or `token` say, or `*` for all.
    public let endpoint: String
    /// Which paths of the other services; `*` stands for any text.
    public let path: String
    /// Upper case; nil for all.
    public let method: String?
    public let effect: Effect
    public internal(set) var times: Times
    /// How many requests that it is for it lets pass before the first it meets.
    public internal(set) var after: Int

    /// One of the auth service's.
    public init(endpoint: String, effect: Effect, times: Times = .always, after: Int = 0) {
        self.init(service: .auth, endpoint: endpoint, path: "*", method: nil, effect, times, after)
    }

    /// - Parameter path: of any service but the auth service, which goes by endpoints.
    public init(
        _ service: FaultService, path: String = "*", method: String? = nil, effect: Effect, times: Times = .always,
        after: Int = 0
    ) {
        self.init(service: service, endpoint: "*", path: path, method: method, effect, times, after)
    }

    init(
        service: FaultService, endpoint: String, path: String, method: String?, _ effect: Effect, _ times: Times,
        _ after: Int
    ) {
        (self.service, self.endpoint, self.path, self.method) = (service, endpoint, path, method)
        (self.effect, self.times, self.after) = (effect, times, max(after, 0))
    }

    /// Whether a request is one of those that it is for.
    public func applies(to request: FaultedRequest) -> Bool {
        guard service == request.service, method.map({ $0 == request.method }) ?? true else { return false }
        guard service == .auth else { return Self.matches(request.path.utf8[...], path.utf8[...]) }
        return Self.names(endpoint, request.endpoint)
    }

    /// Whether a fault's endpoint is this one: `lookup` alone will do for `accounts:lookup`.
    static func names(_ endpoint: String, _ id: String) -> Bool {
        endpoint == "*" || endpoint == id || id.hasSuffix(":\(endpoint)")
    }

    /// - Complexity: O(n · m) in bytes at worst.
    private static func matches(_ text: Substring.UTF8View, _ pattern: Substring.UTF8View) -> Bool {
        var (text, pattern) = (text, pattern)
        // After the last star, and where the text stood when it was met: what follows is tried one byte further on.
        var retry: (pattern: Substring.UTF8View, text: Substring.UTF8View)?
        while let byte = text.first {
            if pattern.first == UInt8(ascii: "*") {
                pattern = pattern.dropFirst()
                retry = (pattern, text)
            } else if pattern.first == byte {
                (text, pattern) = (text.dropFirst(), pattern.dropFirst())
            } else if let (rest, start) = retry {
                (pattern, text) = (rest, start.dropFirst())
                retry = (rest, text)
            } else {
                return false
            }
        }
        return pattern.allSatisfy { $0 == UInt8(ascii: "*") }
    }
}

extension Fault.Effect {
    /// More than any verifier allows clocks to differ.
    private static let longestLeeway = Duration.seconds(300)

    /// Whether ID tokens are issued that whoever verifies them has to refuse.
    public var spoilsTokens: Bool {
        switch self {
        case .wrongAudience, .expired: true
        case .skew(let error): error > Self.longestLeeway
        case .status, .delay, .drop, .hang, .truncated, .cacheControl, .header, .body, .redirect, .replay: false
        }
    }
}
