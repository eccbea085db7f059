import BridgePrimitives
import BridgeTrace
import Captures

/// A recording without its secrets, as a HAR that is explained as the recording is: written anew from what counts, so that
/// nothing comes along that nobody thought of.
struct MaskedCapture {
    private var standIns: CaptureStandIns
    /// Whose jar a request is asked of, as it is told in the file.
    private var clients: [CapturedClient: CapturedClient] = [:]

    init(seed: UInt64) {
        let masking = Masking(.fingerprints)
        standIns = CaptureStandIns(seed: seed, masking: masking)
    }

    mutating func har(of capture: Capture) -> JSONValue {
        // What is a cookie's value somewhere is a secret in every path, and in what clients call themselves.
        for exchange in capture.exchanges { _ = entry(exchange) }
        for client in capture.exchanges.compactMap(\.client) where clients[client] == nil {
            clients[client] = masked(client)
        }
        return [
            "log": [
                "version": "1.2",
                "creator": ["name": .string(name(capture.producer, or: "recorder")), "version": ""],
                "entries": .array(capture.exchanges.map { entry($0) }),
            ]
        ]
    }

    private mutating func masked(_ client: CapturedClient) -> CapturedClient {
        let number = clients.count + 1
        return CapturedClient(
            number: number, name: name(client.name, or: "client \(number)"), kind: client.kind,
            place: standIns.needed(client.place), profile: client.profile)
    }

    /// A cookie's name.
    mutating func cookie(_ name: String) -> String { standIns.needed(name) }

    /// A name that people gave: as it is, or what stands for it.
    func name(_ name: String, or other: String) -> String {
        standIns.isHarmless(name) ? String(name.prefix(80)) : other
    }

    private mutating func entry(_ exchange: CapturedExchange) -> JSONValue {
        func field(_ name: String, _ value: String) -> JSONValue { ["name": .string(name), "value": .string(value)] }
        var fields = [field("Sec-Fetch-Dest", exchange.isDocument ? "document" : "empty")]
        if exchange.isUnasked { fields.append(field("Sec-Fetch-Site", "none")) }
        if exchange.mayOmitCredentials {
            fields += [field("Sec-Fetch-Mode", "cors"), field("Sec-Fetch-Site", "cross-site")]
        }
        if let cookie = exchange.cookieHeader { fields.append(field("Cookie", pairs(cookie.reveal()))) }
        if let bearer = exchange.bearer {
            fields.append(field("Authorization", "Bearer " + standIns.value(bearer.reveal())))
        }
        var answers: [JSONValue] = []
        if let location = exchange.location { answers.append(field("Location", address(location))) }
        for line in exchange.setCookies { answers.append(field("Set-Cookie", setCookie(line.reveal()))) }
        var content = JSONObject()
        if let refusal = exchange.refusal {
            let body: JSONValue = ["error": ["message": .string(code(of: refusal))]]
            content["text"] = .string(body.text())
        }
        let entry: JSONValue = [
            "startedDateTime": .string(exchange.start.rfc3339), "time": .integer(exchange.duration.wholeMilliseconds),
            "request": [
                "method": .string(standIns.needed(exchange.method)), "url": .string(address(exchange.url)),
                "headers": .array(fields),
            ],
            "response": [
                "status": .integer(Int64(exchange.status ?? 0)), "headers": .array(answers),
                "content": .object(content),
            ], "timings": ["wait": .integer(exchange.duration.wholeMilliseconds)],
        ]
        guard let client = exchange.client.flatMap({ clients[$0] }) else { return entry }
        var object = entry.objectValue ?? JSONObject()
        object["_bridge"] = .object(JSONObject(client.json))
        return .object(object)
    }

    /// `INVALID_CUSTOM_TOKEN`, without what may follow it.
    private mutating func code(of refusal: String) -> String {
        let code = refusal.prefix { $0.isASCII && ($0.isUppercase || $0 == "_") }
        return code.isEmpty ? standIns.needed(refusal) : String(code)
    }

    // MARK: - Cookies

    private mutating func pairs(_ header: String) -> String {
        header.split(separator: ";", omittingEmptySubsequences: false).map { pair($0) }.joined(separator: ";")
    }

    /// `name=value`, the blanks about it kept.
    private mutating func pair(_ text: Substring) -> String {
        guard let equals = text.firstIndex(of: "=") else { return standIn(text) }
        let name = String(text[..<equals])
        let trimmed = name.filter { $0 != " " }
        return (standIns.isHarmless(trimmed) ? name : standIns.value(trimmed)) + "="
            + standIn(text[text.index(after: equals)...])
    }

    /// Blanks at its ends are none of the value.
    private mutating func standIn(_ value: Substring) -> String {
        let start = value.prefix { $0 == " " }
        let rest = value.dropFirst(start.count)
        let end = rest.reversed().prefix { $0 == " " }.count
        return start + standIns.value(String(rest.dropLast(end))) + String(repeating: " ", count: end)
    }

    private mutating func setCookie(_ line: String) -> String {
        let parts = line.split(separator: ";", omittingEmptySubsequences: false)
        return ([pair(parts[0])] + parts.dropFirst().compactMap { attribute($0) }).joined(separator: ";")
    }

    private static let attributes: Set<String> = [
        "path", "domain", "expires", "max-age", "secure", "httponly", "samesite", "partitioned",
    ]

    /// Nil for one that no jar knows.
    private mutating func attribute(_ text: Substring) -> String? {
        let name = text.prefix { $0 != "=" }
        let word = ASCIIText.lowercased(ASCIIText.trimmed(String(name).utf8))
        guard Self.attributes.contains(word) else { return nil }
        guard name.endIndex < text.endIndex else { return String(name) }
        let value = String(text[text.index(after: name.endIndex)...])
        if word == "path" { return name + "=" + path(value) }
        // A time has blanks and colons; what hides in one is no time.
        return name + "=" + (standIns.isHarmless(value) ? value : standIns.value(value))
    }

    // MARK: - Addresses

    /// Host, path and names stay; user information goes; each value of query and fragment has a stand-in.
    private mutating func address(_ url: String) -> String {
        let tail = url.firstIndex { $0 == "?" || $0 == "#" } ?? url.endIndex
        var head = String(url[..<tail])
        var prefix = ""
        if let scheme = head.firstRange(of: "://") {
            let authority = head[scheme.upperBound...].prefix { $0 != "/" }
            let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
            (prefix, head) = (String(head[..<scheme.upperBound]) + host, String(head[authority.endIndex...]))
        }
        return prefix + path(head) + items(url[tail...])
    }

    private mutating func path(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            let (text, plain) = (String(segment), PercentEncoding.text(Array(segment.utf8)[...]))
            if standIns.isHarmless(text), !standIns.isSecret(plain) { return text }
            return PercentEncoding.encode(standIns.value(plain))
        }.joined(separator: "/")
    }

    private mutating func items(_ tail: Substring) -> String {
        var output = ""
        var rest = tail
        while let first = rest.first {
            let isSeparator = "?#&;".contains(first)
            if isSeparator { output.append(first) }
            let item = rest.dropFirst(isSeparator ? 1 : 0).prefix { !"?#&;".contains($0) }
            output += self.item(item)
            rest = rest[item.endIndex...]
        }
        return output
    }

    private mutating func item(_ item: Substring) -> String {
        guard let equals = item.firstIndex(of: "=") else {
            // A route in a fragment.
            return item.hasPrefix("/") ? path(String(item)) : encoded(item)
        }
        let name = String(item[..<equals])
        return (standIns.isHarmless(name) ? name : encoded(item[..<equals])) + "="
            + encoded(item[item.index(after: equals)...])
    }

    private mutating func encoded(_ text: Substring) -> String {
        let value = PercentEncoding.decodeLeniently(Array(text.utf8)[...], plusIsBlank: true)
        return PercentEncoding.encode(standIns.value(String(decoding: value, as: UTF8.self)))
    }
}
