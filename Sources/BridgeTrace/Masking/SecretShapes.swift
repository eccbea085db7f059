import BridgePrimitives

/// Finds secrets by what they look like and where they stand, and says what is shown in their place.
struct SecretShapes: Sendable {
    let key: FingerprintKey

    // MARK: - How a secret looks

    /// What is shown instead of a secret.
    func replacement(for value: String) -> String {
        let mark = key.fingerprint(of: value).map { " #\($0)" } ?? ""
        if let claims = Self.claims(of: value) { return "<\(claims)\(mark)>" }
        let count = value.utf8.count
        return "<\(count) byte\(count == 1 ? "" : "s")\(mark)>"
    }

    /// Kind, subject and expiry of a JWT; nil for anything else.
    private static func claims(of value: String) -> String? {
        let segments = value.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard segments.count == 3, let payload = Base64URL.decode(segments[1]),
            let claims = try? JSONValue(parsing: payload), claims.objectValue != nil
        else { return nil }
        let audience = claims["aud"]?.stringValue ?? ""
        let issuer = claims["iss"]?.stringValue ?? ""
        // A custom token for a wrong audience is one all the same: a service account says of itself that it speaks of uid.
        let vouches = claims["uid"] != nil && claims["iss"] != nil && claims["iss"] == claims["sub"]
        if audience.hasPrefix("https://identitytoolkit.") || vouches {
            // Its subject is the service account, not a user.
            return "custom token uid=\(claims["uid"]?.stringValue ?? "none")\(expiry(of: claims))"
        }
        let user = claims["uid"]?.stringValue ?? claims["sub"]?.stringValue ?? "?"
        // An auth session cookie has the ID token's claims; its issuer is another.
        if issuer.hasPrefix("https://session.firebase.google.com/") {
            return "session cookie uid=\(user)\(expiry(of: claims))"
        }
        guard issuer.hasPrefix("https://securetoken.google.com/") else { return "JWT sub=\(user)\(expiry(of: claims))" }
        return "ID token uid=\(user)\(expiry(of: claims))"
    }

    private static func expiry(of claims: JSONValue) -> String {
        claims["exp"]?.integerValue.map { " exp=" + Instant(secondsSinceEpoch: $0).rfc3339.prefix(19) + "Z" } ?? ""
    }

    // MARK: - Free text

    /// Replaces tokens, credentials after `Bearer` and `Basic`, values beside names that tell of a secret, addresses'
    /// credentials, and long runs that only a machine writes.
    func hiding(in text: String) -> String {
        // Too short for a token, and without what stands between a name and a value.
        guard text.utf8.count > 20 || text.utf8.contains(where: { $0 == 0x20 || $0 == 0x3A || $0 == 0x3D }) else {
            return text
        }
        var output = MaskedBytes(of: text)
        while let run = output.nextRun() {
            if run.isScheme, let end = output.endOfAddress() {
                output.replace(upTo: end) { hiding(inURL: $0) }
            } else if run.isSecret, !output.isInFilePath || SecretRun.isJWT(run.bytes) {
                output.replace(upTo: run.bytes.endIndex) { replacement(for: $0) }
            } else if let value = output.value(named: run) {
                output.skip(to: value.startIndex)
                output.replace(upTo: value.endIndex) { replacement(for: $0) }
            } else {
                output.skip(to: run.bytes.endIndex)
            }
        }
        return output.text
    }

    // MARK: - Addresses

    /// Replaces user information, values of query and fragment that are not known to be harmless, and long runs of the
    /// path that only a machine writes.
    func hiding(inURL url: String) -> String {
        let bytes = Array(url.utf8)
        let tail = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.endIndex
        return hidingUserInformation(in: bytes[..<tail]) + hidingValues(in: bytes[tail...])
    }

    private func hidingUserInformation(in head: ArraySlice<UInt8>) -> String {
        guard let colon = head.indices.first(where: { head[$0...].starts(with: "://".utf8) }) else {
            return hidingRuns(in: head)
        }
        let start = colon + 3
        let end = head[start...].firstIndex(of: UInt8(ascii: "/")) ?? head.endIndex
        let scheme = String(decoding: head[..<start], as: UTF8.self)
        guard let at = head[start..<end].lastIndex(of: UInt8(ascii: "@")) else {
            return scheme + hidingAssignments(in: head[start..<end]) + hidingRuns(in: head[end...])
        }
        return scheme + "<user information>" + String(decoding: head[at..<end], as: UTF8.self)
            + hidingRuns(in: head[end...])
    }

    /// Of a path, or of a value that is shown: long runs that only a machine writes, and `token=…` where no item stands.
    private func hidingRuns(in bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard bytes.count >= SecretRun.shortest || bytes.contains(UInt8(ascii: "=")) else { return text }
        var output = MaskedBytes(of: text)
        while let run = output.nextRun() {
            if run.isSecret {
                output.replace(upTo: run.bytes.endIndex) { replacement(for: $0) }
            } else if let value = output.value(named: run) {
                output.skip(to: value.startIndex)
                output.replace(upTo: value.endIndex) { replacement(for: $0) }
            } else {
                output.skip(to: run.bytes.endIndex)
            }
        }
        return output.text
    }

    /// Of a host, which may well be machine-made: only what a broken one has behind a secret's name.
    private func hidingAssignments(in host: ArraySlice<UInt8>) -> String {
        let text = String(decoding: host, as: UTF8.self)
        return host.contains(UInt8(ascii: "=")) ? hiding(in: text) : text
    }

    private func hidingValues(in tail: ArraySlice<UInt8>) -> String {
        var output = ""
        var rest = tail
        while let first = rest.first {
            let isSeparator = Self.separatesItems(first)
            if isSeparator { output.unicodeScalars.append(Unicode.Scalar(first)) }
            let item = rest.dropFirst(isSeparator ? 1 : 0).prefix { !Self.separatesItems($0) }
            output += hiding(inItem: item)
            rest = rest[item.endIndex...]
        }
        return output
    }

    private static func separatesItems(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: ";")
    }

    /// `name=value`, or an item without a name: a route in a fragment, a flag, a token.
    private func hiding(inItem item: ArraySlice<UInt8>) -> String {
        guard let equals = item.firstIndex(of: UInt8(ascii: "=")) else { return hidingRuns(in: item) }
        let value = item[item.index(after: equals)...]
        let isShown =
            value.isEmpty
            || SecretNames.isHarmless(item[..<equals])
            || !SecretNames.tellsOfASecret(item[..<equals]) && SecretRun.isTooShort(value)
        let start = String(decoding: item[...equals], as: UTF8.self)
        if let masked = ShownSecret(PercentEncoding.text(value)) { return start + masked.text }
        guard isShown else { return start + replacement(for: String(decoding: value, as: UTF8.self)) }
        return start + hidingAddress(value)
    }

    /// An address as a value, percent-encoded or not, has values of its own.
    private func hidingAddress(_ value: ArraySlice<UInt8>) -> String {
        let text = String(decoding: value, as: UTF8.self)
        let decoded = PercentEncoding.text(value)
        guard decoded != text || value.contains(UInt8(ascii: "/")) else { return hidingRuns(in: value) }
        let hidden = hiding(inURL: decoded)
        return hidden == decoded ? text : hidden
    }
}
