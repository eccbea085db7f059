public import BridgePrimitives

extension Keychain {
    /// All items as JSON, for a device that outlives the process: an array of objects with `service`, `account`,
    /// `accessGroup`, `accessibility`, the other attributes by their names, and `data` in base64url.
    public var snapshot: Secret<JSONValue> { Secret(.array(items.map(\.json))) }

    /// - Throws: `keychain/unreadable-snapshot` for anything but what ``snapshot`` gives.
    public convenience init(
        snapshot: Secret<JSONValue>, protection: DataProtection = DataProtection()
    ) throws(BridgeFailure) {
        self.init(protection: protection)
        replaceAll(with: try Self.items(snapshot: snapshot))
    }

    static func items(snapshot: Secret<JSONValue>) throws(BridgeFailure) -> [Item] {
        let unreadable = BridgeFailure(
            DeviceReason.unreadableKeychain, cause: "the text is no snapshot of a keychain")
        guard let rows = snapshot.reveal().arrayValue, rows.count <= itemLimit else { throw unreadable }
        let items = rows.compactMap(Item.init(json:))
        guard items.count == rows.count, Set(items.map(\.key)).count == items.count else { throw unreadable }
        return items
    }
}

extension Keychain.Item {
    fileprivate var json: JSONValue {
        var object = JSONObject([
            ("service", .string(key.service)), ("account", .string(key.account)),
            ("accessGroup", .string(key.accessGroup)), ("accessibility", .string(accessibility.rawValue)),
            ("created", .integer(creation.millisecondsSinceEpoch)),
            ("modified", .integer(modification.millisecondsSinceEpoch)),
            ("data", .string(Base64URL.encode(data.reveal()))),
        ])
        if key.itemClass != .genericPassword { object["class"] = .string(key.itemClass.rawValue) }
        if key.isSynchronizable { object["synchronizable"] = true }
        let further = allAttributes.filter { ![.service, .account].contains($0.key) }
        if !further.isEmpty {
            object["attributes"] = .object(
                JSONObject(
                    further.sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.key.rawValue, $0.value.json) })
            )
        }
        return .object(object)
    }

    /// Members that a snapshot of an earlier version lacks get their defaults.
    fileprivate init?(json: JSONValue) {
        guard let service = json["service"]?.stringValue, let account = json["account"]?.stringValue,
            let group = json["accessGroup"]?.stringValue,
            let data = json["data"]?.stringValue.flatMap({ Base64URL.decode($0.utf8) }),
            data.count <= Keychain.dataLimit,
            let accessibility = json.choice("accessibility", or: .afterFirstUnlockThisDeviceOnly)
                as Keychain.Accessibility?,
            let itemClass = json.choice("class", or: .genericPassword) as Keychain.ItemClass?,
            let attributes = Self.attributes(json["attributes"])
        else { return nil }
        let isSynchronizable = json["synchronizable"].map { $0 == true } ?? false
        let all = attributes.merging([.service: .string(service), .account: .string(account)]) { _, new in new }
        let creation = json["created"]?.integerValue ?? 0
        self.init(
            key: Keychain.ItemKey(itemClass, all, accessGroup: group, isSynchronizable: isSynchronizable),
            accessibility: accessibility, attributes: attributes.filter { !itemClass.primary.contains($0.key) },
            data: Secret(data), creation: Instant(millisecondsSinceEpoch: creation),
            modification: Instant(millisecondsSinceEpoch: json["modified"]?.integerValue ?? creation))
    }

    private static func attributes(_ json: JSONValue?) -> [Keychain.Attribute: PropertyValue]? {
        guard let json else { return [:] }
        guard let members = json.objectValue else { return nil }
        var attributes: [Keychain.Attribute: PropertyValue] = [:]
        for (name, value) in members {
            guard let attribute = Keychain.Attribute(rawValue: name), let value = PropertyValue(json: value) else {
                return nil
            }
            attributes[attribute] = value
        }
        return attributes
    }
}

extension JSONValue {
    /// The member as a case of an enum; nil when it is there and names none.
    func choice<Choice: RawRepresentable<String>>(_ name: String, or absent: Choice) -> Choice? {
        guard let member = self[name] else { return absent }
        return member.stringValue.flatMap(Choice.init(rawValue:))
    }
}
