import BridgePrimitives
import Cookies
import Testing
import WebViews

/// How each column is looked at.
extension HandoverWorld {
    func observe() async throws -> HandoverObservation {
        try await prepare()
        switch column {
        case .first: return try await observeFirst()
        case .documentStart: return try await observeDocumentStart()
        case .later:
            try await handOver()
            _ = try await webView.fetch(try await laterRequest())
            return try await observation(of: server.requests.suffix(1))
        case .redirect:
            try await handOver()
            return try await observation(of: server.requests.suffix(1))
        case .reload:
            try await handOver()
            #expect(try await webView.reload().status == 200)
            return try await observation(of: server.requests.suffix(1))
        case .relaunch:
            try await handOver()
            relaunch()
            if setting == .anHourLater { clock.advance(by: .seconds(3600)) }
            _ = try await webView.load(try request("/"))
            return try await observation(of: server.requests.suffix(1))
        case .sameSiteFrame:
            try await handOver()
            return try await observation(ofFramesOf: ["app.localhost", "www.app.localhost"])
        case .crossSiteFrame:
            try await handOver()
            return try await observation(ofFramesOf: ["other.localhost"])
        }
    }

    /// Up to the moment when the session should be there.
    private func handOver() async throws {
        guard method.needsPage else {
            #expect(try await webView.load(try firstRequest(column.path)).status == 200)
            return
        }
        #expect(try await webView.load(try firstRequest("/")).status == 200)
        try await act()
        if column.path != "/" { #expect(try await webView.load(try request(column.path)).status == 200) }
    }

    /// The first request as it arrives. The page is the one that is open when the load begins.
    private func observeFirst() async throws -> HandoverObservation {
        let (cookies, location) = try await read()
        _ = try await webView.load(try firstRequest(column.path))
        let listings = try #require(listingsAtFirstRequest)
        return HandoverObservation(
            requests: Array(server.requests.prefix(1)), cookies: [cookies], locations: [location],
            store: listings.store, app: listings.shared)
    }

    /// The first document, when its user scripts at document start have run.
    private func observeDocumentStart() async throws -> HandoverObservation {
        let probe = Probe(world: self)
        try content.add(probe, name: "probe")
        content.addUserScript(
            UserScript(
                source: "webkit.messageHandlers.probe.postMessage([document.cookie, location.href])",
                injectionTime: .atDocumentStart))
        #expect(try await webView.load(try firstRequest(column.path)).status == 200)
        var found = try #require(probe.found.withLock { $0 })
        found.requests = Array(server.requests.suffix(1))
        return found
    }

    private final class Probe: ScriptMessageHandler {
        let found: Mutex<HandoverObservation?> = Mutex(nil)
        private weak let world: HandoverWorld?
        init(world: HandoverWorld) { self.world = world }

        func receive(_ message: ScriptMessage) async {
            guard let world, case .array(let values) = message.body, values.count == 2,
                case .string(let cookies) = values[0], case .string(let location) = values[1]
            else { return }
            let observation = HandoverObservation(
                requests: [], cookies: [cookies], locations: [location], store: await world.storeListing(),
                app: world.sharedListing())
            found.withLock { $0 = observation }
        }
    }

    private func observation(of requests: ArraySlice<ReceivedRequest>) async throws -> HandoverObservation {
        let (cookies, location) = try await read()
        return HandoverObservation(
            requests: Array(requests), cookies: [cookies], locations: [location], store: await storeListing(),
            app: sharedListing())
    }

    private func observation(ofFramesOf hosts: [String]) async throws -> HandoverObservation {
        var found = HandoverObservation(
            requests: [], cookies: [], locations: [], store: await storeListing(), app: sharedListing())
        for host in hosts {
            found.requests += server.requests.filter { $0.host == host && $0.target == "/inner" }.suffix(1)
            let frame = try #require(await webView.frames.first { $0.place == host + "/inner" })
            // Not by a script: an app that is bound to its domains may not run one in a frame of another.
            found.cookies.append(try #require(await webView.readCookies(in: frame.id)).value)
            found.locations.append(frame.url)
        }
        #expect(found.requests.count == hosts.count)
        return found
    }

    private func read() async throws -> (cookies: String, location: String) {
        guard case .array(let values) = try await webView.evaluateJavaScript("[document.cookie, location.href]"),
            values.count == 2, case .string(let cookies) = values[0], case .string(let location) = values[1]
        else { throw Unreadable() }
        return (cookies, location)
    }

    private struct Unreadable: Error {}
}
