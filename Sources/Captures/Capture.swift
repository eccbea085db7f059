public import BridgePrimitives

/// What a browser or a proxy recorded: requests with their answers, in the order in which they were made.
///
/// All texts are in the clear: whoever prints one masks it.
public struct Capture: Sendable {
    /// Who wrote it, such as `WebInspector 537.36`; empty where it does not say.
    public let producer: String
    public internal(set) var exchanges: [CapturedExchange]
    /// Entries that have no cookies of a jar, by their scheme; what has none is `other`. Sorted by scheme.
    public let leftOut: [(scheme: String, count: Int)]
    /// What is wrong with the file, or was guessed, in its order; at most ``HARReader/mostDefects``.
    public let defects: [Defect]
    /// Whether its recorder leaves nothing out.
    package var isComplete = false

    /// Something in the file that is not as it should be.
    public struct Defect: Hashable, Sendable, CustomStringConvertible {
        /// Where, in the file's own terms: `entries[3].request`.
        public let place: String
        /// One clause, without anything of the file's that may be a secret.
        public let cause: String

        public var description: String { "\(place): \(cause)" }
    }

    /// Whether nothing has a cookie or a credential: what a producer writes that leaves them out.
    public var hasNoCredentials: Bool {
        exchanges.allSatisfy { $0.cookieHeader == nil && $0.setCookies.isEmpty && $0.bearer == nil }
    }
}

/// One request and its answer.
public struct CapturedExchange: Sendable {
    /// Its place among the file's entries, from 1.
    public let number: Int
    /// Who made it; nil where nothing says it.
    public let client: CapturedClient?
    public internal(set) var method: String
    public internal(set) var url: String
    public let start: Instant
    /// Until the answer's head had come, as far as it is told.
    public let duration: Duration
    /// Whether it asks for a page in the main frame; a guess where nobody says it.
    public let isDocument: Bool
    /// Whether that it is a page was concluded from its answer, since its request says nothing of it.
    public let isAssumedDocument: Bool
    /// Whether no page started it, but an address that was typed, or an app; false where nobody says it.
    public let isUnasked: Bool
    /// Whether that it has no cookies may be the request's own doing: one of a script's to another origin has none unless
    /// it is told to, and the one that asks before it (CORS-preflight, Fetch §4.8) never has.
    public let mayOmitCredentials: Bool
    /// The `Cookie` field's value; nil where there was none.
    public internal(set) var cookieHeader: Secret<String>?
    /// The credential of `Authorization: Bearer`.
    public let bearer: Secret<String>?
    /// Nil without an answer.
    public let status: Int?
    public internal(set) var location: String?
    /// The answer's `Set-Cookie` fields, in order.
    public internal(set) var setCookies: [Secret<String>]
    /// What a service of Google's says of a refusal, such as `INVALID_CUSTOM_TOKEN`; nil otherwise.
    public let refusal: String?
    /// What stands where refresh tokens do, in requests to and answers of the auth service.
    public let refreshTokens: [CapturedBodyToken]
    /// JWTs of both bodies, each once.
    public let webTokens: [CapturedBodyToken]
    /// What this tool wrote of it as it was made; nil for what others recorded.
    package internal(set) var facts: CapturedFacts?
}

/// What the stores of a run did with one request and its answer, of the member `_bridge`.
package struct CapturedFacts: Sendable {
    package internal(set) var withheld: [(name: String, domain: String, path: String, reasons: [String])] = []
    package internal(set) var writes: [(name: String, outcome: String, reasons: [String])] = []
    /// Cookies of a header that the app wrote by hand.
    package internal(set) var writtenByApp: Set<String> = []
    /// Why no answer came.
    package let reasons: [String]

    init(_ bridge: JSONValue) {
        func texts(_ value: JSONValue?) -> [String] { (value?.arrayValue ?? []).compactMap(\.stringValue) }
        reasons = texts(bridge["reasons"])
        for item in bridge["withheld"]?.arrayValue ?? [] {
            guard let name = item["name"]?.stringValue else { continue }
            withheld.append(
                (
                    name, item["domain"]?.stringValue ?? "", item["path"]?.stringValue ?? "", texts(item["reasons"])
                ))
        }
        for item in bridge["writes"]?.arrayValue ?? [] {
            guard let name = item["name"]?.stringValue, item["source"] == "Set-Cookie" else { continue }
            writes.append((name, item["outcome"]?.stringValue ?? "", texts(item["reasons"])))
        }
        writtenByApp = Set(
            (bridge["sent"]?.arrayValue ?? []).filter { $0["writer"] == "app" }.compactMap { $0["name"]?.stringValue })
    }
}

/// A token by where it stood in a body: a refresh token, which is a session that does not end by itself, or a JWT.
public struct CapturedBodyToken: Hashable, Sendable {
    public enum Place: String, Sendable {
        case request, answer
    }
    public let place: Place
    public let value: Secret<String>

    public static func == (left: Self, right: Self) -> Bool {
        left.place == right.place && left.value.matches(right.value.reveal())
    }
    public func hash(into hasher: inout Hasher) { hasher.combine(place) }
}

extension CapturedExchange {
    /// One that was seen on the wire.
    ///
    /// - Parameters:
    ///   - fields: the request's, names in lower case, in the clear.
    ///   - setCookies: the answer's `Set-Cookie` fields.
    ///   - allowsCredentials: whether the answer has `Access-Control-Allow-Credentials: true`.
    package init(
        number: Int, client: CapturedClient, method: String, url: String, start: Instant, duration: Duration,
        fields: [(name: String, value: String)], status: Int?, location: String?, setCookies: [String],
        allowsCredentials: Bool
    ) {
        let metadata = FetchMetadata(fields)
        let cookies = fields.filter { $0.name == "cookie" }.map(\.value).filter { !$0.isEmpty }
        self.init(
            number: number, client: client, method: method, url: url, start: start, duration: duration,
            isDocument: metadata.isDocument(), isAssumedDocument: false, isUnasked: metadata.isUnasked,
            mayOmitCredentials: !metadata.isDocument()
                && metadata.mayOmitCredentials(method, url, allowed: allowsCredentials),
            cookieHeader: cookies.isEmpty ? nil : Secret(cookies.joined(separator: "; ")), bearer: metadata.bearer,
            status: status, location: location, setCookies: setCookies.map { Secret($0) }, refusal: nil,
            refreshTokens: [], webTokens: [])
    }
}

extension Capture {
    /// One that was made here, and has no defects.
    package init(producer: String, seen exchanges: [CapturedExchange]) {
        self.init(producer: producer, exchanges: exchanges, leftOut: [], defects: [], isComplete: true)
    }
}
