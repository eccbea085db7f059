import BridgePrimitives
import Cookies
import Explaining
import PageEngines

/// The cookies of one request beside those that the model would have sent, with what a recording cannot know said to be
/// unknown: cookies that were there before it, and those that scripts wrote.
struct JudgedCookies {
    /// A cookie by name, and what there is to say of it.
    struct Row: Hashable, Sendable {
        let name: String
        let reasons: [ReasonCode]
    }

    /// The model has them, and would have sent them, to a script's request to another origin if the script had asked for it.
    private(set) var missing: [Row] = []
    /// They were sent, and the model would not have, with its reasons as far as it has any.
    private(set) var unexplained: [Row] = []
    /// Nothing that was seen set them to this value; each value is told once.
    let elsewhere: [String]

    /// - Parameters:
    ///   - pairs: as they were sent.
    ///   - given: what the model would have sent.
    ///   - foreign: those of `pairs` that no answer set, as far as they are to be told.
    ///   - isSet: whether an answer wanted to set a pair.
    ///   - onTheirWay: names that an answer wrote when the request may have been made already.
    ///   - mayOmitCredentials: whether it may be a script's that asked to send none.
    ///   - knowsStarter: whether the request says who started it: without that no cookie is accused for its site.
    init(
        _ pairs: [CookiePair], beside given: RequestCookies, foreign: [CookiePair], isSet: (CookiePair) -> Bool,
        onTheirWay: Set<String>, mayOmitCredentials: Bool, knowsStarter: Bool
    ) {
        var expected = given.sent
        elsewhere = foreign.map(\.name).uniqued()
        let names = Set(pairs.map(\.name))
        for pair in pairs {
            if let place = expected.firstIndex(where: { $0.name == pair.name && $0.value == pair.value }) {
                expected.remove(at: place)
                continue
            }
            guard isSet(pair), !onTheirWay.contains(pair.name) else { continue }
            let withheld = given.withheld.first { $0.cookie.name == pair.name && $0.cookie.value == pair.value }
            let reasons = withheld?.reasons ?? []
            guard knowsStarter || !reasons.contains(where: Self.asksWhoStarted) else { continue }
            unexplained.append(
                Row(name: pair.name, reasons: [CaptureFindingReason.cookieUnexplained.code] + reasons.map(\.code)))
        }
        // Of a name that was sent with another value somebody else knows more than the model.
        // And what a script need not have sent, the model would have sent to a script that asked for it only.
        let code =
            mayOmitCredentials && pairs.isEmpty
            ? SendReason.credentialsOmitted.code : CaptureFindingReason.cookieMissing.code
        for cookie in expected where !names.contains(cookie.name) && !onTheirWay.contains(cookie.name) {
            missing.append(Row(name: cookie.name, reasons: [code]))
        }
    }

    /// Whether the reason is one only if the request was started by whom the order of requests suggests.
    private static func asksWhoStarted(_ reason: SendReason) -> Bool {
        switch reason {
        case .sameSiteStrict, .sameSiteLax, .sameSiteDefault, .sameSiteTaintedByRedirect, .thirdPartyBlocked,
            .partitionMismatch:
            true
        default: false
        }
    }
}
