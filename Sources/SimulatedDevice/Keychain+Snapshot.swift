public import BridgePrimitives

extension Keychain {
    /// All items as JSON, for a device that outlives the process: an array of `service`, `account`, `accessGroup` and
    /// `data` in base64url.
    public var snapshot: Secret<JSONValue> {
        Secret(
            .array(
                keys.compactMap { key in
                    guard case .found(let data) = item(for: key, entitledTo: key.accessGroup) else { return nil }
                    return [
                        "service": .string(key.service), "account": .string(key.account),
                        "accessGroup": .string(key.accessGroup), "data": .string(Base64URL.encode(data.reveal())),
                    ]
                }))
    }

    /// - Throws: `keychain/unreadable-snapshot` for anything but what ``snapshot`` gives.
    public convenience init(snapshot: Secret<JSONValue>) throws(BridgeFailure) {
        self.init()
        let unreadable = BridgeFailure(
            .unreadableInput, code: "keychain/unreadable-snapshot", cause: "the text is no snapshot of a keychain",
            mend: "remove it, and the device starts with an empty keychain")
        guard let rows = snapshot.reveal().arrayValue else { throw unreadable }
        for row in rows {
            guard let service = row["service"]?.stringValue, let account = row["account"]?.stringValue,
                let group = row["accessGroup"]?.stringValue,
                let data = row["data"]?.stringValue.flatMap({ Base64URL.decode($0.utf8) })
            else { throw unreadable }
            set(Secret(data), for: ItemKey(service: service, account: account, accessGroup: group))
        }
    }
}
