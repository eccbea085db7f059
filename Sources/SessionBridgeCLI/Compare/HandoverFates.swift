import BridgePrimitives
import BridgeTrace
import TraceReports

/// What a page's load did with one token, read from its trace.
struct HandoverFates {
    private let events: [TraceEvent]
    private let cookie: String
    /// Of the web app.
    private let origin: String

    /// - Parameter origin: `https://app.localhost:8443`.
    init(_ events: [TraceEvent], cookie: String, origin: String) {
        (self.events, self.cookie, self.origin) = (events, cookie, origin)
    }

    /// The load's own request.
    var firstRequest: HandoverFate { requests.first { $0.actor == .webView }.map { fate(of: $0.request) } ?? .notAsked }

    /// The first look at `document.cookie`.
    var script: HandoverFate {
        for event in events {
            guard case .cookieRead(let read) = event.kind, path(of: read.url.text) != nil else { continue }
            return fate(read.visible, read.hidden)
        }
        return .notAsked
    }

    /// What the page, or the view after a redirect, asks the web app for afterwards: the last of it.
    var laterRequests: HandoverFate {
        guard let first = requests.firstIndex(where: { $0.actor == .webView }), let last = requests.last,
            requests.count > first + 1
        else { return .notAsked }
        return fate(of: last.request)
    }

    /// The first request for a path of the web app.
    func request(for path: String) -> HandoverFate {
        requests.first { self.path(of: $0.request.url.text) == path }.map { fate(of: $0.request) } ?? .notAsked
    }

    /// What another host was given, or finds in its own store or address; nothing where its page never came.
    func exposure(to host: String) -> HandoverFate {
        func isTheirs(_ url: String) -> Bool {
            url.firstRange(of: "://").map { url[$0.upperBound...].prefix { !":/?#".contains($0) } == host } ?? false
        }
        var wasThere = false
        for event in events {
            switch event.kind {
            case .request(let request) where isTheirs(request.url.text):
                wasThere = true
                if case .missing = fate(of: request) { continue }
                return .otherwise(
                    request.sent.contains { $0.name == cookie } ? .request : channel(of: request) ?? .header)
            case .navigation(let navigation) where navigation.phase == .didCommit && isTheirs(navigation.url.text):
                if !SecretMark.all(in: navigation.url.text).isEmpty { return .otherwise(.address) }
            case .cookieWrite(let write) where write.name == cookie && write.host == host && write.isInStore:
                return .otherwise(.store)
            default: continue
            }
        }
        return wasThere ? .missing(nil) : .notAsked
    }

    /// To the web app, in order.
    private var requests: [(actor: TraceActor, request: RequestEvent)] {
        events.compactMap { event in
            guard case .request(let request) = event.kind, event.actor == .page || event.actor == .webView,
                path(of: request.url.text) != nil
            else { return nil }
            return (event.actor, request)
        }
    }

    /// Of an address of the web app; nil for all others.
    private func path(of url: String) -> String? {
        guard url.hasPrefix(origin) else { return nil }
        let rest = url.dropFirst(origin.count).prefix { $0 != "?" && $0 != "#" }
        if rest.isEmpty { return "/" }
        return rest.hasPrefix("/") ? String(rest) : nil
    }

    private func fate(of request: RequestEvent) -> HandoverFate {
        let inCookie = fate(request.sent, request.withheld)
        if inCookie == .there { return inCookie }
        return channel(of: request).map { .otherwise($0) } ?? inCookie
    }

    /// Where a request has a secret besides cookies.
    private func channel(of request: RequestEvent) -> ExposureReport.Channel? {
        if !SecretMark.all(in: Self.withoutFragment(request.url.text)).isEmpty { return .address }
        for field in request.fields where !SecretMark.all(in: field.value.text).isEmpty {
            switch field.name.lowercased() {
            case "cookie": continue
            case "referer": return .referer
            case "authorization": return .header
            default: continue
            }
        }
        return nil
    }

    /// What of an address is sent. A secret in its query is shown as `<… #1a2b3c>`.
    private static func withoutFragment(_ url: String) -> String {
        var isMasked = false
        let end = url.utf8.firstIndex { byte in
            switch byte {
            case UInt8(ascii: "<"): isMasked = true
            case UInt8(ascii: ">"): isMasked = false
            default: break
            }
            return byte == UInt8(ascii: "#") && !isMasked
        }
        return end.map { String(url[..<$0]) } ?? url
    }

    private func fate(_ there: [CookieMention], _ kept: [CookieMention]) -> HandoverFate {
        if there.contains(where: { $0.name == cookie }) { return .there }
        return .missing(kept.first { $0.name == cookie }?.reasons.first)
    }
}

/// The places where a token can be seen other than its cookie, or the message to the page that it is for.
enum HandoverLeaks {
    /// Addresses, Referers and the console: what is kept in histories and logs of others.
    static func channels(in trace: RecordedTrace) -> [ExposureReport.Channel] {
        let seen = Set(ExposureReport(trace).secrets.flatMap { $0.sightings.map(\.channel) })
        return [.address, .referer, .log].filter(seen.contains)
    }
}
