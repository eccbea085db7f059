import BridgePrimitives

/// One object of an export, read member by member; what is wrong is told with its place.
struct ExportedRow {
    let members: JSONObject
    /// `users[3].providerUserInfo[0]`; empty for the export itself.
    let place: String

    init(_ json: JSONValue, at place: String) throws(BridgeFailure) {
        guard let object = json.objectValue else { throw Self.unreadable("\(place): is no object") }
        (members, self.place) = (object, place)
    }

    static func unreadable(_ cause: String) -> BridgeFailure {
        BridgeFailure(AuthServiceReason.unreadableExport, cause: "the export cannot be read: \(cause)")
    }

    func refused(_ name: String, _ clause: String) -> BridgeFailure {
        Self.unreadable("\(place.isEmpty ? "" : "\(place).")\(name): \(clause)")
    }

    // MARK: - Members

    /// The member, `null` counted as absent.
    func value(_ name: String) -> JSONValue? {
        guard let value = members[name], value != .null else { return nil }
        return value
    }

    /// - Throws: for what is no text, and for a text with a NUL, which would come back cut short.
    func text(_ name: String) throws(BridgeFailure) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.stringValue else { throw refused(name, "is no text") }
        guard !text.utf8.contains(0) else { throw refused(name, "a text holds a NUL") }
        return text
    }

    /// An empty text counts as absent.
    func nonEmptyText(_ name: String) throws(BridgeFailure) -> String? {
        guard let text = try text(name), !text.isEmpty else { return nil }
        return text
    }

    func requiredText(_ name: String) throws(BridgeFailure) -> String {
        guard let text = try nonEmptyText(name) else { throw refused(name, "is missing") }
        return text
    }

    func flag(_ name: String) throws(BridgeFailure) -> Bool? {
        guard let value = value(name) else { return nil }
        guard let flag = value.boolValue else { throw refused(name, "is neither true nor false") }
        return flag
    }

    /// A whole number, or the digits of one, as the emulator writes times.
    func integer(_ name: String) throws(BridgeFailure) -> Int64? {
        guard let value = value(name) else { return nil }
        guard let number = value.integerValue ?? value.stringValue.flatMap({ Int64($0) }) else {
            throw refused(name, "is no whole number")
        }
        return number
    }

    /// A time in milliseconds, within what the world's clock can show.
    func instant(_ name: String) throws(BridgeFailure) -> Instant? {
        guard let number = try integer(name) else { return nil }
        let instant = Instant(millisecondsSinceEpoch: number)
        guard WorldClock.range.contains(instant) else { throw refused(name, "is no time of the years 101 to 9899") }
        return instant
    }

    /// A time as a text of RFC 3339.
    func moment(_ name: String) throws(BridgeFailure) -> Instant? {
        guard let text = try nonEmptyText(name) else { return nil }
        guard let moment = Instant(rfc3339: text) else { throw refused(name, "is no time as 2026-11-21T09:00:00Z") }
        return moment
    }

    func object(_ name: String) throws(BridgeFailure) -> JSONObject? {
        guard let value = value(name) else { return nil }
        guard let object = value.objectValue else { throw refused(name, "is no object") }
        return object
    }

    /// The text of a JSON object, as rows keep what is too varied for columns.
    func objectText(_ name: String) throws(BridgeFailure) -> (text: String, object: JSONObject)? {
        guard let text = try text(name) else { return nil }
        guard let object = (try? JSONValue(parsing: text))?.objectValue else {
            throw refused(name, "is no text of a JSON object")
        }
        return (text, object)
    }

    /// Empty when the member is absent.
    func rows(_ name: String) throws(BridgeFailure) -> [ExportedRow] {
        guard let value = value(name) else { return [] }
        guard let list = value.arrayValue else { throw refused(name, "is no list") }
        var rows: [ExportedRow] = []
        rows.reserveCapacity(list.count)
        for (index, element) in list.enumerated() {
            rows.append(try ExportedRow(element, at: (place.isEmpty ? "" : "\(place).") + "\(name)[\(index)]"))
        }
        return rows
    }
}
