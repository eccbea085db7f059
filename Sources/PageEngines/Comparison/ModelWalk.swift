import BridgePrimitives
package import BridgeTrace
package import CookieStores
package import Cookies
import HTTPLoader

/// A profile's jar that goes along with a browser: asked of each request, and told of each answer, in their order.
///
/// What no request says is taken from the order: a request that is no document's is one of the document that was asked
/// for last, and a redirect leads to the next request for its target. Frames are not told apart from what stands in them.
package struct ModelWalk {
    /// Who started a request, as far as it is told.
    package enum Starter {
        /// The document that was asked for last; a load by the app where there was none.
        case shownDocument
        /// An address that was typed, or an app.
        case nobody
        case page(CookieURL)
        /// A page of another site, which is not named.
        case anotherSite
    }

    /// What a request was taken for.
    package struct Step {
        package let url: CookieURL
        package let context: RequestContext
        package let isDocument: Bool
        /// The hops that redirected here, first one first.
        package let chain: [CookieURL]
    }

    package let jar: SharedCookieJar
    private let tracksParties: Bool
    private let actor: TraceActor
    /// The document that was asked for last and came.
    var shown: CookieURL? { document }
    private var document: CookieURL?
    /// Hosts whose documents were asked for, the latest last.
    private var documentHosts: [String] = []
    /// Where redirects lead, with the hops before.
    private var redirects: [String: [CookieURL]] = [:]
    /// What nobody follows is forgotten.
    private static let mostRedirects = 256
    private static let mostDocumentHosts = 32

    /// - Parameters:
    ///   - tracksParties: whether tracking prevention is on in the browser.
    ///   - actor: who makes the requests.
    ///   - shown: the document that is there from the beginning; nil for none.
    package init(
        _ jar: SharedCookieJar, tracksParties: Bool = false, actor: TraceActor = .webView, shown: CookieURL? = nil
    ) {
        (self.jar, self.tracksParties, self.actor) = (jar, tracksParties, actor)
        (document, documentHosts) = (shown, shown.map { [$0.host] } ?? [])
    }

    /// A request that is about to be made.
    ///
    /// - Returns: nil for a URL that no cookie is for.
    package mutating func request(
        _ method: String, _ text: String, isDocument: Bool, startedBy starter: Starter
    ) -> Step? {
        guard let url = try? CookieURL(text) else { return nil }
        let chain = redirects.removeValue(forKey: Self.withoutFragment(text)) ?? []
        let top = top(of: starter)
        var sameSite = SameSiteContext.computed(
            for: url, siteForCookies: isDocument ? nil : top, initiator: initiator(of: starter),
            isTopLevelNavigation: isDocument, method: method, redirectedFrom: chain, profile: jar.profile,
            suffixes: jar.publicSuffixes)
        if case .anotherSite = starter { sameSite.isSameSite = false }
        let context = RequestContext(
            url: url, sameSite: sameSite,
            party: PartyContext(siteForCookies: isDocument ? url : top ?? url, trackingPrevention: tracksParties))
        return Step(url: url, context: context, isDocument: isDocument, chain: chain)
    }

    /// The answer to a request: its cookies go to the jar.
    ///
    /// - Parameters:
    ///   - hop: the request's number in the jar's trace.
    ///   - keepsCookies: false for the answer to a request without credentials, whose cookies no engine keeps.
    package mutating func answer(_ exchange: EngineExchange, to step: Step, hop: Int?, keepsCookies: Bool = true) {
        for line in keepsCookies ? exchange.setCookieFields : [] {
            jar.store(
                setCookie: Array(line.reveal().utf8), from: step.url,
                context: StoreContext(sameSite: step.context.sameSite, party: step.context.party), actor: actor,
                hop: hop)
        }
        if let status = exchange.status, (300..<400).contains(status), let location = exchange.location,
            let target = try? WebURL(exchange.url).resolving(location)
        {
            if redirects.count >= Self.mostRedirects { redirects.removeAll() }
            redirects[Self.withoutFragment(target.string)] = step.chain + [step.url]
        } else if step.isDocument, exchange.status != nil {
            document = step.url
            documentHosts.removeAll { $0 == step.url.host }
            documentHosts.append(step.url.host)
            if documentHosts.count > Self.mostDocumentHosts { documentHosts.removeFirst() }
        }
    }

    private func initiator(of starter: Starter) -> CookieURL? {
        switch starter {
        case .shownDocument: document
        case .nobody, .anotherSite: nil
        case .page(let page): page
        }
    }

    /// A page that was asked for as a document stands on top; whatever else asks stands in the last one.
    private func top(of starter: Starter) -> CookieURL? {
        guard case .page(let page) = starter else { return document }
        return documentHosts.contains(page.host) ? page : document ?? page
    }

    static func withoutFragment(_ url: String) -> String { String(url.prefix { $0 != "#" }) }
}
