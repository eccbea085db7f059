import AppFrameworks
import BridgePrimitives
import BridgeTrace
import SimulatedDevice
import Testing

@Suite("WKWebsiteDataStore", .timeLimit(.minutes(5))) @MainActor
struct WKWebsiteDataStoreTests {
    private func set(_ name: String, on domain: String, in store: WKWebsiteDataStore, lasts: Bool = true) async throws {
        var properties: [HTTPCookiePropertyKey: Any] = [.name: name, .value: "1", .domain: domain, .path: "/"]
        if lasts { properties[.expires] = Date(timeIntervalSince1970: 2_000_000_000) }
        await store.httpCookieStore.setCookie(try #require(HTTPCookie(properties: properties)))
    }

    private func names(_ store: WKWebsiteDataStore) async -> [String] {
        await store.httpCookieStore.allCookies().map(\.name).sorted()
    }

    @Test("The app's own store is one object; private ones are new, and named ones persist apart")
    func stores() async throws {
        try await withApp { app in
            let own = WKWebsiteDataStore.default()
            #expect(own === WKWebsiteDataStore.default())
            #expect(own.isPersistent)
            #expect(own.identifier == nil)
            let identifier = UUID()
            let first = WKWebsiteDataStore.nonPersistent(), second = WKWebsiteDataStore.nonPersistent()
            let named = WKWebsiteDataStore(forIdentifier: identifier)
            #expect(!first.isPersistent)
            #expect(named.isPersistent)
            #expect(named.identifier == identifier)
            for (store, name) in [(own, "own"), (first, "first"), (named, "named")] {
                try await set(name, on: "app.test", in: store)
            }
            #expect(await names(own) == ["own"])
            #expect(await names(first) == ["first"])
            #expect(await names(second).isEmpty)
            #expect(await names(WKWebsiteDataStore(forIdentifier: identifier)) == ["named"])
            app.process.end()
            let next = try app.process.app.launch(.user)
            try await next.run {
                #expect(WKWebsiteDataStore.default() !== own)
                #expect(await names(.default()) == ["own"])
                #expect(await names(WKWebsiteDataStore(forIdentifier: identifier)) == ["named"])
            }
            #expect(await names(first).isEmpty)
        }
    }

    @Test("A record for each site, and what removing records or types takes")
    func records() async throws {
        try await withApp { app in
            let store = WKWebsiteDataStore.default()
            for (name, domain) in [("a", "app.example.com"), ("b", ".example.com"), ("c", "other.test")] {
                try await set(name, on: domain, in: store)
            }
            let all = WKWebsiteDataStore.allWebsiteDataTypes()
            #expect(all.isSuperset(of: [WKWebsiteDataTypeCookies, WKWebsiteDataTypeLocalStorage]))
            let records = await store.dataRecords(ofTypes: all)
            #expect(records.map(\.displayName) == ["example.com", "other.test"])
            #expect(records.map(\.dataTypes) == [[WKWebsiteDataTypeCookies], [WKWebsiteDataTypeCookies]])
            #expect(await store.dataRecords(ofTypes: [WKWebsiteDataTypeDiskCache]).isEmpty)

            await store.removeData(ofTypes: [WKWebsiteDataTypeDiskCache], for: records)
            #expect(await names(store) == ["a", "b", "c"])
            await store.removeData(ofTypes: all, for: [records[0]])
            #expect(await names(store) == ["c"])
            #expect(app.writes.suffix(2).map(\.outcome) == [.deleted, .deleted])
        }
    }

    @Test("By date: what is older stays")
    func dates() async throws {
        try await withApp { app in
            let store = WKWebsiteDataStore.default()
            try await set("old", on: "app.test", in: store)
            app.clock.advance(by: .seconds(60))
            try await set("new", on: "app.test", in: store, lasts: false)
            let types: Set = [WKWebsiteDataTypeCookies]
            await store.removeData(ofTypes: types, modifiedSince: Date(timeIntervalSince1970: 1_795_251_661))
            #expect(await names(store) == ["new", "old"])
            await store.removeData(ofTypes: types, modifiedSince: Date(timeIntervalSince1970: 1_795_251_660))
            #expect(await names(store) == ["old"])
            await withCheckedContinuation { continuation in
                store.removeData(ofTypes: types, modifiedSince: .distantPast) {
                    store.fetchDataRecords(ofTypes: types) { records in
                        #expect(records.isEmpty)
                        continuation.resume()
                    }
                }
            }
            #expect(await names(store).isEmpty)
        }
    }
}
