public import BridgePrimitives

/// The dictionary of `HTTPCookie(properties:)` as code writes it: keys and values of any type.
///
/// ``NativeCookieProperties`` are the same without types to get wrong; this is for asking what a dictionary that works
/// on one system becomes on the other.
public struct RawCookieProperties: Hashable, Sendable {
    public enum Value: Hashable, Sendable {
        case text(String)
        case flag(Bool)
        case number(Int64)
        case date(Instant)
        case url(CookieURL)
    }

    /// By the raw value of `HTTPCookiePropertyKey`: `Name`, `Value`, `Path`, `Domain`, `OriginURL`, `Secure`,
    /// `HttpOnly`, `SameSite`, `Expires`, `Max-Age`, `Version`, `Discard`.
    public var values: [String: Value]

    public init(_ values: [String: Value]) { self.values = values }

    private func text(_ key: String) -> String? { if case .text(let text) = values[key] { text } else { nil } }
}

extension RawCookieProperties {
    /// The typed properties that `dialect` sees, and what it does not look at, in the order of the keys above.
    public func read(dialect: FoundationDialect) -> (properties: NativeCookieProperties, notes: [FoundationReason]) {
        var reading = Reading(raw: self, dialect: dialect)
        reading.run()
        return (reading.properties, reading.notes)
    }

    private struct Reading {
        let raw: RawCookieProperties
        let dialect: FoundationDialect
        var properties = NativeCookieProperties()
        var notes: [FoundationReason] = []

        mutating func run() {
            properties.name = text("Name")
            properties.value = text("Value")
            properties.path = text("Path")
            properties.domain = text("Domain").map { dialect == .linuxFoundation ? $0.asciiLowercased : $0 }
            switch raw.values["OriginURL"] {
            case .url(let url): properties.originURL = url
            case .text(let text) where dialect == .apple: properties.originURL = try? CookieURL(text)
            case nil: break
            default: note(.wrongType)
            }
            properties.isSecure = flag("Secure")
            properties.isHTTPOnly = flag("HttpOnly")
            takeSameSite()
            takeExpires()
            takeAge()
        }

        private mutating func text(_ key: String) -> String? {
            if raw.values[key] != nil, raw.text(key) == nil { note(.wrongType) }
            return raw.text(key)
        }

        /// On Linux `Secure` is any text that is not empty, `HttpOnly` is the text TRUE, and no Bool is looked at.
        private mutating func flag(_ key: String) -> Bool {
            let isTrue: Bool
            switch (raw.values[key], dialect) {
            case (nil, _), (.flag(false), _), (.text(""), _): return false
            case (.text(let text), .linuxFoundation): isTrue = key == "Secure" || text == "TRUE"
            case (_, .linuxFoundation): isTrue = false
            case (.text(let text), .apple): return !text.utf8.isEqualWord("false")
            case (.flag, .apple): return true
            case (.number(let number), .apple): return number != 0
            case (_, .apple): isTrue = false
            }
            if !isTrue { note(.flagIgnored) }
            return isTrue
        }

        private mutating func takeSameSite() {
            guard raw.values["SameSite"] != nil else { return }
            guard dialect == .apple else { return note(.sameSiteIgnored) }
            let written = text("SameSite") ?? ""
            properties.sameSite = SameSite(rawValue: written.asciiLowercased)
            if properties.sameSite == nil { note(.sameSiteIgnored) }
        }

        private mutating func takeExpires() {
            switch raw.values["Expires"] {
            case .date(let moment): properties.expires = moment
            case .text(let text):
                let date = LinuxFoundationDate(text)
                properties.expires = date?.moment
                if date == nil { note(.expiresIgnored) }
            case nil: break
            default: note(.wrongType)
            }
        }

        /// Both systems take the numbers as text; Apple's takes numbers too.
        private mutating func takeAge() {
            properties.version = number("Version") == 1 ? 1 : 0
            properties.maximumAge = number("Max-Age").map { .seconds(min(max($0, -MaxAge.longest), MaxAge.longest)) }
            if raw.values["Max-Age"] != nil, properties.version == 0 || properties.maximumAge == nil {
                note(.maxAgeIgnored)
                properties.maximumAge = nil
            }
            switch dialect {
            case .apple: if case .text(let text) = raw.values["Discard"] { properties.discard = text == "TRUE" }
            // The date stays on Linux, beside the remark that the cookie is for the session only.
            case .linuxFoundation: properties.discard = false
            }
        }

        private mutating func number(_ key: String) -> Int64? {
            switch (raw.values[key], dialect) {
            case (.text(let text), _): return Int64(text)
            case (.number(let number), .apple): return number
            case (nil, _): return nil
            default:
                if key != "Max-Age" { note(.wrongType) }
                return nil
            }
        }

        private mutating func note(_ reason: FoundationReason) {
            if !notes.contains(reason) { notes.append(reason) }
        }
    }
}

extension NativeCookie {
    /// Makes a cookie as `HTTPCookie(properties:)` does in `dialect`, and says what it did not look at.
    ///
    /// - Throws: what is missing, where Foundation answers nil. Linux also takes what a jar could not use: an empty
    ///   name, a path without a slash, any domain; those are refused here.
    public static func cookie(
        _ properties: RawCookieProperties, now: Instant, dialect: FoundationDialect
    ) throws(NativeCookieRefusal) -> FoundationCookie {
        let (typed, notes) = properties.read(dialect: dialect)
        return FoundationCookie(cookie: try NativeCookie(typed, now: now), notes: notes)
    }
}
