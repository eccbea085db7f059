import BridgePrimitives
import CookieStores
import Foundation
import SimulatedDevice
import WebViews

/// What web views keep; all views that are given the same store share it.
@preconcurrency @MainActor
public final class WKWebsiteDataStore {
    let store: WebsiteDataStore
    private let process: AppProcess
    public let httpCookieStore: WKHTTPCookieStore
    /// Of a store that was asked for by one; nil for the others.
    public let identifier: UUID?

    private init(_ store: WebsiteDataStore, of process: AppProcess, identifier: UUID? = nil) {
        (self.store, self.process, self.identifier) = (store, process, identifier)
        httpCookieStore = WKHTTPCookieStore(store.httpCookieStore, of: process)
        store.httpCookieStore.useByDefault(.afterBegunLoads)
        // The app's own storage is what people mistake for this one; the trace says so where it matters.
        store.httpCookieStore.compare(with: process.app.cookieStorage.jar)
    }

    /// The app's persistent store, one object.
    public static func `default`() -> WKWebsiteDataStore {
        let process = AppProcess.required(by: "WKWebsiteDataStore.default()")
        return process.services.service { WKWebsiteDataStore(process.app.dataStore, of: process) }
    }

    /// A new store in memory, empty.
    public static func nonPersistent() -> WKWebsiteDataStore {
        let process = AppProcess.required(by: "WKWebsiteDataStore.nonPersistent()")
        let count = process.services.service { PrivateStores() }.next()
        // Each has a name of its own: that a cookie went into another one must be told.
        let name = count == 1 ? "nonPersistent" : "nonPersistent \(count)"
        return WKWebsiteDataStore(process.nonPersistentDataStore(name: name), of: process)
    }

    /// A persistent store of its own, the same for the same identifier; iOS 17.
    public convenience init(forIdentifier identifier: UUID) {
        let process = AppProcess.required(by: "WKWebsiteDataStore(forIdentifier:)")
        self.init(
            process.app.dataStore(forIdentifier: identifier.uuidString), of: process, identifier: identifier)
        process.services.service { StoresInUse() }.add(self, identifier)
    }

    /// The identifiers of all stores that were made by one and not removed, whether or not this process has used them;
    /// iOS 17.
    public class var allDataStoreIdentifiers: [UUID] {
        get async {
            let process = AppProcess.required(by: "WKWebsiteDataStore.allDataStoreIdentifiers")
            return process.app.dataStoreIdentifiers.compactMap { UUID(uuidString: $0) }
        }
    }

    public class func fetchAllDataStoreIdentifiers(
        _ completionHandler: @escaping @MainActor @Sendable ([UUID]) -> Void
    ) {
        let process = AppProcess.required(by: "WKWebsiteDataStore.fetchAllDataStoreIdentifiers(_:)")
        // Ends with the app's handler.
        Task { @MainActor in
            let identifiers = await allDataStoreIdentifiers
            if !process.isEnded { completionHandler(identifiers) }
        }
    }

    /// Deletes a store with all that it holds; iOS 17. Nothing happens where there is none.
    ///
    /// - Throws: `WKWebSiteDataStore` 1, as WebKit does (WKWebsiteDataStore.mm), while an object of that store is still
    ///   held: by a web view's configuration, say.
    public class func remove(forIdentifier identifier: UUID) async throws {
        let process = AppProcess.required(by: "WKWebsiteDataStore.remove(forIdentifier:)")
        guard !process.isEnded else { return }
        guard !process.services.service(or: { StoresInUse() }).contains(identifier) else { throw DataStoreInUse.error }
        process.app.removeDataStore(forIdentifier: identifier.uuidString)
    }

    public class func remove(
        forIdentifier identifier: UUID, completionHandler: @escaping @MainActor @Sendable ((any Error)?) -> Void
    ) {
        let process = AppProcess.required(by: "WKWebsiteDataStore.remove(forIdentifier:completionHandler:)")
        // Ends with the app's handler.
        Task { @MainActor in
            var failure: (any Error)?
            do { try await remove(forIdentifier: identifier) } catch { failure = error }
            if !process.isEnded { completionHandler(failure) }
        }
    }

    public var isPersistent: Bool { store.isPersistent }

    // MARK: Data

    /// All types that there are. Cookies and service workers are kept here; in a world IndexedDB has the page's
    /// session, of the others there is never anything.
    public class func allWebsiteDataTypes() -> Set<String> { WebsiteDataType.allNames }

    public func fetchDataRecords(
        ofTypes dataTypes: Set<String>,
        completionHandler: @escaping @MainActor @Sendable ([WKWebsiteDataRecord]) -> Void
    ) {
        perform {
            await $0.dataRecords(ofTypes: dataTypes)
        } then: {
            completionHandler($0)
        }
    }

    /// A record for each site that has something of these types.
    public func dataRecords(ofTypes dataTypes: Set<String>) async -> [WKWebsiteDataRecord] {
        await store.dataRecords(of: WebsiteDataType.named(dataTypes)).map(WKWebsiteDataRecord.init)
    }

    public func removeData(
        ofTypes dataTypes: Set<String>, for dataRecords: [WKWebsiteDataRecord],
        completionHandler: @escaping @MainActor @Sendable () -> Void
    ) {
        perform {
            await $0.removeData(ofTypes: dataTypes, for: dataRecords)
        } then: {
            completionHandler()
        }
    }

    public func removeData(ofTypes dataTypes: Set<String>, for dataRecords: [WKWebsiteDataRecord]) async {
        guard !process.isEnded else { return }
        await store.removeData(of: WebsiteDataType.named(dataTypes), for: dataRecords.map(\.record))
        removeScriptData(dataTypes, of: Set(dataRecords.map(\.displayName)))
    }

    public func removeData(
        ofTypes websiteDataTypes: Set<String>, modifiedSince date: Date,
        completionHandler: @escaping @MainActor @Sendable () -> Void
    ) {
        perform {
            await $0.removeData(ofTypes: websiteDataTypes, modifiedSince: date)
        } then: {
            completionHandler()
        }
    }

    /// - Parameter date: on the device's clock; `.distantPast` for all.
    public func removeData(ofTypes websiteDataTypes: Set<String>, modifiedSince date: Date) async {
        guard !process.isEnded else { return }
        await store.removeData(of: WebsiteDataType.named(websiteDataTypes), modifiedSince: Instant(date))
        removeScriptData(websiteDataTypes, of: nil)
    }

    /// Firebase's SDK keeps its session in IndexedDB. Its time is not looked at: a session is written anew all the time.
    private func removeScriptData(_ types: Set<String>, of sites: Set<String>?) {
        guard types.contains(WKWebsiteDataTypeIndexedDBDatabases) else { return }
        process.pageFollower?.scriptDataWasRemoved(from: store, of: sites)
    }

    private func perform<Value>(
        _ body: @escaping @MainActor (WKWebsiteDataStore) async -> Value,
        then finish: @escaping @MainActor (Value) -> Void
    ) {
        process.callDidBegin()
        // Ends with the app's handler.
        Task { @MainActor in
            let value = await body(self)
            if !process.isEnded { finish(value) }
            process.callDidEnd()
        }
    }
}

private enum DataStoreInUse {
    static var error: NSError {
        NSError(
            domain: "WKWebSiteDataStore", code: WKError.Code.unknown.rawValue,
            userInfo: [NSLocalizedDescriptionKey: "Data store is in use"])
    }
}

/// Counts a process's private stores.
@MainActor
private final class PrivateStores {
    private var count = 0

    func next() -> Int {
        count += 1
        return count
    }
}

/// Which named stores somebody in the process still holds.
@MainActor
private final class StoresInUse {
    private struct Held { weak var store: WKWebsiteDataStore? }
    private var held: [UUID: [Held]] = [:]

    func add(_ store: WKWebsiteDataStore, _ identifier: UUID) {
        held[identifier] = held[identifier, default: []].filter { $0.store != nil } + [Held(store: store)]
    }

    func contains(_ identifier: UUID) -> Bool { held[identifier]?.contains { $0.store != nil } ?? false }
}

/// What a store keeps of one site.
@preconcurrency @MainActor
public final class WKWebsiteDataRecord {
    let record: WebsiteDataRecord

    init(_ record: WebsiteDataRecord) { self.record = record }

    /// The site's registrable domain.
    public var displayName: String { record.site }
    public var dataTypes: Set<String> { Set(record.types.map(\.name)) }
}
