import BridgeTrace
import Cookies

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
    private let party: PartyContext
    private let sameSite: SameSiteContext
    /// The web process that keeps a copy of this document's cookies; nil for frames of other sites.
    private let process: ProcessPool?

    /// - Parameters:
    ///   - top: the top-level document; nil for the main frame's own.
    ///   - ancestors: the documents between the two, for a frame in a frame.
    init(
        document: DocumentURL, isSandboxed: Bool, top: DocumentURL? = nil, ancestors: [DocumentURL] = [],
        configuration: WebViewConfiguration
    ) {
        let store = configuration.websiteDataStore
        let profile = store.jar.profile
        jar = store.jar
        party = PartyContext(
            siteForCookies: top.map(\.cookieURL) ?? document.cookieURL,
            trackingPrevention: configuration.trackingPrevention)
        gate = Self.gate(document: document, isSandboxed: isSandboxed, profile: profile)
        guard let url = document.cookieURL, url.schemeHoldsCookies else {
            (sameSite, process) = (.sameSite, nil)
            return
        }
        guard let top else {
            (sameSite, process) = (.sameSite, configuration.processPool)
            return
        }
        sameSite = SameSiteContext.computed(
            for: url, siteForCookies: top.cookieURL, ancestors: ancestors.compactMap(\.cookieURL),
            isTopLevelNavigation: false, profile: profile, suffixes: jar.publicSuffixes)
        let isOfTopSite = top.cookieURL.map { store.jar.isSameSite($0, url) } ?? false
        process = isOfTopSite ? configuration.processPool : nil
    }

    private static func gate(document: DocumentURL, isSandboxed: Bool, profile: CookieProfile) -> Gate {
        guard let url = document.cookieURL, url.schemeHoldsCookies else {
            if let url = document.cookieURL, url.scheme == "file", profile.fileDocumentsHaveCookies.value {
                return isSandboxed ? .securityError : .open(url)
            }
            return profile.blankDocument.value == .securityError ? .securityError : .withoutCookies
        }
        return isSandboxed ? .securityError : .open(url)
    }

    /// What a script reads; traced.
    func read() -> Result<ScriptCookies?, SecurityError> {
        switch gate {
        case .withoutCookies: .success(nil)
        case .securityError: .failure(SecurityError())
        case .open(let url): .success(jar.scriptCookies(for: url, context: ScriptContext(sameSite: sameSite, party: party), in: process))
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
                    scriptCookie: text, from: url, context: StoreContext(sameSite: sameSite, party: party), in: process)
            )
        }
    }
}
