import BridgePrimitives
import BridgeTrace

/// Sign-ins in the browser, where this service is the party that relies on the provider.
extension AuthService {
    /// What the handler does with a browser that an app has sent.
    enum RedirectStart: Sendable {
        /// On to the provider's page.
        case goTo(String)
        /// Nobody authorises for this provider.
        case listAccounts
    }

    /// Asks the provider for its page and remembers who asked.
    ///
    /// - Parameter handler: the address of the handler itself, without query.
    func beginRedirect(
        providerID: String, session: String?, app: AppCallback?, scopes: [String], handler: String
    ) async throws(RedirectRefusal) -> RedirectStart {
        guard let directory = identityProviders else { return .listAccounts }
        let state = unguessableText("redirect", count: 43)
        let callback = "\(handler)?state=\(state)"
        let request = ProviderAuthorizationRequest(
            providerID: providerID, callback: callback, state: state, scopes: scopes,
            nonce: Secret(unguessableText("nonce", count: 32)))
        // Who lists accounts needs no session; so the provider is asked first, and what is missing is told after.
        let start = await directory.beginAuthorization(request)
        if case .unknownProvider = start { return .listAccounts }
        guard let app else { throw refused(.init(.callbackMissing), providerID) }
        // An app keeps its session to itself; a page leaves it to the handler and hears it with the event.
        let session = app.waitingPage == nil ? session : session ?? unguessableText("redirect-session", count: 43)
        guard let session, !session.isEmpty else { throw refused(.init(.sessionMissing), providerID) }
        guard case .begun(let url, let memory) = start else {
            guard case .refused(let reasons, _) = start else { return .listAccounts }
            let isUnreachable = reasons.contains(RedirectReason.providerUnreachable.code)
            throw refused(
                .init(isUnreachable ? .providerUnreachable : .providerRefused, causes: reasons), providerID)
        }
        let signIn = RedirectSignIns.SignIn(
            providerID: providerID, session: session, app: app, callback: callback, memory: memory, begun: now)
        redirects.withLock { $0.begin(signIn, state: state) }
        return .goTo(url)
    }

    /// The browser is back: what the app's callback is to carry.
    func receiveRedirect(_ link: RedirectLink) throws(RedirectRefusal) -> RedirectSignIns.SignIn {
        let now = now
        do {
            return try redirects.withLock { redirects throws(RedirectRefusal) in
                try redirects.receive(link.state, items: link.items, now: now)
            }
        } catch {
            throw refused(error, nil)
        }
    }

    func app(behind link: RedirectLink) -> AppCallback? { redirects.withLock { $0.app(behind: link.state) } }

    /// Ends the sign-in that a link names.
    ///
    /// - Throws: `auth/invalid-idp-response` with a ``RedirectReason`` as its cause.
    func redeem(
        _ link: RedirectLink, sessionID: String?, providerID: String, now: Instant
    ) throws(AuthRefusal) -> ProviderReturn {
        let checksSession = enforces(.redirectSessionVerified)
        do throws(RedirectRefusal) {
            let signIn = try redirects.withLock { redirects throws(RedirectRefusal) in
                try redirects.redeem(
                    link.state, sessionID: sessionID, providerID: providerID, checksSession: checksSession, now: now)
            }
            return ProviderReturn(
                providerID: providerID, callback: signIn.callback, items: link.items, memory: signIn.memory)
        } catch {
            throw AuthRefusal(.invalidIDPResponse, error.reason.meaning, causes: error.reasons)
        }
    }

    private func refused(_ refusal: RedirectRefusal, _ providerID: String?) -> RedirectRefusal {
        record(AccountEvent(.refused, uid: nil, provider: providerID, reasons: refusal.reasons))
        return refusal
    }
}
