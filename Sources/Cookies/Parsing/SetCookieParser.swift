import BridgePrimitives

/// Which way a text came in.
enum CookieWriter {
    case response, script
}

/// The parser of `Set-Cookie` (RFC 6265bis §5.6), with the profile's deviations.
///
/// It works on places in the line; only name, value and path become texts of their own.
struct SetCookieParser {
    /// How many bytes of the line are read.
    private let end: Int
    private let isASCII: Bool
    private let rules: ParsingRules
    private let writer: CookieWriter
    private var maxAge: Int64?
    private var expires: Instant?
    private var lastWasMaxAge = false

    /// Longest line that is looked at, in bytes, where the profile sets no limit of its own.
    static let lineLimit = 1 << 20

    /// - Complexity: O(n) in bytes.
    static func parse(_ line: [UInt8], writer: CookieWriter, rules: ParsingRules) -> ParsedSetCookie {
        let survey = ByteSurvey(line)
        var parsed = ParsedSetCookie()
        var end = line.count
        if !survey.isASCII, writer == .response, rules.headerText == .cutAtFirst {
            end = line.firstIndex { $0 >= 0x80 } ?? end
            parsed.note(.textAltered)
        }
        if rules.controlCharacters == .truncate, let control = truncation(of: line[..<end]) {
            end = control
            parsed.note(.textAltered)
        }
        var parser = SetCookieParser(
            end: end, isASCII: survey.isASCII, rules: rules, writer: writer)
        parser.run(line, into: &parsed, survey: survey)
        return parsed
    }

    /// Where the text ends for engines that stop at the first control character, attributes and all. A TAB among the
    /// blanks before a name or value is one of them.
    private static func truncation(of line: ArraySlice<UInt8>) -> Int? {
        var isBeforeText = true
        for place in line.indices {
            let byte = line[place]
            if byte < Byte.space, byte != Byte.tab || !isBeforeText { return place }
            isBeforeText = byte == Byte.equals || byte == Byte.semicolon || (isBeforeText && byte.isBlank)
        }
        return nil
    }

    private mutating func run(_ line: [UInt8], into parsed: inout ParsedSetCookie, survey: ByteSurvey) {
        guard end <= Self.lineLimit else {
            parsed.refusals.append(.pairTooLarge)
            return
        }
        // Step 1: control characters discard the cookie.
        if rules.controlCharacters != .truncate, survey.hasForbiddenControl,
            end == line.count || line[..<end].contains(where: \.isForbiddenControl)
        {
            parsed.refusals.append(.controlCharacter)
        }
        // Step 2: the pair ends at the first semicolon.
        let pairEnd = endOfPair(line)
        takePair(line, 0..<pairEnd, into: &parsed)
        takeAttributes(line, pairEnd..<end, into: &parsed)

        // §5.7, step 6: Max-Age has precedence over Expires.
        if let maxAge, expires == nil || lastWasMaxAge || rules.precedence == .maxAge {
            parsed.lifetime = .age(maxAge)
        } else if let expires {
            parsed.lifetime = .until(expires)
        }
        // Deletes what has no name either.
        if parsed.isEmpty { parsed.lifetime = .age(0) }
    }

    private func endOfPair(_ line: [UInt8]) -> Int {
        let plain = line.position(of: Byte.semicolon, in: 0..<end)
        guard rules.quotedSemicolonProtected, line.position(of: Byte.quote, in: 0..<plain) < plain else { return plain }
        var isQuoted = false
        for index in 0..<end {
            if line[index] == Byte.quote { isQuoted.toggle() }
            if line[index] == Byte.semicolon, !isQuoted { return index }
        }
        return isQuoted ? plain : end  // a quote that never closes protects nothing
    }

    private func takePair(_ line: [UInt8], _ pair: Range<Int>, into parsed: inout ParsedSetCookie) {
        // Steps 3 and 4: the first equals sign separates; without one all is value. Blanks around are dropped.
        var name = pair.lowerBound..<pair.lowerBound, value = pair
        let equals = line.position(of: Byte.equals, in: pair)
        if equals < pair.upperBound {
            (name, value) = (pair.lowerBound..<equals, equals + 1..<pair.upperBound)
        } else if writer == .script, rules.scriptTextGetsEquals, !line.trimmed(pair).isEmpty {
            (name, value) = (pair, pair.upperBound..<pair.upperBound)
            parsed.note(.equalsAppended)
        }
        (name, value) = (line.trimmed(name), line.trimmed(value))
        if rules.controlCharacters == .rejectWithInnerTab,
            line[name].contains(Byte.tab) || line[value].contains(Byte.tab), parsed.refusals.isEmpty
        {
            parsed.refusals.append(.controlCharacter)
        }
        parsed.name = decoded(line, name, into: &parsed)
        parsed.value = decoded(line, value, into: &parsed)
        // §5.7, steps 2 to 4.
        if name.isEmpty, value.isEmpty {
            if rules.emptyTextRemovesNameless { parsed.isEmpty = true } else { parsed.refusals.append(.empty) }
        }
        if name.count + value.count > rules.pairLimit {
            parsed.refusals.append(.pairTooLarge)
        }
        guard name.isEmpty, !value.isEmpty else { return }
        switch rules.nameless {
        case .store: break
        case .storeUnlessValueHasEquals: if line[value].contains(Byte.equals) { parsed.refusals.append(.syntax) }
        case .refuse: parsed.refusals.append(.syntax)
        }
    }

    /// Steps 5 and later: one attribute a round. The last usable one of a name wins.
    private mutating func takeAttributes(_ line: [UInt8], _ text: Range<Int>, into parsed: inout ParsedSetCookie) {
        var start = text.lowerBound
        while start < text.upperBound {
            start += 1  // the semicolon
            let (equals, end) = line.attribute(in: start..<text.upperBound)
            let name = AttributeName(line, line.trimmed(start..<equals))
            let value = line.trimmed(min(equals + 1, end)..<end)
            if value.count > rules.attributeLimit
                || (rules.ignoresBareAttributes && equals == end && name?.needsValue == true)
            {
                parsed.note(.attributeIgnored)
            } else if let name {
                take(line, name, value: value, into: &parsed)
            }
            start = end
        }
    }

    private mutating func take(
        _ line: [UInt8], _ name: AttributeName, value: Range<Int>, into parsed: inout ParsedSetCookie
    ) {
        switch name {
        case .path: parsed.path = decoded(line, value, into: &parsed)
        case .domain: parsed.domain = value
        case .secure: parsed.isSecure = true
        case .maxAge: takeMaxAge(line[value], into: &parsed)
        case .expires: takeExpires(line[value], into: &parsed)
        case .httpOnly: parsed.isHTTPOnly = true
        case .sameSite: takeSameSite(line, value, into: &parsed)
        case .partitioned: parsed.isPartitioned = true
        }
    }

    private mutating func takeMaxAge(_ value: ArraySlice<UInt8>, into parsed: inout ParsedSetCookie) {
        if value.isEmpty, rules.emptyMaxAgeExpires {
            (maxAge, lastWasMaxAge) = (0, true)
        } else if let seconds = MaxAge.parse(value, takesPlus: rules.maxAgeTakesPlus) {
            (maxAge, lastWasMaxAge) = (seconds, true)
        } else {
            if rules.unusableLifetime == .forgetsEarlier { maxAge = nil }
            parsed.note(.attributeIgnored)
        }
    }

    private mutating func takeExpires(_ value: ArraySlice<UInt8>, into parsed: inout ParsedSetCookie) {
        if let moment = CookieDate.parse(value, dialect: rules.dates) {
            (expires, lastWasMaxAge) = (moment, false)
        } else {
            if rules.unusableLifetime != .earlierStays { expires = nil }
            if rules.unusableLifetime == .expiresForgetsAll { maxAge = nil }
            parsed.note(.attributeIgnored)
        }
    }

    private func takeSameSite(_ line: [UInt8], _ value: Range<Int>, into parsed: inout ParsedSetCookie) {
        if line.isWord("strict", at: value) {
            parsed.sameSite = .strict
        } else if line.isWord("lax", at: value) {
            parsed.sameSite = .lax
        } else if line.isWord("none", at: value) {
            parsed.sameSite = rules.noneIsReadAs
        } else {
            parsed.sameSite = rules.unknownSameSiteIsReadAs
            parsed.note(.attributeIgnored)
        }
    }

    private func decoded(_ line: [UInt8], _ range: Range<Int>, into parsed: inout ParsedSetCookie)
        -> ParsedSetCookie.LineText
    {
        guard !isASCII else { return .place(range) }
        let (text, isAltered) = CookieText.decode(line[range], rule: writer == .script ? .utf8 : rules.headerText)
        if isAltered { parsed.note(.textAltered) }
        return .decoded(text)
    }
}
