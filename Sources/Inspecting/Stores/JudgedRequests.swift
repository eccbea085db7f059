package import BridgePrimitives
package import BridgeTrace
package import Cookies
import CookieStores

/// Each request of a trace under another profile: would that engine have sent the cookie?
///
/// Who asked is read from the trace: a web view's request after its navigation is a top-level one, a page's own belongs to
/// the document that was committed last. Frames are not told apart.
package struct JudgedRequests: Sendable {
    package struct Row: Sendable {
        package let sequence: Int
        package let store: String
        package let sent: [Cookie]
        package let withheld: [RequestCookies.Withheld]
        /// What lies in another store. That is the app's doing, whatever engine asks.
        package let elsewhere: [CookieMention]
    }

    package private(set) var rows: [Row] = []

    /// - Complexity: O(n) in the events, each request times the cookies of its site.
    package init(_ events: [TraceEvent], profile: CookieProfile) {
        var stores = RecordedStores(profile: profile, isJudging: true)
        var document: CookieURL?
        /// Hops that led to the next request of the same actor.
        var redirects: [TraceActor: [CookieURL]] = [:]
        var open: [Int: (CookieURL, TraceActor)] = [:]
        for event in events {
            switch event.kind {
            case .navigation(let navigation) where navigation.phase == .didCommit:
                document = try? CookieURL(navigation.url.text)
            case .request(let request):
                guard let url = try? CookieURL(request.url.text) else { break }
                open[request.hop] = (url, event.actor)
                let hops = redirects.removeValue(forKey: event.actor) ?? []
                let store = request.store ?? (event.actor == .app ? StoreName.native : StoreName.webView)
                let isTopLevel = event.actor != .page
                let context = RequestContext(
                    url: url,
                    sameSite: .computed(
                        for: url, siteForCookies: isTopLevel ? nil : document, initiator: isTopLevel ? nil : document,
                        isTopLevelNavigation: isTopLevel, method: request.method, redirectedFrom: hops,
                        profile: profile, suffixes: PublicSuffixList.standard),
                    party: PartyContext(siteForCookies: isTopLevel ? url : document))
                stores.take(event)
                // A store that was asked may never have been written to: nothing comes out of it in any engine.
                let given = stores.requestCookies(of: store, for: context)
                guard given != nil || request.store != nil else { continue }
                rows.append(
                    Row(
                        sequence: event.sequence, store: store, sent: given?.sent ?? [],
                        withheld: given?.withheld ?? [],
                        elsewhere: request.withheld.filter { $0.reasons.contains(SendReason.otherStore.code) }))
                continue
            case .response(let response):
                if let (url, actor) = open.removeValue(forKey: response.hop), response.location != nil,
                    (300..<400).contains(response.status ?? 0)
                {
                    redirects[actor, default: []].append(url)
                }
            default: break
            }
            stores.take(event)
        }
    }

    /// `{"requests":[{"sequence":…,"cookies":[{"name":…,"domain":…,"path":…,"store":…,"sent":…,"reasons":[…]}]}]}`.
    package var json: JSONValue {
        func row(_ cookie: Cookie, _ store: String, _ reasons: [ReasonCode]?) -> JSONValue {
            [
                "name": .string(cookie.name),
                "domain": .string(cookie.isHostOnly ? cookie.domain : "." + cookie.domain),
                "path": .string(cookie.path), "store": .string(store), "sent": .bool(reasons == nil),
                "reasons": .codes(reasons ?? []),
            ]
        }
        return [
            "requests": .array(
                rows.map { each in
                    [
                        "sequence": .integer(Int64(each.sequence)),
                        "cookies": .array(
                            each.sent.map { row($0, each.store, nil) }
                                + each.withheld.map { row($0.cookie, each.store, $0.reasons.map(\.code)) }
                                + each.elsewhere.map { mention in
                                    [
                                        "name": .string(mention.name), "domain": .string(mention.domain),
                                        "path": .string(mention.path), "store": .string(each.store),
                                        "sent": false, "reasons": .codes(mention.reasons),
                                    ]
                                }),
                    ]
                })
        ]
    }
}
