import AppFrameworks
import BridgePrimitives
import BridgeTrace
import Foundation
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

    @Test("A named store is removed with what it holds, once nobody has it any more")
    func removal() async throws {
        try await withApp { _ in
            let identifier = UUID()
            var store: WKWebsiteDataStore? = WKWebsiteDataStore(forIdentifier: identifier)
            try await set("kept", on: "app.test", in: try #require(store))
            #expect(await WKWebsiteDataStore.allDataStoreIdentifiers == [identifier])
            // Held here, as by a web view's configuration.
            let error = await #expect(throws: NSError.self) {
                try await WKWebsiteDataStore.remove(forIdentifier: identifier)
            }
            #expect(error?.domain == "WKWebSiteDataStore")
            #expect(error?.code == 1)
            #expect(await names(WKWebsiteDataStore(forIdentifier: identifier)) == ["kept"])
            store = nil
            try await WKWebsiteDataStore.remove(forIdentifier: identifier)
            #expect(await WKWebsiteDataStore.allDataStoreIdentifiers.isEmpty)
            #expect(await names(WKWebsiteDataStore(forIdentifier: identifier)).isEmpty)
            try await WKWebsiteDataStore.remove(forIdentifier: UUID())
        }
    }

    @Test(
        "With handlers; a web view has its store for as long as it is there, and a launch finds those of the last one")
    func removalWithHandlers() async throws {
        try await withApp { app in
            let identifier = UUID()
            var configuration: WKWebViewConfiguration? = WKWebViewConfiguration()
            configuration?.websiteDataStore = WKWebsiteDataStore(forIdentifier: identifier)
            var view: WKWebView? = WKWebView(frame: .zero, configuration: try #require(configuration))
            configuration = nil
            @MainActor func remove() async -> Int? {
                await withCheckedContinuation { continuation in
                    WKWebsiteDataStore.remove(forIdentifier: identifier) {
                        continuation.resume(returning: $0.map { ($0 as NSError).code })
                    }
                }
            }
            @MainActor func identifiers() async -> [UUID] {
                await withCheckedContinuation { continuation in
                    WKWebsiteDataStore.fetchAllDataStoreIdentifiers { continuation.resume(returning: $0) }
                }
            }
            #expect(await remove() == 1)
            #expect(view != nil)
            view = nil
            app.process.end()
            try await app.process.app.launch(.user).run {
                #expect(await identifiers() == [identifier])
                #expect(await remove() == nil)
                #expect(await identifiers().isEmpty)
            }
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
