public import BridgePrimitives

/// Playwright's storage state: a JSON object with `cookies` and `origins`.
///
/// `expires` counts seconds, -1 for a cookie without expiry; a leading dot in `domain` covers the subdomains. What
/// Playwright has no member for stands in one of ours, `sessionBridge`, which it passes over. A bare list of cookies,
/// as `context.cookies()` gives it, is read too.
public enum StorageState: Sendable {
    private static let noteMember = "sessionBridge"

    // MARK: - Writing

    /// The file's text, indented; reading it gives the same cookies in the same order, and the same origins.
    public static func text(of file: CookieFile) -> String {
        let state: JSONValue = [
            "cookies": .array(file.cookies.map(json)), "origins": .array(file.origins),
        ]
        return state.text(indented: true) + "\n"
    }

    private static func json(_ cookie: Cookie) -> JSONValue {
        var members = JSONObject([
            ("name", .string(cookie.name)), ("value", .string(cookie.value)),
            ("domain", .string((cookie.isHostOnly ? "" : ".") + cookie.domain)), ("path", .string(cookie.path)),
            ("expires", expires(cookie.expiry)), ("httpOnly", .bool(cookie.isHTTPOnly)),
            ("secure", .bool(cookie.isSecure)),
        ])
        switch cookie.sameSite {
        case .strict: members["sameSite"] = "Strict"
        case .lax: members["sameSite"] = "Lax"
        case .none: members["sameSite"] = "None"
        case .unspecified: break
        }
        if let key = cookie.partitionKey { members["partitionKey"] = .string(key) }

        let isExact = expiry(read: expires(cookie.expiry)) == .some(cookie.expiry)
        var note = CookieNote(of: cookie, expiry: isExact ? nil : cookie.expiry).json.objectValue ?? JSONObject()
        // Said already.
        (note["sameSite"], note["partitionKey"]) = (nil, nil)
        if cookie.isHostOnly, cookie.domain.utf8.first == Byte.dot { note["hostOnly"] = true }
        members[noteMember] = .object(note)
        return .object(members)
    }

    /// An expiry as a member: Playwright takes -1 or a positive number.
    private static func expires(_ expiry: Instant?) -> JSONValue {
        guard let milliseconds = expiry?.millisecondsSinceEpoch else { return -1 }
        guard milliseconds > 0 else { return 1 }
        let seconds = Double(milliseconds) / 1000
        // Far from now a Double has no fractions left, and JSON has one spelling for a whole number.
        return Int64(exactly: seconds).map(JSONValue.integer) ?? .number(seconds)
    }

    /// A member as an expiry; nil if it is none that Playwright would take.
    private static func expiry(read value: JSONValue) -> Instant?? {
        switch value {
        case .integer(-1): return .some(nil)
        case .integer(let seconds) where seconds > 0: return Instant(secondsSinceEpoch: seconds)
        case .number(-1): return .some(nil)
        case .number(let seconds) where seconds > 0:
            let milliseconds = (seconds * 1000).rounded()
            return Instant(millisecondsSinceEpoch: Int64(exactly: milliseconds) ?? .max)
        default: return nil
        }
    }

    // MARK: - Reading

    /// Reads a file. A cookie that cannot be read is a problem, found where its object begins, and no more.
    ///
    /// - Parameter now: creation and last access time of cookies that have no note.
    /// - Complexity: O(n) in bytes.
    public static func read(_ bytes: [UInt8], now: Instant) -> CookieFile {
        var file = CookieFile()
        guard bytes.count <= CookieFile.lengthLimit else {
            file.complain(.tooLarge, line: 1, column: 1)
            return file
        }
        let text = bytes.withoutByteOrderMark
        var places = JSONPlaces(text)
        let state: JSONValue
        do throws(JSONParseFailure) { state = try JSONValue(parsing: text) } catch {
            let (line, column) = places.lineAndColumn(of: text.startIndex + error.offset)
            file.complain(error.problem == .invalidUTF8 ? .notUTF8 : .notJSON, line: line, column: column)
            return file
        }
        guard let list = state.arrayValue ?? state["cookies"]?.arrayValue else {
            file.complain(.notStorageState, line: 1, column: 1)
            return file
        }
        let offsets = places.elements(ofMember: state.arrayValue == nil ? "cookies" : nil)
        for (position, element) in list.enumerated() {
            do throws(CookieFileReason.Failure) {
                file.cookies.append(try cookie(element, now: now))
            } catch {
                let (line, column) = places.lineAndColumn(
                    of: position < offsets.count ? offsets[position] : text.startIndex)
                file.complain(error.reason, line: line, column: column)
            }
        }
        switch state["origins"] {
        case .array(let origins): file.origins = origins
        case nil: break
        default: file.complain(.wrongType, line: 1, column: 1)
        }
        return file
    }

    private static func cookie(_ json: JSONValue, now: Instant) throws(CookieFileReason.Failure) -> Cookie {
        guard let members = json.objectValue else { throw .init(reason: .wrongType) }
        let hasNote = members[noteMember] != nil
        guard !hasNote || members[noteMember]?.objectValue != nil else { throw .init(reason: .badNote) }
        let name = try text(members, "name"), value = try text(members, "value")
        let written = try text(members, "domain")
        guard let name, let value, let written else { throw .init(reason: .missingMember) }
        let note = CookieNote(members[noteMember]?.objectValue ?? JSONObject())
        let isNotedHostOnly = try flag(members[noteMember]?.objectValue, "hostOnly")
        let isHostOnly = written.utf8.first != Byte.dot || isNotedHostOnly
        let domain = isHostOnly ? written : String(written.dropFirst())
        // Our own files say what a jar held, be it as odd as it may.
        if !hasNote {
            guard !domain.isEmpty, domain.utf8.allSatisfy({ $0 > Byte.space && $0 < 0x7F }) else {
                throw .init(reason: .badDomain)
            }
            guard !name.utf8.contains(where: \.isForbiddenControl), !value.utf8.contains(where: \.isForbiddenControl)
            else { throw .init(reason: .controlCharacter) }
        }
        let path = try self.text(members, "path") ?? "/"
        let partitionKey = try text(members, "partitionKey")
        guard let expires = expiry(read: members["expires"] ?? -1) else { throw .init(reason: .badExpiry) }
        let plain = Cookie(
            name: name, value: value, domain: hasNote ? domain : domain.asciiLowercased, isHostOnly: isHostOnly,
            path: hasNote || path.utf8.first == Byte.slash ? path : "/", isSecure: try flag(members, "secure"),
            isHTTPOnly: try flag(members, "httpOnly"), sameSite: try sameSite(members), creationTime: now,
            lastAccessTime: now, expiry: expires, isPartitioned: !hasNote && partitionKey != nil,
            partitionKey: partitionKey)
        // Whoever changed the member meant it.
        let isUnchanged = note.expiry != nil && self.expires(note.expiry) == (members["expires"] ?? -1)
        guard let cookie = note.applied(to: plain, expiry: isUnchanged ? note.expiry : expires) else {
            throw .init(reason: .badNote)
        }
        return cookie
    }

    /// Nil for a member that is absent or null.
    private static func text(_ members: JSONObject, _ name: String) throws(CookieFileReason.Failure) -> String? {
        switch members[name] {
        case .string(let text): return text
        case nil, .null: return nil
        default: throw .init(reason: .wrongType)
        }
    }

    private static func flag(_ members: JSONObject?, _ name: String) throws(CookieFileReason.Failure) -> Bool {
        switch members?[name] {
        case .bool(let flag): return flag
        case nil, .null: return false
        default: throw .init(reason: .wrongType)
        }
    }

    private static func sameSite(_ members: JSONObject) throws(CookieFileReason.Failure) -> SameSite {
        switch try text(members, "sameSite") {
        case nil: return .unspecified
        case "Strict": return .strict
        case "Lax": return .lax
        case "None": return .none
        default: throw .init(reason: .badSameSite)
        }
    }
}

extension CookieFileReason {
    /// A reason on its way to the place that it belongs to.
    struct Failure: Error {
        let reason: CookieFileReason
    }
}
