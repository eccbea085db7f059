import BridgePrimitives

/// How values are written, one row for each way, in the order in which they are tried.
enum ValueTable {
    struct Row: Sendable {
        let form: ValueForm
        let writers: [ValueWriter]
        /// Nil if the value is not written so.
        let read: @Sendable (ReadValue) -> ValueOutcome?

        init(_ form: ValueForm, by writers: [ValueWriter] = [], read: @escaping @Sendable (ReadValue) -> ValueOutcome?)
        {
            self.form = form
            self.writers = writers
            self.read = read
        }
    }

    static let rows: [Row] = [
        // What was meant needs no other question.
        Row(.intact) { $0.text == $0.meant ? .end(original: $0.text) : nil },
        Row(.empty) { $0.bytes.isEmpty ? .end(original: nil) : nil },
        Row(.spaceAround, by: [.shell]) { value in
            let trimmed = ASCIIText.trimmed(value.bytes)
            return trimmed != value.text ? .inside(trimmed) : nil
        },

        // Values that were printed.
        Row(.nothingWord, by: [.template]) { nothing.contains($0.text) ? .end(original: nil) : nil },
        Row(.printedPromise, by: [.missingAwait]) { isPrinted($0, promises) ? .end(original: nil) : nil },
        Row(.printedObject, by: [.template]) { isPrinted($0, objects) ? .end(original: nil) : nil },
        Row(.printedBytes, by: [.pythonBytes]) { value in
            guard value.text.hasPrefix("b"), let inner = unquoted(value.bytes.dropFirst()) else { return nil }
            return .inside(inner)
        },

        // Texts around a token.
        Row(.quoted, by: [.simpleCookie, .stringify, .tomcat]) { value in
            unquoted(value.bytes[...]).map { .inside($0) }
        },
        // js-cookie takes off the quotes and leaves what was escaped between them.
        Row(.quoted, by: [.simpleCookie]) { value in
            guard value.text.hasPrefix(#"{\""#) || value.text.hasPrefix(#"\""#) else { return nil }
            let quote = UInt8(ascii: "\"")
            return unquoted(([quote] + value.bytes + [quote])[...]).map { .inside($0) }
        },
        Row(.json, by: [.expressObject]) {
            $0.text.hasPrefix("j:") ? json(String($0.text.dropFirst(2)), $0.meant) : nil
        },
        Row(.encryptedCookie, by: [.laravel]) { laravel($0) ? .end(original: nil) : nil },
        Row(.json, by: [.stringifiedObject]) { json($0.text, $0.meant) },
        Row(.percentEncoded, by: [.encodedCookie, .foundationEncoding]) { value in
            guard value.bytes.contains(UInt8(ascii: "%")),
                let decoded = PercentEncoding.decode(value.bytes[...], plusIsBlank: false)
            else { return nil }
            return .inside(String(decoding: decoded, as: UTF8.self))
        },
        Row(.bearer, by: [.authorization]) { value in
            guard ASCIIText.isSame(value.bytes.prefix(7), "Bearer ".utf8) else { return nil }
            return .inside(String(decoding: value.bytes.dropFirst(7), as: UTF8.self))
        },

        // Cookies that frameworks sign or encrypt.
        Row(.signedCookie, by: [.cookieParser]) { value in
            guard value.text.hasPrefix("s:"), let dot = value.bytes.lastIndex(of: UInt8(ascii: ".")) else { return nil }
            return .inside(String(decoding: value.bytes[2..<max(2, dot)], as: UTF8.self))
        },
        Row(.signedCookie, by: [.django]) { value in
            let pieces = value.bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            guard pieces.count == 3, (5...8).contains(pieces[1].count), pieces[2].count == 43,
                pieces[1...].joined().allSatisfy(TokensInText.isPartByte)
            else { return nil }
            return .inside(String(decoding: pieces[0], as: UTF8.self))
        },
        Row(.signedCookie, by: [.flaskSession]) { flaskSession($0) ? .end(original: nil) : nil },
        Row(.signedCookie, by: [.railsSigned]) { dashed($0, pieces: 2, isLast: Hexadecimal.isText) },
        Row(.encryptedCookie, by: [.railsEncrypted]) { dashed($0, pieces: 3) { $0.count == 24 } },
        Row(.encryptedCookie, by: [.ironSession]) { $0.text.hasPrefix("Fe26.2*") ? .end(original: nil) : nil },
        Row(.encryptedCookie, by: [.authJS]) { value in
            value.parts.count == 5 && ReadValue.object(value.parts[0])?["enc"] != nil ? .end(original: nil) : nil
        },

        // Tokens that were changed.
        Row(.joined, by: [.addedHeader]) { joined($0) ? .end(original: nil) : nil },
        Row(.lineBroken, by: [.terminal]) { value in
            guard value.bytes.contains(where: ASCIIText.isSpace) else { return nil }
            let compact = String(decoding: value.bytes.filter { !ASCIIText.isSpace($0) }, as: UTF8.self)
            return looksLikeToken(compact) || compact.hasPrefix("ZXlK") ? .inside(compact) : nil
        },
        Row(.letterCase, by: [.normalised]) { value in
            let isOfToken = value.parts.count == 3 && ASCIIText.lowercased(value.bytes.prefix(3)) == "eyj"
            guard isOfToken, value.text == value.text.lowercased() || value.text == value.text.uppercased() else {
                return nil
            }
            return .end(original: nil)
        },
        Row(.padded, by: [.handMade]) { value in
            guard value.parts.count == 3, value.bytes.contains(UInt8(ascii: "=")), looksLikeToken(value.text) else {
                return nil
            }
            return .inside(String(decoding: value.bytes.filter { $0 != UInt8(ascii: "=") }, as: UTF8.self))
        },
        Row(.standardAlphabet, by: [.handMade]) { value in
            guard value.parts.count == 3, looksLikeToken(value.text),
                value.bytes.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") })
            else { return nil }
            return .inside(String(decoding: value.bytes.map(urlLetter), as: UTF8.self))
        },
        Row(.base64, by: [.encodedTwice]) { value in
            guard value.parts.count == 1, value.text.hasPrefix("ZXlK"), let decoded = StandardBase64.decode(value.text)
            else { return nil }
            return .inside(String(decoding: decoded, as: UTF8.self))
        },

        // What is left is a token, a piece of one, or something else.
        Row(.truncated, by: [.shortColumn]) { isTruncated($0) ? .end(original: nil) : nil },
        Row(.otherKind) { value in
            guard let meant = value.meant, value.kind != .other else { return nil }
            return ReadValue(meant, meant: nil).kind != value.kind ? .end(original: value.text) : nil
        },
        Row(.anotherToken, by: [.oldCookie]) { $0.meant != nil && $0.kind != .other ? .end(original: $0.text) : nil },
        Row(.intact) { $0.kind != .other ? .end(original: $0.text) : nil },
        Row(.unknownJWT) { $0.token != nil ? .end(original: $0.text) : nil },
        Row(.email) { isAddress($0.bytes) ? .end(original: nil) : nil },
        Row(.uid) { value in
            // As the auth service makes them.
            let isUID =
                value.bytes.count == 28 && value.bytes.allSatisfy { ASCIIText.isLetter($0) || ASCIIText.isDigit($0) }
            return isUID ? .end(original: nil) : nil
        },
    ]

    private static let otherwise = Row(.noToken) { _ in .end(original: nil) }

    static func first(for value: ReadValue) -> (row: Row, outcome: ValueOutcome) {
        for row in rows { if let outcome = row.read(value) { return (row, outcome) } }
        return (otherwise, .end(original: nil))
    }

    // MARK: - Printed values

    static let nothing: Set<String> = [
        "undefined", "null", "NULL", "Null", "NaN", "None", "nil", "<nil>", "(null)", "Optional(nil)", "nan",
    ]

    /// How a printed value begins and ends.
    struct Printed: Sendable {
        let start: String
        let end: String

        init(_ start: String, _ end: String = "") {
            self.start = start
            self.end = end
        }
    }

    static let promises: [Printed] = [
        // JavaScript; `{}` is how JSON has a promise.
        Printed("[object Promise]"), Printed("Promise {", "}"), Printed("{}"),
        // Python, Dart, .NET, Java, Ruby.
        Printed("<coroutine object ", ">"), Printed("<Future ", ">"), Printed("<Task ", ">"),
        Printed("Instance of 'Future", "'"), Printed("System.Threading.Tasks.Task"),
        Printed("java.util.concurrent.CompletableFuture@"), Printed("com.google.api.core."),
        Printed("#<Concurrent::Promise", ">"),
    ]

    static let objects: [Printed] = [
        Printed("[object ", "]"), Printed("<__main__.", ">"), Printed("#<", ">"), Printed("Instance of '", "'"),
        Printed("Optional(\"", "\")"),
    ]

    private static func isPrinted(_ value: ReadValue, _ table: [Printed]) -> Bool {
        table.contains { value.text.hasPrefix($0.start) && value.text.hasSuffix($0.end) }
    }

    // MARK: - Texts around a token

    /// Without quotes of either kind, and with what was escaped between them read, as JSON and cookies escape it.
    private static func unquoted(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.count >= 2, let quote = bytes.first, quote == bytes.last,
            quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
        else { return nil }
        let inner = bytes.dropFirst().dropLast()
        guard inner.contains(UInt8(ascii: "\\")) else { return String(decoding: inner, as: UTF8.self) }
        if let text = (try? JSONValue(parsing: bytes))?.stringValue { return text }
        var output: [UInt8] = []
        var rest = inner
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let next = rest.first else {
                output.append(byte)
                continue
            }
            // Python's cookies escape bytes in three octal digits.
            let digits = rest.prefix(3)
            let value = digits.reduce(0) { $0 << 3 | Int($1 & 7) }
            if digits.count == 3, digits.allSatisfy({ (0x30...0x37).contains($0) }), value < 256 {
                output.append(UInt8(value))
                rest = rest.dropFirst(3)
            } else {
                output.append(next)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The member of a JSON object, or of an object in it, that holds the token: the one that was meant, or the first
    /// that looks like one, or else one that is called so.
    private static func json(_ text: String, _ meant: String?) -> ValueOutcome? {
        guard text.utf8.first == UInt8(ascii: "{") || text.utf8.first == UInt8(ascii: "["),
            let json = try? JSONValue(parsing: text.utf8, valueLimit: 10_000)
        else { return nil }
        var found: [(path: String, text: String)] = []
        var waiting = [(path: "", value: json)]
        while let (path, value) = waiting.popLast() {
            func below(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
            switch value {
            case .string(let text): found.append((path, text))
            case .array(let elements):
                waiting += elements.enumerated().reversed().map { (below(String($0.offset)), $0.element) }
            case .object(let object): waiting += object.members.reversed().map { (below($0.name), $0.value) }
            case .null, .bool, .integer, .number: continue
            }
        }
        let token =
            found.first { $0.text == meant } ?? found.first { looksLikeToken($0.text) }
            ?? found.first { ASCIIText.lowercased($0.path).hasSuffix("token") }
        return token.map { .inside($0.text, member: $0.path) } ?? .end(original: nil)
    }

    /// Three parts of which the first begins as a JSON object does.
    private static func looksLikeToken(_ text: String) -> Bool {
        text.hasPrefix("eyJ") && text.utf8.filter { $0 == UInt8(ascii: ".") }.count == 2
    }

    private static func urlLetter(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        default: byte
        }
    }

    // MARK: - Cookies of frameworks

    /// Base64 of an object with `iv`, `value` and `mac`.
    private static func laravel(_ value: ReadValue) -> Bool {
        guard value.parts.count == 1, value.text.hasPrefix("eyJ"), let bytes = StandardBase64.decode(value.text),
            let object = (try? JSONValue(parsing: bytes))?.objectValue
        else { return false }
        return object["iv"] != nil && object["value"] != nil
    }

    /// `PAYLOAD.TIME.SIGNATURE`: the first part is JSON, but names no algorithm, and the second is a time.
    private static func flaskSession(_ value: ReadValue) -> Bool {
        guard value.parts.count == 3, (5...8).contains(value.parts[1].count), [27, 43].contains(value.parts[2].count),
            let payload = ReadValue.object(value.parts[0])
        else { return false }
        return payload["alg"] == nil
    }

    /// Pieces in base64 or hexadecimal with `--` between them.
    private static func dashed(_ value: ReadValue, pieces: Int, isLast: (String) -> Bool) -> ValueOutcome? {
        let found = value.text.split(separator: "--", omittingEmptySubsequences: false)
        guard found.count == pieces, let last = found.last, isLast(String(last)),
            found.allSatisfy({ !$0.isEmpty && StandardBase64.decode(String($0)) != nil })
        else { return nil }
        return .end(original: nil)
    }

    // MARK: - Tokens that were changed

    private static func joined(_ value: ReadValue) -> Bool {
        value.parts.count > 3 && TokensInText.places(in: value.text).count > 1
    }

    /// How long signatures are in base64url, by algorithm; of RSA those of the shortest keys that verifiers take.
    private static let signatureLengths: [String: Int] = [
        "RS256": 342, "RS384": 342, "RS512": 342, "PS256": 342, "PS384": 342, "PS512": 342, "ES256": 86, "ES384": 128,
        "ES512": 176, "EdDSA": 86, "HS256": 43, "HS384": 64, "HS512": 86,
    ]

    private static func isTruncated(_ value: ReadValue) -> Bool {
        if let meant = value.meant, meant.utf8.count > value.bytes.count, meant.utf8.starts(with: value.bytes) {
            return true
        }
        guard value.text.hasPrefix("eyJ") else { return false }
        guard value.parts.count == 3 else { return value.parts.count < 3 && value.bytes.allSatisfy(isTokenByte) }
        guard let algorithm = ReadValue.object(value.parts[0])?["alg"]?.stringValue,
            let length = signatureLengths[algorithm]
        else { return false }
        // An empty signature is that of an unsigned token, whatever its header says.
        return !value.parts[2].isEmpty && value.parts[2].count < length && value.token != nil
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ".") || TokensInText.isPartByte(byte)
    }

    private static func isAddress(_ bytes: [UInt8]) -> Bool {
        let pieces = bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        return pieces.count == 2 && !pieces[0].isEmpty && pieces[1].dropFirst().dropLast().contains(UInt8(ascii: "."))
            && bytes.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }
}

extension Hexadecimal {
    /// Whether a text is a digest in hexadecimal digits, of SHA-1 or longer.
    fileprivate static func isText(_ text: String) -> Bool {
        text.utf8.count >= 40 && text.utf8.allSatisfy { value($0) != nil }
    }
}

// What usually writes values so, by its own documentation, and what to change there.
extension ValueWriter {
    static let shell = Self(
        name: "Text that was read from a file or printed by a command", fix: "Trim it before it is used.")
    static let template = Self(
        name: "A template or a concatenation, such as `customtoken=${token}`",
        fix: "Check that there is a token before the text is put together.")
    static let missingAwait = Self(name: "A call without await", fix: "Await createCustomToken.")
    static let pythonBytes = Self(
        name: "Python's str() of what create_custom_token returned", fix: "Decode it: token.decode().")
    static let simpleCookie = Self(
        name: "Python's http.cookies, which Flask and Django use, for values with commas, blanks or quotation marks",
        fix: "Write the token alone, which needs no quotes.")
    static let stringify = Self(name: "JSON.stringify of a string", fix: "Write the string itself.")
    static let tomcat = Self(
        name: "Tomcat's LegacyCookieProcessor", fix: "Use the Rfc6265CookieProcessor, which is the default.")
    static let expressObject = Self(
        name: "Express's res.cookie with an object", fix: "Pass the token, not the object that holds it.")
    static let stringifiedObject = Self(
        name: "JSON.stringify of an object, or a cookie library that was given one",
        fix: "Pass the token, not the object that holds it.")
    static let encodedCookie = Self(
        name: "encodeURIComponent, as Express's res.cookie, js-cookie and PHP's setcookie apply it themselves",
        fix: "Don't encode before the library does, and decode as often where the value is read.")
    static let foundationEncoding = Self(
        name: "Swift's addingPercentEncoding with an alphabet that lacks dots", fix: "Write the token as it is.")
    static let authorization = Self(
        name: "The value of an Authorization header, copied whole", fix: "Cut off the word and the blank.")
    static let cookieParser = Self(
        name: "Express's res.cookie with signed: true", fix: "Leave `signed` out for this cookie.")
    static let django = Self(name: "Django's set_signed_cookie", fix: "Use set_cookie for this cookie.")
    static let flaskSession = Self(name: "Flask's session", fix: "Use response.set_cookie for the token.")
    static let railsSigned = Self(name: "Rails's cookies.signed", fix: "Use cookies[:name] for the token.")
    static let railsEncrypted = Self(name: "Rails's cookies.encrypted", fix: "Use cookies[:name] for the token.")
    static let laravel = Self(
        name: "Laravel's EncryptCookies", fix: "List the cookie with `encryptCookies(except: [...])`.")
    static let ironSession = Self(name: "iron-session", fix: "Set a cookie of its own for the token.")
    static let authJS = Self(name: "Auth.js's session cookie", fix: "Set a cookie of its own for the token.")
    static let addedHeader = Self(
        name: "A header or a text that was added to, not set", fix: "Set the value, so that the old one goes.")
    static let terminal = Self(name: "A terminal, a mail or base64 in lines", fix: "Write the token in one line.")
    static let normalised = Self(
        name: "code that puts text into one letter case, such as toLowerCase()",
        fix: "Leave the value's letters as they are.")
    static let handMade = Self(
        name: "A token put together by hand with ordinary base64", fix: "Encode with base64url, without padding.")
    static let encodedTwice = Self(name: "btoa or base64 of the whole token", fix: "Write the token as it is.")
    static let shortColumn = Self(
        name: "A column of a database, such as VARCHAR(255), or a buffer", fix: "Make room for 4096 bytes.")
    static let oldCookie = Self(
        name: "An older cookie of the same name with another path or domain",
        fix: "Delete the old cookie with its own path and domain.")
}
