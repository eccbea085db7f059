import BridgePrimitives
import Cookies
import CookieStores
import SimulatedDevice

/// The cookies of the app's own process, which `URLSession` reads and writes. No web view sees them.
public final class HTTPCookieStorage: Sendable {
    let storage: NativeCookieStorage
    private let process: AppProcess

    init(_ storage: NativeCookieStorage, of process: AppProcess) { (self.storage, self.process) = (storage, process) }

    /// The app's.
    public static var shared: HTTPCookieStorage {
        let process = AppProcess.required(by: "HTTPCookieStorage.shared")
        return process.services.service { HTTPCookieStorage(process.app.cookieStorage, of: process) }
    }

    /// A new one, in memory and empty.
    static func ephemeral(of process: AppProcess) -> HTTPCookieStorage {
        HTTPCookieStorage(newStorage(named: "ephemeral session", of: process), of: process)
    }

    /// - Parameter name: in traces.
    static func newStorage(named name: String, of process: AppProcess) -> NativeCookieStorage {
        let shared = process.app.cookieStorage.jar
        return NativeCookieStorage(
            name: name, profile: shared.profile, publicSuffixes: shared.publicSuffixes, clock: process.device.clock,
            trace: process.device.trace)
    }

    /// All that are alive; never nil.
    public var cookies: [HTTPCookie]? { storage.cookies.map { HTTPCookie(NativeCookie($0)) } }

    /// What a request to that address carries, in its order; none for an address without a host.
    public func cookies(for URL: URL) -> [HTTPCookie]? {
        guard let url = try? CookieURL(URL.absoluteString) else { return [] }
        return storage.requestCookies(for: url).sent.map { HTTPCookie(NativeCookie($0)) }
    }

    public func setCookie(_ cookie: HTTPCookie) { write { $0.setCookie(cookie.native) } }

    /// - Parameter mainDocumentURL: counts with ``HTTPCookie/AcceptPolicy/onlyFromMainDocumentDomain``.
    public func setCookies(_ cookies: [HTTPCookie], for URL: URL?, mainDocumentURL: URL?) {
        write { storage in
            storage.setCookies(
                cookies.map(\.native), for: URL.flatMap { try? CookieURL($0.absoluteString) },
                mainDocument: mainDocumentURL.flatMap { try? CookieURL($0.absoluteString) })
        }
    }

    /// Does nothing to an HttpOnly cookie when the given one is none.
    public func deleteCookie(_ cookie: HTTPCookie) { write { $0.delete(cookie.native) } }

    /// Deletes what was made at that date or later.
    public func removeCookies(since date: Date) { write { $0.removeCookies(since: Instant(date)) } }

    public var cookieAcceptPolicy: HTTPCookie.AcceptPolicy {
        get { HTTPCookie.AcceptPolicy(storage.acceptPolicy) }
        set { write { $0.acceptPolicy = newValue.native } }
    }

    /// Code of a process that has ended writes nothing.
    private func write(_ body: (NativeCookieStorage) -> Void) {
        if !process.isEnded { body(storage) }
    }
}

/// Which cookies a storage takes; `HTTPCookie.AcceptPolicy`.
public enum HTTPCookieAcceptPolicy: UInt, CaseIterable, Sendable {
    case always
    /// What is there stays and is sent.
    case never
    /// Of other sites than the page's, which `mainDocumentURL` names, nothing is taken; what is there is sent to them.
    case onlyFromMainDocumentDomain

    init(_ policy: NativeCookieStorage.AcceptPolicy) {
        self =
            switch policy {
            case .always: .always
            case .never: .never
            case .onlyFromMainDocumentDomain: .onlyFromMainDocumentDomain
            }
    }

    var native: NativeCookieStorage.AcceptPolicy {
        switch self {
        case .always: .always
        case .never: .never
        case .onlyFromMainDocumentDomain: .onlyFromMainDocumentDomain
        }
    }
}
