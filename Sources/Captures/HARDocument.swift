public import BridgePrimitives

/// A HAR 1.2 as Chrome DevTools and others open it.
public struct HARDocument: Sendable {
    /// One request with its answer, in texts that may be shown.
    public struct Entry: Sendable {
        public var start: Instant
        public var elapsed: Duration
        public var method: String
        public var url: String
        /// Names and shown values.
        public var cookies: [(name: String, value: String)]
        /// Nil without an answer.
        public var status: Int?
        public var location: String?
        /// Whole lines, values as they are shown.
        public var setCookies: [(name: String, value: String, attributes: String)]
        /// Whether it asks for a page in the main frame.
        public var isDocument: Bool
        /// What only this tool knows, as the member `_bridge`.
        public var bridge: JSONValue

        public init(
            start: Instant, elapsed: Duration = .zero, method: String, url: String,
            cookies: [(name: String, value: String)] = [], status: Int? = nil, location: String? = nil,
            setCookies: [(name: String, value: String, attributes: String)] = [], isDocument: Bool = false,
            bridge: JSONValue = [:]
        ) {
            self.isDocument = isDocument
            (self.start, self.elapsed, self.method, self.url) = (start, elapsed, method, url)
            (self.cookies, self.status, self.location) = (cookies, status, location)
            (self.setCookies, self.bridge) = (setCookies, bridge)
        }
    }

    /// What was loaded together: a page, a scenario.
    public struct Page: Sendable {
        public var title: String
        public var entries: [Entry]
        /// When it began, where nothing was loaded in it.
        public var start: Instant?

        public init(title: String, entries: [Entry], start: Instant? = nil) {
            (self.title, self.entries, self.start) = (title, entries, start)
        }
    }

    public var version: String
    public var pages: [Page]

    /// - Parameter version: of this tool.
    public init(version: String, pages: [Page]) { (self.version, self.pages) = (version, pages) }

    public var json: JSONValue {
        // A page without entries and without a time is as old as the others.
        let began = pages.lazy.compactMap { $0.entries.first?.start ?? $0.start }.min() ?? .epoch
        let numbered = pages.enumerated().map { (id: "page_\($0.offset + 1)", page: $0.element) }
        return [
            "log": [
                "version": "1.2", "creator": ["name": "session-bridge", "version": .string(version)],
                "pages": .array(
                    numbered.map { id, page in
                        [
                            "startedDateTime": .string((page.entries.first?.start ?? page.start ?? began).rfc3339),
                            "id": .string(id), "title": .string(page.title),
                            "pageTimings": ["onContentLoad": -1, "onLoad": -1],
                        ]
                    }), "entries": .array(numbered.flatMap { id, page in page.entries.map { $0.json(page: id) } }),
            ]
        ]
    }
}

extension HARDocument.Entry {
    /// What is not known is -1 or empty, as the format wants it.
    fileprivate func json(page: String) -> JSONValue {
        func field(_ name: String, _ value: String) -> JSONValue { ["name": .string(name), "value": .string(value)] }
        let header = cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
        let milliseconds = JSONValue.integer(elapsed.wholeMilliseconds)
        let answers =
            (location.map { [field("Location", $0)] } ?? [])
            + setCookies.map { cookie in
                let attributes = cookie.attributes.isEmpty ? "" : "; \(cookie.attributes)"
                return field("Set-Cookie", "\(cookie.name)=\(cookie.value)\(attributes)")
            }
        let entry: JSONValue = [
            "pageref": .string(page), "startedDateTime": .string(start.rfc3339), "time": milliseconds,
            "request": [
                "method": .string(method), "url": .string(url), "httpVersion": "HTTP/1.1",
                "cookies": .array(cookies.map { field($0.name, $0.value) }),
                "headers": .array(header.isEmpty ? [] : [field("Cookie", header)]), "queryString": [],
                "headersSize": -1, "bodySize": -1,
            ],
            "response": [
                "status": .integer(Int64(status ?? 0)), "statusText": "", "httpVersion": "HTTP/1.1",
                "cookies": .array(setCookies.map { field($0.name, $0.value) }), "headers": .array(answers),
                "content": ["size": 0, "mimeType": ""], "redirectURL": .string(location ?? ""), "headersSize": -1,
                "bodySize": -1,
            ],
            "cache": [:], "timings": ["send": 0, "wait": milliseconds, "receive": 0],
        ]
        var object = entry.objectValue ?? JSONObject()
        // Chrome's word for it, which others read as well.
        if isDocument { object["_resourceType"] = "document" }
        object["_bridge"] = bridge
        return .object(object)
    }
}
