import BridgePrimitives

/// `GET /emulator/auth/handler`: where redirect sign-ins and popups go to choose an account at a provider.
///
/// Where somebody here authorises for the provider, the browser goes on there; see ``RedirectPage``. Else it is a page of
/// accounts. For an app each is a link to the app's callback that carries the provider's token, and no script runs; for a
/// page of the JavaScript SDK each holds the event that the handler's script hands over, as ``FramePage`` takes it.
enum HandlerPage: Sendable {
    static func answer(_ call: Call) async throws -> WireAnswer {
        if let answer = RedirectPage.returned(call) { return answer }
        guard let apiKey = call.query["apiKey"], !apiKey.isEmpty else { return missing("apiKey") }
        guard let provider = call.query["providerId"], !provider.isEmpty else { return missing("providerId") }
        guard ["appName", "clientId", "appId", "apn", "ibi"].contains(where: { call.query[$0]?.isEmpty == false })
        else { return missing("one of appName, clientId, appId, apn, ibi") }
        let app = AppCallback(call)
        if let app, let answer = refused(call, provider, app) { return answer }
        if let answer = await RedirectPage.begin(call, providerID: ASCIIText.lowercased(provider)) {
            return answer
        }
        return try list(call, provider, app)
    }

    private static func list(_ call: Call, _ provider: String, _ app: AppCallback?) throws -> WireAnswer {
        let accounts = try call.service.identities(at: provider, limit: 100, in: scope(of: call))
        let rows = accounts.map { identity in
            row(identity, identity.displayName ?? identity.email ?? identity.rawID, call, app)
        }
        let invented = InventedIdentity.make(call, provider, after: accounts.count)
        return HandlerDocument.page(
            "Sign in with \(provider)", waiting: app?.waitingPage,
            body: """
                <p>Simulated: no request leaves this machine. Choose an account.</p>
                \(note(call, app))<ul>\(rows)\(row(invented, "A new account", call, app))</ul>
                \(InventedIdentity.form(call))\(cancellation(app))
                """)
    }

    private static func row(
        _ identity: ProviderIdentity, _ name: String, _ call: Call, _ app: AppCallback?
    ) -> Markup {
        let email: Markup = identity.email.map { " <small>\($0)</small>" } ?? ""
        let label: Markup = "\(name)\(email)"
        guard let app else { return "<li>\(label)</li>" }
        let link = EmulatedLink.url(of: identity, origin: call.origin)
        // Nothing was begun, so nobody asks for the session of it.
        return "<li>\(HandlerDocument.control(app.delivery(link: link, sessionID: "emulated"), label))</li>"
    }

    /// Apps are told when their browser is closed; a page is not.
    private static func cancellation(_ app: AppCallback?) -> Markup {
        guard let app, app.waitingPage != nil else { return "" }
        return "<p>\(HandlerDocument.control(app.delivery(failure: RedirectRefusal(.denied)), "Cancel"))</p>"
    }

    /// Browsers keep a frame's storage apart from its own site's, under pages of other sites.
    private static func note(_ call: Call, _ app: AppCallback?) -> Markup {
        guard let back = app?.waitingPage?.returnURL.flatMap(ContinueURL.webHost(of:)),
            let own = ContinueURL.webHost(of: call.origin), back != own
        else { return "" }
        return """
            <p role="note">The page is at \(back), this service at \(own). Where these are not one site, browsers keep the
            result from the page’s frame: ask for the service under the page’s host, or sign in with a popup.</p>
            """
    }

    // MARK: - What pages may ask for

    /// As production refuses it before a user sees a provider. Apps hear it of `accounts:signInWithIdp`.
    private static func refused(_ call: Call, _ provider: String, _ app: AppCallback) -> WireAnswer? {
        guard let page = app.waitingPage else { return nil }
        do throws(AuthRefusal) {
            if let back = call.query["redirectUrl"], !back.isEmpty { _ = try call.service.checkedContinueURL(back) }
            guard call.service.isEnabled(providerID: ASCIIText.lowercased(provider), in: scope(of: call)) else {
                throw AuthRefusal(.operationNotAllowed)
            }
            return nil
        } catch {
            let refusal = call.service.recorded(error)
            let reason = refusal.reason
            // Nobody is sent to an address that the project does not know.
            guard page.returnURL == nil || reason == .operationNotAllowed else {
                return HandlerDocument.refusal(reason.meaning, fix: reason.fix, codes: refusal.reasons)
            }
            return HandlerDocument.handOver(app.delivery(refusal: refusal), reason.meaning)
        }
    }

    /// The SDKs for pages and apps name the tenant otherwise than the endpoints do.
    private static func scope(of call: Call) -> AuthScope {
        let named = [call.query["tid"], call.query["tenantId"]].compactMap(\.self).first { !$0.isEmpty }
        return AuthScope(tenantID: named)
    }

    private static func missing(_ name: String) -> WireAnswer {
        WireAnswer(
            status: 400,
            json: JSONObject([("authEmulator", ["error": .string("missing \(name) query parameter")])]))
    }
}
