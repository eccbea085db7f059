import BridgePrimitives
public import BridgeTrace
public import Cookies
import HandoffBackend
import RouterGuard
import SimulatedDevice
import Tokens
import WebViews

/// Reads a trace and says what a person should know about it: why it failed, or why it may fail tomorrow.
///
/// Pure: the same events give the same findings.
public struct HandoffFindings: Sendable {
    /// The cookie that carries the custom token.
    public let cookieName: String
    /// The host that the token is meant for.
    public let appHost: String

    /// The engine whose uncertain values are told when something rests on one; nil to tell none.
    public let profile: CookieProfile?

    public init(cookieName: String, appHost: String, profile: CookieProfile? = nil) {
        (self.cookieName, self.appHost, self.profile) = (cookieName, appHost, profile)
    }

    /// In the order in which their first evidence happened, each code once.
    public func findings(in events: [TraceEvent]) -> [Finding] {
        let found =
            [
                fieldMismatch(in: events), otherStore(in: events), setAfterRequest(in: events), cutByEdge(in: events),
                httpOnlyLost(in: events), inHeaderOnly(in: events),
                foreignOrigin(in: events), clobbered(in: events), hiddenFromScript(in: events),
                copiedForOtherHost(in: events), deletedAfterInactivity(in: events),
            ].compactMap(\.self) + acceptedAgainstReasons(in: events) + scriptFailures(in: events)
            + withheld(in: events) + guardDefects(in: events)
            + (profile.map { ProfileFindings(profile: $0).findings(in: events) } ?? [])
        return found.sorted { ($0.evidence.first ?? 0) < ($1.evidence.first ?? 0) }
    }

    // MARK: - The exchange

    /// The exchange came to nothing because the body has the ID token under a name that the backend does not read.
    private func fieldMismatch(in events: [TraceEvent]) -> Finding? {
        guard let event = events.first(where: { $0.reasons.contains(BackendReason.missingField.code) }) else {
            return nil
        }
        let read = TokenField.allCases.map { "`\($0.rawValue)`" }.joined(separator: " and ")
        return Finding(
            HandoffReason.fieldMismatch,
            "The app posted the ID token under a name that the backend does not read; it reads \(read).",
            evidence: [event.sequence])
    }

    // MARK: - The token

    /// A lenient service took what production refuses: one finding for each reason.
    private func acceptedAgainstReasons(in events: [TraceEvent]) -> [Finding] {
        var told = Set<TokenReason>()
        return events.flatMap { event -> [Finding] in
            guard case .token(let token) = event.kind, token.action == .accepted else { return [] }
            return token.reasons.compactMap { TokenReason(rawValue: $0.rawValue) }.compactMap { reason in
                guard told.insert(reason).inserted else { return nil }
                return Finding(
                    reason,
                    "The \(event.actor.rawValue) accepted \(token.form == .idToken ? "an" : "a") \(token.form.rawValue) that"
                        + " production refuses, because this world is lenient: \(reason.meaning)",
                    evidence: [event.sequence])
            }
        }
    }

    // MARK: - Scripts and the guard

    private func scriptFailures(in events: [TraceEvent]) -> [Finding] {
        events.compactMap { event in
            guard case .script(let script) = event.kind, let exception = script.exception,
                let code = script.reasons.first,
                let reason = ScriptFailureReason(rawValue: code.rawValue)
            else { return nil }
            let place = script.line.map { " at line \($0)\(script.column.map { ", column \($0)" } ?? "")" } ?? ""
            return Finding(
                reason, "A \(script.origin.rawValue) failed\(place): \(exception)", evidence: [event.sequence])
        }
    }

    private func guardDefects(in events: [TraceEvent]) -> [Finding] {
        let defects: [GuardReason] = [
            .neverCalledNext, .returnIgnored, .neverDecided, .nextCalledTwice, .redirectLoop, .cookieUnreadable,
            .threw, .staleRedirect, .authNotReady, .readBeforeDocumentEnd, .pathOutsideHash, .otherCookie,
            .tokenNotUsed, .signInNotAwaited, .cookieNotRead,
        ]
        return defects.compactMap { defect in
            guard let event = events.first(where: { $0.reasons.contains(defect.code) }),
                case .routing(let routing) = event.kind
            else { return nil }
            return Finding(defect, "At \(routing.path): \(defect.meaning)", evidence: [event.sequence])
        }
    }
}
