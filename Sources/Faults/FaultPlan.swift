import BridgePrimitives

/// What becomes of one request under the faults that it met, decided before anything is waited for or sent.
public struct FaultPlan: Hashable, Sendable {
    public enum Ending: Hashable, Sendable {
        /// The service answers; what it says is put through ``FaultPlan/changing(_:)``.
        case served
        case answered(FaultedAnswer)
        case dropped
        case hanging
    }

    /// How long the request waits first, in the world's time.
    public private(set) var delay = Duration.zero
    public private(set) var ending = Ending.served
    /// Whether the answer ends in the middle of its body.
    public private(set) var isTruncated = false
    /// Whether the first answer is everybody's.
    public private(set) var isReplayed = false
    private var changes: [Fault.Effect] = []

    /// Whether the service's own answer goes out as it is.
    public var leavesAnswer: Bool { changes.isEmpty && !isTruncated && !isReplayed }

    /// The host that a redirect to another one leads to. Names below `.localhost` are this machine.
    public static let otherHost = "partner.localhost"

    /// - Parameter effects: in the order of the list; the first that stands in for the answer is the last that counts.
    public init(_ effects: [Fault.Effect], for request: FaultedRequest) {
        for effect in effects {
            guard case .served = ending else { return }
            switch effect {
            case .status(let status, let message, let retryAfter):
                ending = .answered(Self.answer(status, message, retryAfter, from: request.service))
            case .delay(let duration): delay += max(duration, .zero)
            case .drop: ending = .dropped
            case .hang: ending = .hanging
            case .truncated: isTruncated = true
            case .replay: isReplayed = true
            case .redirect(let target): ending = .answered(Self.redirect(to: target, request))
            case .cacheControl, .header, .body: changes.append(effect)
            // The auth service's, and the clock's.
            case .wrongAudience, .expired, .skew: break
            }
        }
    }

    /// The service's own answer as the client gets it.
    public func changing(_ answer: FaultedAnswer) -> FaultedAnswer {
        var answer = answer
        for change in changes {
            switch change {
            case .cacheControl(let value): Self.set("Cache-Control", value, in: &answer)
            case .header(let name, let value): Self.set(name, value, in: &answer)
            case .body(let body): Self.put(body, into: &answer)
            default: break
            }
        }
        return answer
    }

    /// How much of a body is sent before the connection is closed.
    public static func length(ofTruncated length: Int) -> Int { length / 2 }

    private static func set(_ name: String, _ value: String?, in answer: inout FaultedAnswer) {
        answer.fields.removeAll { ASCIIText.isSame($0.name, name) }
        if let value { answer.fields.append(FaultedAnswer.Field(name, value)) }
    }

    private static func put(_ body: Fault.Body, into answer: inout FaultedAnswer) {
        switch body {
        case .empty: answer.body = []
        case .notJSON: answer.body = Array("upstream said something else".utf8)
        case .captivePortal:
            // Its own page, and nothing of the service's.
            answer = portal
        }
    }

    /// What a hotel's network answers to everything.
    private static let portal = FaultedAnswer(
        status: 200, type: "text/html; charset=utf-8",
        "<!doctype html><title>Wi-Fi</title><h1>Welcome</h1><p>Accept the terms to use this network.</p>")

    private static func answer(
        _ status: Int, _ message: String, _ retryAfter: Int?, from service: FaultService
    ) -> FaultedAnswer {
        let json: JSONValue
        switch service {
        case .auth: json = ["error": ["code": .integer(Int64(status)), "message": .string(message)]]
        case .backend, .web, .provider: json = ["status": "error", "message": .string(message)]
        }
        var answer = FaultedAnswer(status: status, type: "application/json", json.text())
        if let retryAfter { answer.fields.append(FaultedAnswer.Field("Retry-After", "\(retryAfter)")) }
        return answer
    }

    private static func redirect(to target: Fault.Target, _ request: FaultedRequest) -> FaultedAnswer {
        let scheme = request.isSecure ? "https" : "http"
        let location: String
        switch target {
        case .itself: location = request.path
        case .address(let address): location = address
        case .otherHost:
            let host = request.authority.prefix { $0 != ":" }
            // There already: it shows what it wanted to.
            guard host != otherHost else { return portal }
            let port = request.authority.dropFirst(host.count)
            location = "\(scheme)://\(otherHost)\(port)\(request.path)"
        }
        return FaultedAnswer(
            status: 302,
            fields: [FaultedAnswer.Field("Location", location), FaultedAnswer.Field("Cache-Control", "no-store")])
    }
}
