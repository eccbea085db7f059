public import BridgePrimitives
public import BridgeTrace
public import Captures
import Files

/// HAR files, read and written.
public enum CaptureFiles: Sendable {
    /// - Parameter path: a file, or `-` for standard input.
    /// - Throws: `har/unreadable`, `har/not-a-har`, `har/empty` or `har/too-large`, naming the file.
    public static func read(_ path: String) throws(BridgeFailure) -> Capture {
        let bytes: [UInt8]
        do { bytes = try InputFile.read(path, upTo: HARReader.sizeLimit) } catch {
            switch error {
            case .unreadable: throw CaptureReason.unreadable.failure("\(path) \(error.clause)", fix: "name a HAR file")
            case .tooLarge: throw CaptureReason.tooLarge.failure("\(path) \(error.clause)")
            }
        }
        return try HARReader.read(bytes, named: path)
    }

    /// One trace of a recording that is written.
    public struct Part: Sendable {
        public let title: String
        /// Masked as they are to be shown.
        public let events: [TraceEvent]
        /// Whose requests they are; nil where each of the trace's actors has stores of its own.
        public let client: CapturedClient?
        /// When it began, for one without requests.
        public let start: Instant?

        public init(title: String, events: [TraceEvent], client: CapturedClient? = nil, start: Instant? = nil) {
            (self.title, self.events, self.client) = (title, events, client)
            self.start = start ?? events.first?.at
        }
    }

    /// Writes what a trace has of requests as a HAR 1.2, with the model's reasons in members called `_bridge`.
    ///
    /// - Parameter traces: each is a page of the HAR.
    /// - Throws: `output/not-writable` or `output/disk-full`.
    public static func write(
        _ traces: [Part], to path: String
    ) throws(BridgeFailure) {
        let pages = traces.map {
            HARDocument.Page(title: $0.title, entries: entries(of: $0.events, by: $0.client), start: $0.start)
        }
        let document = HARDocument(version: SessionBridgeVersion.current, pages: pages)
        try OutputFile.write(document.json.text(indented: true) + "\n", to: path)
    }

    static func entries(of events: [TraceEvent], by client: CapturedClient? = nil) -> [HARDocument.Entry] {
        var entries: [HARDocument.Entry] = []
        var writes: [Int: [CookieWriteEvent]] = [:]
        var responses: [Int: ResponseEvent] = [:]
        for event in events {
            switch event.kind {
            case .cookieWrite(let write): if let hop = write.hop { writes[hop, default: []].append(write) }
            case .response(let response): responses[response.hop] = response
            default: continue
            }
        }
        for event in events {
            guard case .request(let request) = event.kind else { continue }
            let response = responses[request.hop]
            let written = writes[request.hop] ?? []
            entries.append(
                HARDocument.Entry(
                    start: event.at, elapsed: response?.elapsed ?? .zero, method: request.method, url: request.url.text,
                    cookies: request.sent.map { ($0.name, $0.value.text) }, status: response?.status,
                    location: response?.location?.text,
                    setCookies: written.filter { $0.source == .response }.map {
                        ($0.name, $0.value.text, onTheWire($0.attributes))
                    },
                    isDocument: metadata(of: request).isDocument(),
                    bridge: bridge(event.actor, client, request, response, written)))
        }
        return entries
    }

    /// A trace tells times as people read them, a `Set-Cookie` line as HTTP writes them.
    private static func onTheWire(_ attributes: String) -> String {
        attributes.split(separator: "; ").map { attribute in
            let name = "Expires="
            guard attribute.hasPrefix(name), let time = Instant(rfc3339: String(attribute.dropFirst(name.count))) else {
                return String(attribute)
            }
            return name + time.imfFixdate
        }.joined(separator: "; ")
    }

    private static func bridge(
        _ actor: TraceActor, _ client: CapturedClient?, _ request: RequestEvent, _ response: ResponseEvent?,
        _ writes: [CookieWriteEvent]
    ) -> JSONValue {
        var object = JSONObject([("actor", .string(actor.rawValue)), ("hop", .integer(Int64(request.hop)))])
        for (name, value) in client?.json ?? [] { object[name] = value }
        // Masked values say what they are, and these members how long they were.
        object["sent"] = .array(
            request.sent.map { cookie in
                var row = JSONObject([("name", .string(cookie.name)), ("bytes", size(cookie.value))])
                if cookie.writer == .app { row["writer"] = .string(cookie.writer.rawValue) }
                return .object(row)
            })
        object["withheld"] = .array(
            request.withheld.map {
                [
                    "name": .string($0.name), "domain": .string($0.domain), "path": .string($0.path),
                    "reasons": .codes($0.reasons),
                ]
            })
        object["writes"] = .array(
            writes.map {
                [
                    "name": .string($0.name), "source": .string($0.source.rawValue), "bytes": size($0.value),
                    "outcome": .string($0.outcome.rawValue), "reasons": .codes($0.reasons),
                ]
            })
        object["notes"] = .codes(request.notes)
        // By fields that a HAR of this tool's has not.
        let metadata = metadata(of: request)
        if !metadata.isDocument(), metadata.mayOmitCredentials(request.method, request.url.text) {
            object["mayOmitCredentials"] = true
        }
        object["reasons"] = .codes(response?.reasons ?? [])
        return .object(object)
    }

    private static func metadata(of request: RequestEvent) -> FetchMetadata {
        FetchMetadata(request.fields.map { (ASCIIText.lowercased($0.name), $0.value.text) })
    }

    private static func size(_ value: MaskedText) -> JSONValue {
        value.byteCount.map { .integer(Int64($0)) } ?? .null
    }
}
