public import BridgePrimitives
import Cookies

/// A request whose `Cookie` header in the engine is another than the model's.
public struct EngineDifference: Hashable, Sendable {
    /// A profile's value that would explain it.
    public struct Explanation: Hashable, Sendable {
        /// As `session-bridge profiles` lists it.
        public let knob: String
        /// What the model's profile says there, and what would have to stand there.
        public let value: String
        public let wanted: String
        /// A profile that has it.
        public let profile: String
    }

    /// The request's number in the trace.
    public let hop: Int
    public let url: String
    /// Names, in the header's order: a value tells nothing here, and may be a secret.
    public let sent: [String]
    public let expected: [String]
    /// The profile of the model.
    public let profile: String
    /// Nil where no value of any profile explains it.
    public let explanation: Explanation?
    /// Whether the model would have sent the same a moment earlier, before a script's write or an answer to another
    /// request.
    public let isOnItsWay: Bool

    public var reason: EngineDifferenceReason {
        isOnItsWay ? .onItsWay : explanation == nil ? .unexplained : .profileValue
    }

    /// As one line, after the row's title.
    package var text: String {
        func list(_ names: [String]) -> String {
            names.isEmpty ? "no cookies" : names.map { $0.isEmpty ? "(nameless)" : $0 }.joined(separator: ", ")
        }
        let why =
            explanation.map {
                "\($0.knob) = \($0.wanted), as \($0.profile) has it and not \($0.value), would explain it"
            }
            ?? (isOnItsWay ? "the cookie was written as the request was on its way" : "unexplained")
        return "hop \(hop): the engine sent \(list(sent)); profile \(profile) would send \(list(expected))  "
            + "\(reason.rawValue): \(why)"
    }

    package var json: JSONValue {
        var object = JSONObject([
            ("hop", .integer(Int64(hop))), ("url", .string(url)),
            ("sent", .array(sent.map { .string($0) })), ("expected", .array(expected.map { .string($0) })),
            ("profile", .string(profile)), ("reasons", [.string(reason.rawValue)]),
        ])
        if let explanation {
            object["explanation"] = [
                "knob": .string(explanation.knob), "value": .string(explanation.value),
                "wanted": .string(explanation.wanted), "profile": .string(explanation.profile),
            ]
        }
        return .object(object)
    }
}

/// Finds what explains that an engine sent something else.
struct EngineDifferences {
    let replay: EngineReplay
    let profile: CookieProfile

    /// The places of exchanges whose header is another than `headers` has it, each with its explanation.
    ///
    /// - Complexity: O(n) replays in the values that profiles have, if there is any difference.
    func explained(
        in headers: [Int: String?]
    ) -> [(index: Int, explanation: EngineDifference.Explanation?, isOnItsWay: Bool)] {
        let differing = headers.keys.sorted().filter { headers[$0] != .some(sent($0)) }
        guard !differing.isEmpty else { return [] }
        let earlier = replay.headers(profile, writesTake: Self.wayToProxy)
        let parallel = replay.headers(profile, answersTake: Self.wayOfParallel)
        let onTheirWay = Set(
            differing.filter { earlier[$0] == .some(sent($0)) || parallel[$0] == .some(sent($0)) })
        var found: [Int: EngineDifference.Explanation] = [:]
        for (candidate, explanation) in candidates {
            let open = differing.filter { found[$0] == nil && !onTheirWay.contains($0) }
            guard !open.isEmpty else { break }
            let other = replay.headers(candidate)
            for index in open where other[index] == .some(sent(index)) { found[index] = explanation }
        }
        return differing.map { ($0, found[$0], onTheirWay.contains($0)) }
    }

    /// What a request may take from the engine's decision to the proxy: a connection, and its TLS.
    private static let wayToProxy = Duration.milliseconds(250)

    /// The same for a request that was decided on while another one's answer came: connections are open by then.
    private static let wayOfParallel = Duration.milliseconds(30)

    private func sent(_ index: Int) -> String? { replay.page.exchanges[index].cookieHeader?.reveal() }

    /// The profile with one value of another's, each value once.
    private var candidates: [(profile: CookieProfile, explanation: EngineDifference.Explanation)] {
        ProfileKnob.all.flatMap { knob in
            let own = knob.row(profile).value
            var seen: Set<String> = [own]
            // The engine's own profile is the likeliest.
            return ([.webkitgtk] + CookieProfile.all).filter { seen.insert(knob.row($0).value).inserted }.map { other in
                let explanation = EngineDifference.Explanation(
                    knob: knob.name, value: own, wanted: knob.row(other).value, profile: other.name)
                return (knob.adopting(profile, other), explanation)
            }
        }
    }
}
