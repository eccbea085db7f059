import BridgePrimitives
import SimulatedDevice

/// Items in the form in which a dictionary of SecItem.h asks for them.
struct SecItemAnswer {
    private let request: SecItemRequest

    init(_ request: SecItemRequest) { self.request = request }

    /// - Returns: nil when something matched.
    func give(_ matches: Keychain.Matches, to result: UnsafeMutablePointer<CFTypeRef?>?) -> KeychainReason? {
        switch matches {
        case .refused(let reason): return reason
        case .found(let items):
            guard request.returnsData || request.returnsAttributes else { return nil }
            let limit = request.limit ?? 1
            let values = items.prefix(limit).map(value(of:))
            let answer: Any? = limit > 1 ? list(values) : values.first
            if let answer, let result { result.pointee = answer as AnyObject }
            return nil
        }
    }

    /// Of one element type where there is one, so that `as? [Data]` and `as? [[String: Any]]` hold.
    private func list(_ values: [Any]) -> Any {
        request.returnsAttributes ? values.compactMap { $0 as? [String: Any] } : values.compactMap { $0 as? Data }
    }

    private func value(of item: Keychain.Item) -> Any {
        guard request.returnsAttributes else { return Data(item.data.reveal()) }
        var values: [String: Any] = [
            kSecAttrAccessGroup: item.key.accessGroup, kSecAttrAccessible: item.accessibility.protectionClass,
            kSecAttrSynchronizable: item.key.isSynchronizable,
            kSecAttrCreationDate: date(item.creation.millisecondsSinceEpoch),
            kSecAttrModificationDate: date(item.modification.millisecondsSinceEpoch),
        ]
        for (attribute, value) in item.allAttributes { values[attribute.rawValue] = value.any }
        if request.returnsData { values[kSecValueData] = Data(item.data.reveal()) }
        return values
    }

    private func date(_ milliseconds: Int64) -> Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
