import BridgeTrace
import Cookies
import CookieStores
import Reasons

/// `document.cookie` of one document: the gates that stand before the jar, then the jar.
///
/// The gates and their order are those of the HTML standard (document.cookie) as WebKit has them: a document without
/// cookies reads empty and ignores writes, a sandboxed one throws, everybody else reaches the jar, or the copy of it
/// that the web process keeps for main frames and frames of their site.
struct DocumentCookies: Sendable {
    /// What a script runs into when it touches `document.cookie`.
    enum Gate: Sendable {
        case open(CookieURL)
        /// Not of the network: about:, data:, custom schemes.
        case withoutCookies
        /// Sandboxed into an opaque origin, or a blank document where the engine throws for those.
        case securityError
    }

    struct SecurityError: Error { let message = "The operation is insecure." }

    let gate: Gate
    let jar: SharedCookieJar
    /// The document's URL, at most as much of it as a trace needs.
    private let document: String
    private let party: PartyContext
    private let sameSite: SameSiteContext
    /// The web process that keeps a copy of this document's cookies, if one does.
    private let process: WebContentProcess?
    /// Whether a decorated link of a tracker led here.
    private let isDecoratedLanding: Bool

    init(_ place: DocumentPlace, configuration: WebViewConfiguration) {
        let url = place.url.cookieURL
        jar = configuration.websiteDataStore.jar
        document = String(place.url.text.prefix(200))
        let firstParty = PartyContext.firstParty(
            top: place.siteForCookies, ancestors: place.ancestors.dropFirst().compactMap(\.url.cookieURL),
            profile: jar.profile, jar: jar)
        party = configuration.party(for: url, siteForCookies: firstParty)
        sameSite = place.sameSite(in: jar.profile, suffixes: jar.publicSuffixes)
        process = configuration.process(for: url, siteForCookies: place.siteForCookies)
        isDecoratedLanding = place.top.isDecoratedLanding
        gate = Self.gate(document: place.url, isSandboxed: place.isSandboxed, profile: jar.profile)
    }

    private static func gate(document: DocumentURL, isSandboxed: Bool, profile: CookieProfile) -> Gate {
        guard let url = document.cookieURL, url.schemeHoldsCookies else {
            if let url = document.cookieURL, url.scheme == "file" {
                guard profile.fileDocumentsHaveCookies.value else { return .withoutCookies }
                return isSandboxed ? .securityError : .open(url)
            }
            return profile.blankDocument.value == .securityError ? .securityError : .withoutCookies
        }
        return isSandboxed ? .securityError : .open(url)
    }

    /// What `navigator.cookieEnabled` says: false only in a frame whose cookies are blocked as a third party's. In
    /// documents without cookies of their own WebKit leaves it true.
    var isEnabled: Bool {
        guard case .open(let url) = gate else { return true }
        return !party.blocks(url, profile: jar.profile, suffixes: jar.publicSuffixes)
    }

    /// What a script reads; traced.
    func read() -> Result<ScriptCookies?, SecurityError> {
        switch gate {
        case .withoutCookies:
            jar.noteRead(of: document, reason: .documentWithoutCookies)
            return .success(nil)
        case .securityError:
            jar.noteRead(of: document, reason: .opaqueOrigin)
            return .failure(SecurityError())
        case .open(let url):
            return .success(
                jar.scriptCookies(for: url, context: ScriptContext(sameSite: sameSite, party: party), in: process))
        }
    }

    /// One assignment; traced whatever becomes of it.
    func write(_ text: String) -> Result<StoreDecision, SecurityError> {
        switch gate {
        case .withoutCookies:
            return .success(jar.refuse(scriptCookie: text, outcome: .ignored, reason: .documentWithoutCookies))
        case .securityError:
            _ = jar.refuse(scriptCookie: text, outcome: .rejected, reason: .opaqueOrigin)
            return .failure(SecurityError())
        case .open(let url):
            return .success(
                jar.store(
                    scriptCookie: text, from: url,
                    context: StoreContext(
                        sameSite: sameSite, party: party, isDecoratedLanding: isDecoratedLanding), in: process))
        }
    }
}
