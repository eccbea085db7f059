public import BridgePrimitives

/// Reads HTTP Archives, versions 1.1 and 1.2, in the dialects of those who write them.
///
/// What differs: cookies stand in the fields `Cookie` and `Set-Cookie`, in lists of their own, or in both; several
/// `Set-Cookie` are several fields, or one with line ends in it; HTTP/2 adds fields that begin with a colon; sizes and times
/// that are not known are -1 or missing; a time may lack its zone; Chrome, unless told otherwise, leaves cookies out.
public struct HARReader: Sendable {
    /// In bytes.
    public static let sizeLimit = 256 << 20
    /// More than a person records.
    public static let mostEntries = 20_000
    /// How many defects are told.
    public static let mostDefects = 100
    private static let longestBody = 64 << 10

    private var defects: [Capture.Defect] = []
    private var last: Instant?
    private var leftOut: [String: Int] = [:]
    /// The titles of pages, by their ids.
    private var pages: [String: String] = [:]
    /// Pages of which an entry was read.
    private var begun: Set<String> = []
    private var assumed: [Int] = []

    private init() {}

    /// - Parameters:
    ///   - bytes: a whole file; a byte order mark may stand before it.
    ///   - name: what the file is called in a failure.
    /// - Throws: `har/unreadable`, `har/not-a-har`, `har/empty`, `har/too-large`. An entry that makes no sense is a defect, and left out.
    /// - Complexity: O(n) in bytes.
    public static func read(_ bytes: [UInt8], named name: String = "the file") throws(BridgeFailure) -> Capture {
        guard bytes.count <= sizeLimit else {
            throw CaptureReason.tooLarge.failure("\(name) is larger than \(sizeLimit >> 20) MiB")
        }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw CaptureReason.unreadable.failure("\(name) is UTF-16, and a HAR is UTF-8")
        }
        let json: JSONValue
        do { json = try JSONValue(parsing: bytes.withoutByteOrderMark) } catch {
            throw CaptureReason.unreadable.failure("\(name) is \(error)")
        }
        guard let log = json["log"]?.objectValue, let entries = log["entries"]?.arrayValue else {
            throw CaptureReason.notHAR.failure("\(name) has no log with a list of entries")
        }
        guard !entries.isEmpty else { throw CaptureReason.empty.failure("\(name) has an empty list of entries") }
        guard entries.count <= mostEntries else {
            throw CaptureReason.tooLarge.failure("\(name) has \(entries.count) entries, and \(mostEntries) are read")
        }
        var reader = HARReader()
        for page in log["pages"]?.arrayValue ?? [] {
            guard let id = page["id"]?.stringValue else { continue }
            reader.pages[id] = page["title"]?.stringValue ?? ""
        }
        let exchanges = entries.enumerated().compactMap { reader.exchange($0.element, at: $0.offset) }
        reader.noteAssumed()
        let creator = [log["creator"]?["name"], log["creator"]?["version"]].compactMap { $0?.stringValue }
        return Capture(
            producer: creator.filter { !$0.isEmpty }.joined(separator: " "),
            // Some list entries as they ended; the order of equal times is the file's.
            exchanges: exchanges.enumerated().sorted {
                ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
            }.map(\.element),
            leftOut: reader.leftOut.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, defects: reader.defects,
            isComplete: exchanges.allSatisfy { $0.facts != nil })
    }

    private mutating func note(_ place: String, _ cause: String) {
        if defects.count < Self.mostDefects { defects.append(Capture.Defect(place: place, cause: cause)) }
    }

    // MARK: - An entry

    private mutating func exchange(_ entry: JSONValue, at index: Int) -> CapturedExchange? {
        let place = "entries[\(index)]"
        guard let request = entry["request"]?.objectValue else {
            note(place, "it has no request, and is left out")
            return nil
        }
        guard let url = request["url"]?.stringValue, !url.isEmpty else {
            note("\(place).request", "it has no url, and is left out")
            return nil
        }
        // Pages load data: and blob: addresses and open sockets; none of them has a jar.
        guard url.hasPrefix("http://") || url.hasPrefix("https://") else {
            leftOut[Self.scheme(of: url), default: 0] += 1
            return nil
        }
        let response = entry["response"]?.objectValue ?? JSONObject()
        let fields = fields(request["headers"], "\(place).request.headers")
        let metadata = FetchMetadata(fields)
        let answers = named(response["headers"], "\(place).response.headers")
        let start = start(entry["startedDateTime"], place)
        let status = response["status"]?.integerValue.flatMap { (100...999).contains($0) ? Int($0) : nil }
        let location = answers.first { $0.name == "location" }?.value ?? response["redirectURL"]?.stringValue
        let bridge = entry["_bridge"].flatMap { $0.objectValue == nil ? nil : $0 }
        let page = entry["pageref"]?.stringValue ?? ""
        let client =
            bridge.map { CapturedClient(bridge: $0, page: pages[page] ?? page) }
            ?? CapturedClient(entry: entry, userAgent: fields.first { $0.name == "user-agent" }?.value)
        let method = request["method"]?.stringValue ?? "GET"
        let kind = entry["_resourceType"]?.stringValue.map(ASCIIText.lowercased)
        let isFirst = begun.insert(page).inserted && !page.isEmpty
        let isAssumed =
            bridge == nil && kind == nil && metadata.saysNothing && client?.isApp != true && method == "GET"
            && Self.mayBePage(response["content"]?["mimeType"]?.stringValue, status, isFirstOfPage: isFirst)
        if isAssumed { assumed.append(index) }
        let isDocument = isAssumed || metadata.isDocument(recordedAs: kind)
        return CapturedExchange(
            number: index + 1, client: client, method: method, url: MaskedRecording.address(url), start: start,
            duration: Self.duration(entry), isDocument: isDocument,
            isAssumedDocument: isAssumed, isUnasked: metadata.isUnasked,
            // The address of a form's page is another origin's too.
            mayOmitCredentials: bridge?["mayOmitCredentials"]?.boolValue
                ?? (!isDocument
                    && metadata.mayOmitCredentials(method, url, allowed: FetchMetadata.allowsCredentials(answers))),
            cookieHeader: Self.filled(
                cookieHeader(fields, request["cookies"], "\(place).request"), bridge?["sent"], bridge),
            bearer: metadata.bearer,
            status: status, location: location.flatMap { $0.isEmpty ? nil : MaskedRecording.address($0) },
            setCookies: setCookies(answers, response["cookies"], "\(place).response").map {
                Self.filled($0, bridge?["writes"], bridge, isSetCookie: true) ?? $0
            },
            refusal: Self.refusal(url, status, response["content"]),
            refreshTokens: BodyTokens.tokens(to: url, request["postData"], answer: response["content"]),
            webTokens: BodyTokens.webTokens(request["postData"], answer: response["content"]),
            facts: bridge.map { CapturedFacts($0) })
    }

    /// Where no request says what it is for, its answer tells: a page's is HTML. What is the first of a page of the file's
    /// may also have been redirected, or lack its type.
    private static func mayBePage(_ type: String?, _ status: Int?, isFirstOfPage: Bool) -> Bool {
        let type = ASCIIText.lowercased(String((type ?? "").prefix { $0 != ";" }))
        if type == "text/html" || type == "application/xhtml+xml" { return true }
        let isRedirect = status.map { (300..<400).contains($0) } ?? false
        return isFirstOfPage && (isRedirect || type.isEmpty || type == "x-unknown")
    }

    private mutating func noteAssumed() {
        guard let first = assumed.first else { return }
        let (count, their) =
            assumed.count == 1 ? ("it is", "its answer") : ("\(assumed.count) such are", "their answers")
        note(
            "entries[\(first)]",
            "the request says neither Accept nor Sec-Fetch-Dest; \(count) taken for a page by the type of \(their)")
    }

    /// As it is told to people: what is no scheme that anybody knows may be anything.
    private static func scheme(of url: String) -> String {
        let scheme = ASCIIText.lowercased(String(url.prefix { $0 != ":" }))
        let isOne =
            (1..<min(max(url.utf8.count, 2), 20)).contains(scheme.utf8.count) && scheme.utf8.count < url.utf8.count
            && scheme.utf8.allSatisfy { ASCIIText.isLetter($0) || $0 == UInt8(ascii: "-") }
        return isOne ? scheme : "other"
    }

    private typealias Field = (name: String, value: String)

    /// Names in lower case; HTTP/2's pseudo-fields are none.
    private mutating func fields(_ list: JSONValue?, _ place: String) -> [Field] {
        named(list, place).filter { !$0.name.hasPrefix(":") }
    }

    private mutating func named(_ list: JSONValue?, _ place: String) -> [Field] {
        guard let list = list?.arrayValue else { return [] }
        var fields: [Field] = []
        for item in list {
            guard let name = item["name"]?.stringValue, let value = item["value"]?.stringValue else {
                note(place, "a field has no name or no value, and is left out")
                continue
            }
            fields.append((ASCIIText.lowercased(name), value))
        }
        return fields
    }

    // MARK: - Cookies

    private mutating func cookieHeader(_ fields: [Field], _ list: JSONValue?, _ place: String) -> Secret<String>? {
        // HTTP/2 may carry each cookie in a field of its own (RFC 9113 §8.2.3).
        let header = fields.filter { $0.name == "cookie" }.map(\.value).filter { !$0.isEmpty }.joined(separator: "; ")
        let pairs = (list?.arrayValue ?? []).compactMap { item in
            item["name"]?.stringValue.map { "\($0)=\(item["value"]?.stringValue ?? "")" }
        }
        if header.isEmpty { return pairs.isEmpty ? nil : Secret(pairs.joined(separator: "; ")) }
        let count = header.utf8.split(separator: UInt8(ascii: ";")).count
        if !pairs.isEmpty, pairs.count != count {
            note(place, "the Cookie field has \(count) cookies, and cookies lists \(pairs.count); the field counts")
        }
        return Secret(header)
    }

    /// In recordings of this tool, whose values are masked, and as long as they were for whoever measures them.
    private static func filled(
        _ line: Secret<String>?, _ sizes: JSONValue?, _ bridge: JSONValue?, isSetCookie: Bool = false
    ) -> Secret<String>? {
        guard bridge != nil, let line else { return line }
        var known: [String: Int] = [:]
        for item in sizes?.arrayValue ?? [] {
            if let name = item["name"]?.stringValue, let size = item["bytes"]?.integerValue {
                known[name] = Int(clamping: size)
            }
        }
        return Secret(MaskedRecording.cookies(line.reveal(), known, isSetCookie: isSetCookie))
    }

    private mutating func setCookies(_ fields: [Field], _ list: JSONValue?, _ place: String) -> [Secret<String>] {
        let lines = fields.filter { $0.name == "set-cookie" }.flatMap { field in
            field.value.utf8.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).map { String($0) ?? "" }
        }
        let cookies = lines.flatMap(FoldedSetCookie.parts)
        if cookies.count > lines.count {
            note(place, "a Set-Cookie field has several cookies, folded at commas; they are read one by one")
        }
        if !cookies.isEmpty { return cookies.map { Secret($0) } }
        let listed = (list?.arrayValue ?? []).compactMap(Self.line)
        if !listed.isEmpty { note(place, "it has no Set-Cookie field; the lines are put together from cookies") }
        return listed.map { Secret($0) }
    }

    /// A `Set-Cookie` line from what HAR keeps of one.
    private static func line(_ cookie: JSONValue) -> String? {
        guard let name = cookie["name"]?.stringValue else { return nil }
        var line = "\(name)=\(cookie["value"]?.stringValue ?? "")"
        func add(_ attribute: String, _ member: String) {
            if let value = cookie[member]?.stringValue, !value.isEmpty { line += "; \(attribute)=\(value)" }
        }
        add("Path", "path")
        add("Domain", "domain")
        // In a HAR a time as RFC 3339 has it, on the wire one of HTTP's.
        if let expires = cookie["expires"]?.stringValue, !expires.isEmpty {
            line += "; Expires=\(Instant(rfc3339: expires)?.imfFixdate ?? expires)"
        }
        add("SameSite", "sameSite")
        if cookie["secure"]?.boolValue == true { line += "; Secure" }
        if cookie["httpOnly"]?.boolValue == true { line += "; HttpOnly" }
        return line
    }

    // MARK: - Times

    private mutating func start(_ value: JSONValue?, _ place: String) -> Instant {
        let time = value?.stringValue.flatMap(Self.instant)
        if let time, time.isGuessed { note(place, "startedDateTime names no zone, and is taken as UTC") }
        let start = time?.instant ?? (last ?? .epoch) + .milliseconds(1)
        if time == nil { note(place, "startedDateTime is missing or no time; its place in the file counts") }
        last = start
        return start
    }

    /// RFC 3339, also with the zone as `+0900`, or without one.
    private static func instant(_ text: String) -> (instant: Instant, isGuessed: Bool)? {
        if let instant = Instant(rfc3339: text) { return (instant, false) }
        let bytes = Array(text.utf8)
        if bytes.count > 5, bytes[bytes.count - 5] == UInt8(ascii: "+") || bytes[bytes.count - 5] == UInt8(ascii: "-"),
            let instant = Instant(rfc3339: String(text.dropLast(2)) + ":" + text.suffix(2))
        {
            return (instant, false)
        }
        return Instant(rfc3339: text + "Z").map { ($0, true) }
    }

    private static func duration(_ entry: JSONValue) -> Duration {
        func milliseconds(_ value: JSONValue?) -> Double {
            let number: Double =
                switch value {
                case .integer(let integer)?: Double(integer)
                case .number(let number)?: number
                default: 0
                }
            // Not known is -1; nobody waits for a day.
            return number.isFinite ? min(max(number, 0), 86_400_000) : 0
        }
        let phases = ["blocked", "dns", "connect", "send", "wait"].reduce(0.0) {
            $0 + milliseconds(entry["timings"]?[$1])
        }
        let whole = milliseconds(entry["time"])
        return .milliseconds(Int64(phases > 0 ? min(phases, max(whole, phases)) : whole))
    }

    // MARK: - What else is told

    /// `error.message` of an answer of Identity Toolkit's or the token endpoint's.
    private static func refusal(_ url: String, _ status: Int?, _ content: JSONValue?) -> String? {
        guard let status, status >= 400, url.contains("identitytoolkit") || url.contains("securetoken") else {
            return nil
        }
        guard var body = content?["text"]?.stringValue, body.utf8.count <= longestBody else { return nil }
        if content?["encoding"]?.stringValue == "base64" {
            body = StandardBase64.decode(body).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
        return (try? JSONValue(parsing: body))?["error"]?["message"]?.stringValue
    }
}
