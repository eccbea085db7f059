import BridgePrimitives
import CookieStores
import Cookies
import SimulatedDevice

// What a session asks its storage for a task, which an app may ask as well.
extension HTTPCookieStorage {
    /// Puts cookies into the storage as those of the task's response: its request says from where, and for whose page.
    public func storeCookies(_ cookies: [HTTPCookie], for task: URLSessionTask) {
        let request = task.currentRequest
        setCookies(cookies, for: request?.url, mainDocumentURL: request?.mainDocumentURL)
    }

    /// What the task's request would carry, in its order.
    ///
    /// - Parameter completionHandler: is called later, as code of the app.
    public func getCookiesFor(_ task: URLSessionTask, completionHandler: @escaping @Sendable ([HTTPCookie]?) -> Void) {
        // Ends with the app's handler.
        Task {
            let cookies = await cookies(for: task)
            task.session.call { completionHandler(cookies) }
        }
    }

    /// As ``getCookiesFor(_:completionHandler:)``.
    public func cookies(for task: URLSessionTask) async -> [HTTPCookie]? {
        task.currentRequest?.url.map { cookies(for: $0) ?? [] }
    }
}

extension HTTPCookieStorage {
    /// The cookies that all apps of an app group have in common, on this device; one object for each process.
    ///
    /// Which groups an app is entitled to is not looked at. As the app's own, the storage is in no web view, and cookies
    /// without an expiry end with the last process that has used it.
    public static func sharedCookieStorage(forGroupContainerIdentifier identifier: String) -> HTTPCookieStorage {
        let process = AppProcess.required(by: "HTTPCookieStorage.sharedCookieStorage(forGroupContainerIdentifier:)")
        let storage = process.device.services.service(or: { GroupStorages() }).storage(of: identifier, for: process)
        return process.services.service(or: { GroupObjects() }).object(of: identifier) {
            HTTPCookieStorage(storage, of: process)
        }
    }
}

/// The group storages of a device.
private final class GroupStorages: Sendable {
    private let groups = Mutex<[String: Group]>([:])

    private struct Group: Sendable {
        var storage: NativeCookieStorage
        var users: [User] = []
    }

    private struct User: Sendable { weak let process: AppProcess? }

    func storage(of identifier: String, for process: AppProcess) -> NativeCookieStorage {
        let made = HTTPCookieStorage.newStorage(named: "group \(identifier)", of: process)
        return groups.withLock { groups in
            var group = groups[identifier] ?? Group(storage: made)
            let users = group.users.filter { $0.process?.isEnded == false }
            // Nobody has had it since those before have ended.
            if users.isEmpty {
                group.storage.jar.removeNonPersistent()
                let profile = process.device.profile
                if group.storage.jar.profile != profile { group.storage = group.storage.reopened(by: profile) }
            }
            let isNew = !users.contains { $0.process === process }
            group.users = users + (isNew ? [User(process: process)] : [])
            groups[identifier] = group
            return group.storage
        }
    }
}

/// What one process has of them.
private final class GroupObjects: Sendable {
    private let objects = Mutex<[String: HTTPCookieStorage]>([:])

    func object(of identifier: String, or make: () -> HTTPCookieStorage) -> HTTPCookieStorage {
        objects.withLock { objects in
            let object = objects[identifier] ?? make()
            objects[identifier] = object
            return object
        }
    }
}
