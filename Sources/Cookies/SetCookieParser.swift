import BridgePrimitives

/// Which way a text came in.
enum CookieWriter {
    case response, script
}

/// The parser of `Set-Cookie` (RFC 6265bis §5.6), with the profile's deviations.
struct SetCookieParser {
    private let line: ArraySlice<UInt8>
    private let rules: ParsingRules
    private let writer: CookieWriter
    private var parsed = ParsedSetCookie()
    private var maxAge: Int64?
    private var expires: Instant?
    private var lastWasMaxAge = false

    /// Longest line that is looked at, in bytes, where the profile sets no limit of its own.
    static let lineLimit = 1 << 20

    /// - Complexity: O(n) in bytes.
    static func parse(_ line: ArraySlice<UInt8>, writer: CookieWriter, rules: ParsingRules) -> ParsedSetCookie {
        var parser = SetCookieParser(line: line, rules: rules, writer: writer)
        parser.run()
        return parser.parsed
    }

    private init(line: ArraySlice<UInt8>, rules: ParsingRules, writer: CookieWriter) {
        (self.rules, self.writer) = (rules, writer)
        guard writer == .response, rules.headerText == .cutAtFirst else {
            self.line = line
            return
        }
        self.line = line.prefix { $0 < 0x80 }
        if self.line.count < line.count { parsed.note(.textAltered) }
    }

    private mutating func run() {
        guard line.count <= Self.lineLimit else {
            parsed.refusals.append(.pairTooLarge)
            return
        }
        // Step 1: control characters discard the cookie.
        if rules.controlCharacters != .truncate, line.contains(where: \.isForbiddenControl) {
            parsed.refusals.append(.controlCharacter)
        }
        // Step 2: the pair ends at the first semicolon.
        let pairEnd = endOfPair()
        takePair(line[..<pairEnd])
        takeAttributes(line[pairEnd...])

        // §5.7, step 6: Max-Age has precedence over Expires.
        if let maxAge, expires == nil || lastWasMaxAge || rules.precedence == .maxAge {
            parsed.lifetime = .age(maxAge)
        } else if let expires {
            parsed.lifetime = .until(expires)
        }
    }

    private func endOfPair() -> Int {
        let plain = line.firstIndex(of: Byte.semicolon) ?? line.endIndex
        guard rules.quotedSemicolonProtected, line[..<plain].contains(Byte.quote) else { return plain }
        var isQuoted = false
        for index in line.indices {
            if line[index] == Byte.quote { isQuoted.toggle() }
            if line[index] == Byte.semicolon, !isQuoted { return index }
        }
        return isQuoted ? plain : line.endIndex  // a quote that never closes protects nothing
    }

    private mutating func takePair(_ pair: ArraySlice<UInt8>) {
        // Steps 3 and 4: the first equals sign separates; without one all is value. Blanks around are dropped.
        var name = pair.prefix(0), value = pair
        if let equals = pair.firstIndex(of: Byte.equals) {
            (name, value) = (pair[..<equals], pair[(equals + 1)...])
        } else if writer == .script, rules.scriptTextGetsEquals, !pair.trimmed.isEmpty {
            (name, value) = (pair, pair.prefix(0))
            parsed.note(.equalsAppended)
        }
        (name, value) = (untilControl(name.trimmed), untilControl(value.trimmed))
        if rules.controlCharacters == .rejectWithInnerTab, name.contains(Byte.tab) || value.contains(Byte.tab),
            parsed.refusals.isEmpty
        {
            parsed.refusals.append(.controlCharacter)
        }
        parsed.name = decoded(name)
        parsed.value = decoded(value)
        // §5.7, steps 2 to 4.
        if name.isEmpty, value.isEmpty { parsed.refusals.append(.empty) }
        if name.count + value.count > rules.pairLimit {
            parsed.refusals.append(.pairTooLarge)
        }
        guard name.isEmpty, !value.isEmpty else { return }
        switch rules.nameless {
        case .store: break
        case .storeUnlessValueHasEquals: if value.contains(Byte.equals) { parsed.refusals.append(.syntax) }
        case .refuse: parsed.refusals.append(.syntax)
        }
    }

    /// Steps 5 and later: one attribute a round. The last usable one of a name wins.
    private mutating func takeAttributes(_ text: ArraySlice<UInt8>) {
        var rest = text
        while !rest.isEmpty {
            rest = rest.dropFirst()  // the semicolon
            let end = rest.firstIndex(of: Byte.semicolon) ?? rest.endIndex
            let attribute = rest[..<end]
            rest = rest[end...]
            let equals = attribute.firstIndex(of: Byte.equals)
            let name = attribute[..<(equals ?? end)].trimmed
            let value = equals.map { attribute[($0 + 1)...].trimmed } ?? attribute.suffix(0)
            if value.count > rules.attributeLimit {
                parsed.note(.attributeIgnored)
                continue
            }
            take(attribute: name, value: value)
        }
    }

    private mutating func take(attribute name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
        switch name.count {
        case 4 where name.equalsIgnoringCase("path"): parsed.path = decoded(value)
        case 6 where name.equalsIgnoringCase("domain"): parsed.domain = value
        case 6 where name.equalsIgnoringCase("secure"): parsed.isSecure = true
        case 7 where name.equalsIgnoringCase("max-age"): takeMaxAge(value)
        case 7 where name.equalsIgnoringCase("expires"): takeExpires(value)
        case 8 where name.equalsIgnoringCase("httponly"): parsed.isHTTPOnly = true
        case 8 where name.equalsIgnoringCase("samesite"): takeSameSite(value)
        case 11 where name.equalsIgnoringCase("partitioned"): parsed.isPartitioned = true
        default: break
        }
    }

    private mutating func takeMaxAge(_ value: ArraySlice<UInt8>) {
        if value.isEmpty, rules.emptyMaxAgeExpires {
            (maxAge, lastWasMaxAge) = (0, true)
        } else if let seconds = MaxAge.parse(value, takesPlus: rules.maxAgeTakesPlus) {
            (maxAge, lastWasMaxAge) = (seconds, true)
        } else {
            parsed.note(.attributeIgnored)
        }
    }

    private mutating func takeExpires(_ value: ArraySlice<UInt8>) {
        if let moment = CookieDate.parse(value, dialect: rules.dates) {
            (expires, lastWasMaxAge) = (moment, false)
        } else {
            parsed.note(.attributeIgnored)
        }
    }

    private mutating func takeSameSite(_ value: ArraySlice<UInt8>) {
        if value.equalsIgnoringCase("strict") {
            parsed.sameSite = .strict
        } else if value.equalsIgnoringCase("lax") {
            parsed.sameSite = .lax
        } else if value.equalsIgnoringCase("none") {
            parsed.sameSite = rules.noneIsReadAs
        } else {
            parsed.sameSite = rules.unknownSameSiteIsReadAs
            parsed.note(.attributeIgnored)
        }
    }

    private mutating func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        let (text, isAltered) = CookieText.decode(bytes, rule: writer == .script ? .utf8 : rules.headerText)
        if isAltered { parsed.note(.textAltered) }
        return text
    }

    /// For engines that end a name or value at the first control character instead of refusing it.
    private mutating func untilControl(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard rules.controlCharacters == .truncate else { return bytes }
        let kept = bytes.prefix { $0 >= Byte.space }
        if kept.count < bytes.count { parsed.note(.textAltered) }
        return kept
    }
}
