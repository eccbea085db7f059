public import BridgePrimitives
import Cookies
import HTTPLoader

/// A kind of what a store keeps, as the types of `WKWebsiteDataStore`.
public enum WebsiteDataType: String, CaseIterable, Sendable {
    case cookies, serviceWorkers
}

/// What a store keeps of one site, as `WKWebsiteDataRecord`.
public struct WebsiteDataRecord: Hashable, Sendable {
    /// The site's registrable domain, or its host where there is none.
    public let site: String
    public let types: Set<WebsiteDataType>

    public init(site: String, types: Set<WebsiteDataType>) { (self.site, self.types) = (site, types) }
}

extension WebsiteDataStore {
    /// What there is of these types, a record for each site, in the order of their names.
    public func dataRecords(of types: Set<WebsiteDataType>) async -> [WebsiteDataRecord] {
        var found: [String: Set<WebsiteDataType>] = [:]
        if types.contains(.cookies) {
            for cookie in await httpCookieStore.allCookies() {
                found[jar.site(of: cookie.domain), default: []].insert(.cookies)
            }
        }
        if types.contains(.serviceWorkers) {
            for worker in serviceWorkers { found[jar.site(of: worker.scope.host), default: []].insert(.serviceWorkers) }
        }
        return found.sorted { $0.key < $1.key }.map { WebsiteDataRecord(site: $0.key, types: $0.value) }
    }

    /// Removes what the records' sites have of these types; of cookies those of subdomains too.
    public func removeData(of types: Set<WebsiteDataType>, for records: [WebsiteDataRecord]) async {
        let sites = Set(records.map(\.site))
        if types.contains(.cookies) {
            await httpCookieStore.deleteCookies { sites.contains(jar.site(of: $0.domain)) }
        }
        if types.contains(.serviceWorkers) {
            workers.withLock { workers in workers.removeAll { sites.contains(jar.site(of: $0.scope.host)) } }
        }
    }

    /// Removes what was made at `start` or later.
    ///
    /// A cookie that was only updated since counts as made before. When a service worker was registered is not kept:
    /// all of them go, as in WebKit.
    public func removeData(of types: Set<WebsiteDataType>, modifiedSince start: Instant) async {
        if types.contains(.cookies) { await httpCookieStore.deleteCookies { $0.creationTime >= start } }
        if types.contains(.serviceWorkers) { removeServiceWorkers() }
    }
}
