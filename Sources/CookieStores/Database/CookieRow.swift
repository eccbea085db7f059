import BridgePrimitives
import Cookies
import GRDB

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A cookie as a row of ``CookieSchema``, columns by place.
struct CookieRow {
    let position: Int64
    let cookie: Cookie

    static let columns = """
        position, name, value, domain, isHostOnly, path, isSecure, isHTTPOnly, sameSite, creation, lastAccess, expiry,
        isPartitioned, partitionKey, isScriptWritten
        """

    init(position: Int64, cookie: Cookie) { (self.position, self.cookie) = (position, cookie) }

    /// Nil for values that no cookie has: the file may have been changed by others, and GRDB traps where a value
    /// cannot be converted.
    init?(_ row: Row) {
        func value<Value: DatabaseValueConvertible>(_ index: Int) -> Value? {
            Value.fromDatabaseValue(row[index] as DatabaseValue)
        }
        func text(_ index: Int) -> String? {
            (value(index) as Data?).flatMap { String(validating: $0, as: UTF8.self) }
        }
        guard row.count == 15, let position: Int64 = value(0), let name = text(1), let contents = text(2),
            let domain: String = value(3), let isHostOnly: Bool = value(4), let path = text(5),
            let isSecure: Bool = value(6), let isHTTPOnly: Bool = value(7),
            let sameSite = (value(8) as String?).flatMap(SameSite.init(rawValue:)),
            let creation: Int64 = value(9), let lastAccess: Int64 = value(10), let isPartitioned: Bool = value(12),
            let isScriptWritten: Bool = value(14)
        else { return nil }
        let expiry: Int64? = value(11)
        self.position = position
        cookie = Cookie(
            name: name, value: contents, domain: domain, isHostOnly: isHostOnly, path: path, isSecure: isSecure,
            isHTTPOnly: isHTTPOnly, sameSite: sameSite, creationTime: Instant(millisecondsSinceEpoch: creation),
            lastAccessTime: Instant(millisecondsSinceEpoch: lastAccess),
            expiry: expiry.map(Instant.init(millisecondsSinceEpoch:)), isPartitioned: isPartitioned,
            partitionKey: value(13), isScriptWritten: isScriptWritten)
    }

    /// In the order of ``columns``.
    var values: [(any DatabaseValueConvertible)?] {
        [
            position, Data(cookie.name.utf8), Data(cookie.value.utf8), cookie.domain, cookie.isHostOnly,
            Data(cookie.path.utf8), cookie.isSecure, cookie.isHTTPOnly, cookie.sameSite.rawValue,
            cookie.creationTime.millisecondsSinceEpoch, cookie.lastAccessTime.millisecondsSinceEpoch,
            cookie.expiry?.millisecondsSinceEpoch, cookie.isPartitioned, cookie.partitionKey, cookie.isScriptWritten,
        ]
    }
}
