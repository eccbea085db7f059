import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import SimulatedDevice

// What became of the cookie that carries the token.
extension HandoffFindings {
    /// The app's own storage has the cookie, and the request that could have carried it went out from another jar.
    func otherStore(in events: [TraceEvent]) -> Finding? {
        let native = events.first { event in
            guard case .cookieWrite(let write) = event.kind else { return false }
            return write.source == .native && write.store == StoreName.native && write.name == cookieName
                && Self.isSameOrParent(write.host, of: appHost) && write.isInStore
        }
        guard let native, let request = firstNavigationRequest(in: events, after: native.sequence),
            case .request(let sent) = request.kind, !sent.sent.contains(where: { $0.name == cookieName })
        else { return nil }
        return Finding(
            SendReason.otherStore,
            "The app put \(cookieName) into its own HTTPCookieStorage; the web view has a store of its own, and that"
                + " copy never reached the page.",
            evidence: [native.sequence, request.sequence])
    }

    /// The page's first request left before the script that writes the cookie could run.
    func setAfterRequest(in events: [TraceEvent]) -> Finding? {
        for event in events {
            guard case .cookieWrite(let write) = event.kind, write.source == .script, write.name == cookieName,
                write.host == appHost, write.outcome == .stored,
                let request = events.last(where: { $0.sequence < event.sequence && Self.isNavigationRequest($0) }),
                case .request(let sent) = request.kind, !sent.sent.contains(where: { $0.name == cookieName })
            else { continue }
            return Finding(
                SendReason.setAfterRequest,
                "The page's own request carried no \(cookieName): a user script runs when the document exists, after"
                    + " its request. A server that looks for the cookie there sees nobody.",
                evidence: [request.sequence, event.sequence])
        }
        return nil
    }

    /// The page's own request went without the cookie although a jar knows it: each reason once.
    func withheld(in events: [TraceEvent]) -> [Finding] {
        var found: [SendReason: Finding] = [:]
        for event in events {
            guard Self.isNavigationRequest(event), case .request(let request) = event.kind,
                !request.sent.contains(where: { $0.name == cookieName })
            else { continue }
            for cookie in request.withheld where cookie.name == cookieName {
                // That it lies in the app's own storage is told in full elsewhere.
                for reason in cookie.reasons.compactMap({ SendReason(rawValue: $0.rawValue) })
                where reason != .otherStore && found[reason] == nil {
                    found[reason] = Finding(
                        reason, "The page's own request went without \(cookieName). \(reason.meaning)",
                        evidence: [event.sequence])
                }
            }
        }
        return SendReason.allCases.compactMap { found[$0] }
    }

    /// The web view sent the cookie, and a server in front of the web app or the backend kept it.
    func cutByEdge(in events: [TraceEvent]) -> Finding? {
        for event in events {
            guard case .edge(let edge) = event.kind, edge.dropped.contains(cookieName) else { continue }
            return Finding(
                EdgeReason.cookieNotForwarded,
                "The web view sent \(cookieName), and \(edge.edge) did not pass it on: the server behind it sees nobody.",
                evidence: [event.sequence])
        }
        return nil
    }

    /// The app wrote the cookie into a header: that one request carried it, and scripts and later requests do not.
    func inHeaderOnly(in events: [TraceEvent]) -> Finding? {
        let byHand = events.first { event in
            guard Self.isNavigationRequest(event), case .request(let request) = event.kind else { return false }
            return request.sent.contains { $0.name == cookieName && $0.writer == .app }
                && !request.withheld.contains { $0.name == cookieName }
        }
        guard let byHand else { return nil }
        return Finding(
            HandoffReason.cookieInHeaderOnly,
            "The app wrote \(cookieName) into the request's Cookie header: the server sees it once, and neither scripts"
                + " nor later requests have it.",
            evidence: [byHand.sequence])
    }

    func httpOnlyLost(in events: [TraceEvent]) -> Finding? {
        let fromBackend = events.first { event in
            guard case .cookieWrite(let write) = event.kind, write.source == .response, write.name == cookieName else {
                return false
            }
            return Self.attributes(of: write).contains("httponly")
        }
        let copy = events.first { event in
            guard case .cookieWrite(let write) = event.kind, write.source != .response, write.name == cookieName else {
                return false
            }
            return write.store != StoreName.native && write.isInStore
                && !Self.attributes(of: write).contains("httponly")
        }
        guard let fromBackend, let copy else { return nil }
        return Finding(
            HandoffReason.httpOnlyLost,
            "The backend set \(cookieName) with HttpOnly; the copy in the web view has lost it, so every script on the"
                + " page can read the token.",
            evidence: [fromBackend.sequence, copy.sequence])
    }

    /// The app copied the cookie as it was, with a domain that does not cover the web app.
    func copiedForOtherHost(in events: [TraceEvent]) -> Finding? {
        for event in events {
            guard case .cookieWrite(let write) = event.kind, write.source == .native, write.name == cookieName,
                write.store != StoreName.native, write.isInStore, !Self.covers(write.host, appHost)
            else { continue }
            return Finding(
                HandoffReason.copyForOtherHost,
                Self.copiedForOtherHost(cookieName, host: write.host, appHost: appHost),
                evidence: [event.sequence])
        }
        return nil
    }

    /// A script's cookie that is to live longer than the engine lets it, where nobody uses the site.
    func deletedAfterInactivity(in events: [TraceEvent]) -> Finding? {
        for event in events {
            guard case .cookieWrite(let write) = event.kind, write.source == .script, write.name == cookieName,
                write.reasons.contains(StoreReason.deletedAfterInactivity.code)
            else { continue }
            return Finding(
                StoreReason.deletedAfterInactivity,
                "The script wrote \(cookieName) to live for more than seven days. WebKit deletes what script wrote on a"
                    + " site that nobody has touched for seven days of use.",
                evidence: [event.sequence])
        }
        return nil
    }

    func foreignOrigin(in events: [TraceEvent]) -> Finding? {
        let leaks = events.compactMap { event -> (sequence: Int, host: String)? in
            guard case .cookieWrite(let write) = event.kind, write.source == .script, write.name == cookieName,
                write.host != appHost, write.isInStore
            else { return nil }
            return (event.sequence, write.host)
        }
        guard !leaks.isEmpty else { return nil }
        let hosts = leaks.map(\.host).uniqued().joined(separator: ", ")
        return Finding(
            StoreReason.tokenOnForeignOrigin,
            "The user script wrote \(cookieName) on \(hosts): \"main frame only\" restricts frames, not origins, so that"
                + " site has the token now.",
            evidence: leaks.map(\.sequence))
    }

    /// A fixed script puts an old value back over a newer one from the server.
    func clobbered(in events: [TraceEvent]) -> Finding? {
        var fromServer: [String: (sequence: Int, value: MaskedText)] = [:]
        for event in events {
            guard case .cookieWrite(let write) = event.kind, write.name == cookieName else { continue }
            if write.source == .response { fromServer[write.host] = (event.sequence, write.value) }
            guard write.source == .script, write.outcome == .replaced, let newer = fromServer[write.host],
                newer.value != write.value
            else { continue }
            return Finding(
                StoreReason.valueClobbered,
                "The user script wrote its old \(cookieName) over the one that the server of \(write.host) had just set.",
                evidence: [newer.sequence, event.sequence])
        }
        return nil
    }

    func hiddenFromScript(in events: [TraceEvent]) -> Finding? {
        for event in events {
            guard case .cookieRead(let read) = event.kind,
                let hidden = read.hidden.first(where: { $0.name == cookieName }),
                let reason = hidden.reasons.compactMap({ ScriptReason(rawValue: $0.rawValue) }).first,
                !read.visible.contains(where: { $0.name == cookieName })
            else { continue }
            return Finding(
                reason,
                "The web view's store has \(cookieName), and the guard's script cannot see it: \(reason.meaning)",
                evidence: [event.sequence])
        }
        return nil
    }

    // MARK: - Reading events
    private func firstNavigationRequest(in events: [TraceEvent], after sequence: Int) -> TraceEvent? {
        events.first { $0.sequence > sequence && Self.isNavigationRequest($0) }
    }

    private static func isNavigationRequest(_ event: TraceEvent) -> Bool {
        guard event.actor == .webView, case .request = event.kind else { return false }
        return true
    }

    private static func isSameOrParent(_ domain: String, of host: String) -> Bool {
        domain == host || host.hasSuffix("." + domain.drop { $0 == "." })
    }

    /// Whether a native cookie of that domain is for the host: without a leading dot for exactly one.
    static func copiedForOtherHost(_ cookieName: String, host: String, appHost: String) -> String {
        "The app put \(cookieName) into the web view's store for \(host); no request for \(appHost) carries it, and no"
            + " script there sees it."
    }

    /// Whether a cookie of that domain, with a leading dot where hosts below it count, is for `host`.
    static func covers(_ domain: String, _ host: String) -> Bool {
        domain == host || (domain.hasPrefix(".") && (host.hasSuffix(domain) || host == domain.dropFirst()))
    }

    private static func attributes(of write: CookieWriteEvent) -> [String] {
        write.attributes.lowercased().split(separator: ";").map { attribute in
            String(attribute.drop { $0 == " " }.prefix { $0 != "=" && $0 != " " })
        }
    }
}
