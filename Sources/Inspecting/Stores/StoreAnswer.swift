package import BridgePrimitives
package import Cookies
import CookieStores

/// What the stores of a trace would give a page that is opened at some URL, and its script.
package struct StoreAnswer: Sendable {
    private let rows: [(store: String, cookies: [JSONValue])]

    /// - Parameter url: of the page: a load that the app starts.
    package init(_ stores: RecordedStores, at url: CookieURL) {
        rows = stores.jars.map { name, jar in
            var jar = jar
            let now = stores.now
            let request = jar.requestCookies(
                for: RequestContext(url: url, party: PartyContext(siteForCookies: url)), now: now)
            let script = jar.scriptCookies(for: url, now: now)
            let withheld = Dictionary(
                request.withheld.map { ($0.cookie.identity, $0.reasons.map(\.code)) }, uniquingKeysWith: { a, _ in a })
            let hidden = Dictionary(
                script.hidden.map { ($0.cookie.identity, $0.reasons.map(\.code)) }, uniquingKeysWith: { a, _ in a })
            let sent = Set(request.sent.map(\.identity)), visible = Set(script.visible.map(\.identity))
            return (
                name,
                jar.all(now: now).map { cookie in
                    let identity = cookie.identity
                    // A cookie of another site is in neither list: there is nothing to explain but its host.
                    let elsewhere = [SendReason.otherHost.code]
                    return [
                        "name": .string(cookie.name),
                        "domain": .string(cookie.isHostOnly ? cookie.domain : "." + cookie.domain),
                        "path": .string(cookie.path), "value": .string(cookie.value),
                        "attributes": .string(cookie.attributes),
                        "request": [
                            "sent": .bool(sent.contains(identity)),
                            "reasons": .codes(
                                sent.contains(identity) ? [] : withheld[identity] ?? elsewhere),
                        ],
                        "script": [
                            "visible": .bool(visible.contains(identity)),
                            "reasons": .codes(
                                visible.contains(identity) ? [] : hidden[identity] ?? [ScriptReason.otherHost.code]),
                        ],
                    ]
                }
            )
        }
    }

    /// `{"stores":[{"store":…,"cookies":[{"name":…,"request":{"sent":…,"reasons":[…]},"script":{…}}]}]}`.
    package var json: JSONValue {
        ["stores": .array(rows.map { ["store": .string($0.store), "cookies": .array($0.cookies)] })]
    }
}

extension JSONValue {
}
