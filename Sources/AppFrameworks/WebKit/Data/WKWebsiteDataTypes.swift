import CookieStores

// The types of WKWebsiteDataRecord.h, with the values that they have in the real framework.

public let WKWebsiteDataTypeCookies = "WKWebsiteDataTypeCookies"
public let WKWebsiteDataTypeServiceWorkerRegistrations = "WKWebsiteDataTypeServiceWorkerRegistrations"
public let WKWebsiteDataTypeFetchCache = "WKWebsiteDataTypeFetchCache"
public let WKWebsiteDataTypeDiskCache = "WKWebsiteDataTypeDiskCache"
public let WKWebsiteDataTypeMemoryCache = "WKWebsiteDataTypeMemoryCache"
public let WKWebsiteDataTypeOfflineWebApplicationCache = "WKWebsiteDataTypeOfflineWebApplicationCache"
public let WKWebsiteDataTypeSessionStorage = "WKWebsiteDataTypeSessionStorage"
public let WKWebsiteDataTypeLocalStorage = "WKWebsiteDataTypeLocalStorage"
public let WKWebsiteDataTypeWebSQLDatabases = "WKWebsiteDataTypeWebSQLDatabases"
public let WKWebsiteDataTypeIndexedDBDatabases = "WKWebsiteDataTypeIndexedDBDatabases"

extension WebsiteDataType {
    static let allNames: Set<String> = [
        WKWebsiteDataTypeCookies, WKWebsiteDataTypeServiceWorkerRegistrations, WKWebsiteDataTypeFetchCache,
        WKWebsiteDataTypeDiskCache, WKWebsiteDataTypeMemoryCache, WKWebsiteDataTypeOfflineWebApplicationCache,
        WKWebsiteDataTypeSessionStorage, WKWebsiteDataTypeLocalStorage, WKWebsiteDataTypeWebSQLDatabases,
        WKWebsiteDataTypeIndexedDBDatabases,
    ]

    var name: String {
        switch self {
        case .cookies: WKWebsiteDataTypeCookies
        case .serviceWorkers: WKWebsiteDataTypeServiceWorkerRegistrations
        }
    }

    /// Those of the names that a store keeps anything of.
    static func named(_ names: Set<String>) -> Set<WebsiteDataType> { Set(allCases.filter { names.contains($0.name) }) }
}
