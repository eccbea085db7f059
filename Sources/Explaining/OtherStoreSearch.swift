import BridgePrimitives
import BridgeTrace
import Captures
import Cookies
import CookieStores

/// Finds the handoff's cookie in an app's own store when it is the app's web view that goes without it.
struct OtherStoreSearch {
    private let clients: [(client: CapturedClient, capture: Capture)]
    private let cookieName: String
    private let masking: Masking

    init(_ clients: [(client: CapturedClient, capture: Capture)], cookieName: String, masking: Masking) {
        (self.clients, self.cookieName, self.masking) = (clients, cookieName, masking)
    }

    /// - Returns: nil where the web view had the cookie, or no app of its device had one for the host of its page.
    func finding(for client: CapturedClient, _ explanation: CaptureExplanation) -> Finding? {
        // An app that names itself in its own way is known by what it is not.
        guard client.kind == .webView else { return nil }
        let apps = clients.filter { [.app, .other].contains($0.client.kind) && $0.client.place == client.place }
        guard !apps.isEmpty, let own = clients.first(where: { $0.client == client })?.capture else { return nil }
        guard !own.exchanges.contains(where: knowsCookie) else { return nil }
        let answers = apps.flatMap(\.capture.exchanges).filter { !$0.setCookies.isEmpty }
        var jar = CookieJar(profile: .ios18, publicSuffixes: PublicSuffixList.standard)
        var rest = answers.sorted { $0.start < $1.start }[...]
        // Where no request says that it is for a page, as clients without a window have it, each may be.
        let hasPages = own.exchanges.contains(where: \.isDocument)
        for (index, page) in own.exchanges.enumerated() where page.isDocument || !hasPages && !page.mayOmitCredentials {
            while let answer = rest.first, answer.start <= page.start {
                rest.removeFirst()
                guard let url = try? CookieURL(answer.url) else { continue }
                for line in answer.setCookies {
                    _ = jar.store(
                        setCookie: Array(line.reveal().utf8), from: url, context: StoreContext(), now: answer.start)
                }
            }
            guard let url = try? CookieURL(page.url) else { continue }
            let cookies = jar.requestCookies(for: RequestContext(url: url), now: page.start)
            let evidence = explanation.events.filter { event in
                if case .request(let request) = event.kind { request.hop == index + 1 } else { false }
            }.map(\.sequence).prefix(1).map { $0 }
            let lost = "\(CookieLabel.text(cookieName)) was lost at request \(index + 1): "
            if let cookie = cookies.sent.first(where: { $0.name == cookieName }) {
                return Finding(
                    code: SendReason.otherStore.code,
                    message: lost
                        + "the app's own requests have it, and its web view asked for \(masking.url(page.url)) without."
                        + " \(SendReason.otherStore.meaning)",
                    fix: SendReason.otherStore.fix(isHTTPOnly: cookie.isHTTPOnly), evidence: evidence)
            }
            // What keeps it from the app's own request for this page keeps a copy in the web view from it too.
            let withheld = cookies.withheld.first {
                $0.cookie.name == cookieName && $0.reasons.first != nil && $0.reasons.first != .otherHost
            }
            if let withheld, let reason = withheld.reasons.first {
                return Finding(
                    code: reason.code,
                    message: lost
                        + "an answer to the app set it for \(withheld.cookie.domain)\(withheld.cookie.path), and its web"
                        + " view asked for \(masking.url(page.url)) without; a copy of it would not be sent there either."
                        + " \(reason.meaning)",
                    fix: reason.fix, evidence: evidence)
            }
            // The backend's host is another than the page's: a copy for the page's would have been the app's to make.
            if explanation.cause.code == CaptureFindingReason.cookieNeverSeen.code,
                let other = cookies.withheld.first(where: { $0.cookie.name == cookieName })?.cookie
            {
                return Finding(
                    code: SendReason.otherStore.code,
                    message: lost
                        + "an answer to the app set it for \(other.domain), and its web view asked for"
                        + " \(masking.url(page.url)) without a copy of it. \(SendReason.otherStore.meaning)",
                    fix: SendReason.otherStore.fix(isHTTPOnly: other.isHTTPOnly), evidence: evidence)
            }
        }
        return nil
    }

    private func knowsCookie(_ exchange: CapturedExchange) -> Bool {
        let pairs = CookiePair.read(exchange.cookieHeader?.reveal())
        let written = exchange.setCookies.compactMap { line in
            CookiePair.read(String(decoding: line.reveal().utf8.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self))
                .first
        }
        return (pairs + written).contains { $0.name == cookieName }
    }
}
