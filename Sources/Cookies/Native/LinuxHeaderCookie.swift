import BridgePrimitives

/// One `Set-Cookie` line as Foundation on Linux reads it (swift-corelibs-foundation, HTTPCookie.swift).
///
/// Of several attributes of one name the last one counts, usable or not.
struct LinuxHeaderCookie {
    private let url: CookieURL
    private var cookie: NativeCookie
    private var path: String?
    private var maxAge: String?
    private var expires: String?
    private var version: String?
    private var notes: [FoundationReason] = []

    static func read(_ line: [UInt8], for url: CookieURL, now: Instant) -> FoundationCookie {
        var parts = line.split(separator: Byte.semicolon, omittingEmptySubsequences: false)[...]
        guard let pair = parts.popFirst().flatMap(nameAndValue), let value = pair.value else {
            return FoundationCookie(cookie: nil, notes: [.noCookie])
        }
        var reader = LinuxHeaderCookie(name: pair.name, value: value, url: url)
        if line.contains(where: \.isForbiddenControl) { reader.note(.controlCharacterAccepted) }
        for attribute in parts.compactMap(nameAndValue) { reader.take(attribute.name.asciiLowercased, attribute.value) }
        return reader.finished(now: now)
    }

    private init(name: String, value: String, url: CookieURL) {
        cookie = NativeCookie(name: name, value: value, domain: url.host)
        self.url = url
    }

    /// Nil without a name; the value is nil without an equals sign.
    private static func nameAndValue(_ part: ArraySlice<UInt8>) -> (name: String, value: String?)? {
        func text(_ bytes: ArraySlice<UInt8>) -> String {
            let isSpace = SetCookieFolding.isSpace
            let start = bytes.firstIndex { !isSpace($0) } ?? bytes.endIndex
            let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
            return String(decoding: bytes[start..<end], as: UTF8.self)
        }
        let equals = part.firstIndex(of: Byte.equals)
        let name = text(part[..<(equals ?? part.endIndex)])
        return name.isEmpty ? nil : (name, equals.map { text(part[($0 + 1)...]) })
    }

    private mutating func take(_ name: String, _ value: String?) {
        switch (name, value) {
        case ("secure", nil): cookie.isSecure = true
        case ("httponly", nil): cookie.isHTTPOnly = true
        case ("secure", _), ("httponly", _): note(.flagIgnored)
        case ("domain", let value?):
            // An address is not given a dot: nothing is below it.
            let isFinished = value.utf8.first == Byte.dot || HostName.isIPAddress(value)
            cookie.domain = (isFinished ? value : "." + value).asciiLowercased
        case ("path", _): path = value
        case ("max-age", let value?): maxAge = value
        case ("expires", let value?): expires = value
        case ("version", let value?): version = value
        case ("samesite", _): note(.sameSiteIgnored)
        case ("partitioned", _): note(.partitionedIgnored)
        default: break
        }
    }

    private mutating func finished(now: Instant) -> FoundationCookie {
        if version == "1", let seconds = maxAge.flatMap(Int64.init) {
            cookie.expiry = now + .seconds(min(max(seconds, -MaxAge.longest), MaxAge.longest))
        } else {
            if maxAge != nil { note(.maxAgeIgnored) }
            if let expires { takeExpires(expires) }
        }
        if let path, path.utf8.first == Byte.slash {
            cookie.path = path
        } else if url.path.utf8.dropFirst().contains(Byte.slash) {
            note(.defaultPathIsRoot)
        }
        let domain = cookie.identity.domain
        if !HostName.matches(url.host, domain: domain) {
            note(.foreignDomainAccepted)
        } else if domain != url.host, DefaultRuleSuffixes().isPublicSuffix(domain) {
            note(.publicSuffixAccepted)
        }
        if cookie.isSecure, !url.isSecure { note(.secureFromInsecureAccepted) }
        return FoundationCookie(cookie: cookie, notes: notes)
    }

    private mutating func takeExpires(_ text: String) {
        guard let date = LinuxFoundationDate(text) else {
            note(.expiresIgnored)
            return
        }
        cookie.expiry = date.moment
        if date.hasShortYear { note(.yearTakenLiterally) }
        if date.hasOffset { note(.zoneApplied) }
    }

    private mutating func note(_ reason: FoundationReason) {
        if !notes.contains(reason) { notes.append(reason) }
    }
}
