import BridgePrimitives
import BridgeTrace
import Cookies
import FirebaseAuthClient
public import Scenarios
import Tokens

extension WorldPlayer {
    public func captures(of step: Step, since event: Int) async -> CapturedValues {
        var values = CapturedValues()
        values["at"] = world.clock.now.rfc3339
        switch step {
        case .signIn:
            values["uid"] = world.app.currentUserID
            values["email"] = world.app.currentUserID.flatMap { _ in world.app.auth.currentUser?.email }
            if let claims = await idToken.flatMap(Self.claims) { values.set("id-token.claims", claims: claims) }
        case .exchange: exchanged(&values, since: event)
        case .view(.open), .view(.reload), .page(.navigate), .page(.link), .page(.form):
            let page = await world.observation()
            (values["verdict"], values["route"]) = (page.verdict.rawValue, page.route)
            (values["path"], values["uid"]) = (page.path, page.webUserID)
        case .page(.script): if let value = world.scriptValue.withLock(\.self) { values.set("value", json: value) }
        default: break
        }
        return values
    }

    public func worldValues(_ members: Set<String>) async -> CapturedValues {
        var values = CapturedValues()
        values["now"] = world.clock.now.rfc3339
        (values["user.uid"], values["user.email"]) = (world.app.currentUserID, world.settings.user.email)
        if members.contains(where: { $0.hasPrefix("page.") }) {
            let page = await world.observation()
            (values["page.verdict"], values["page.route"]) = (page.verdict.rawValue, page.route)
            (values["page.path"], values["page.uid"]) = (page.path, page.webUserID)
        }
        if members.contains(where: { $0.hasPrefix("id-token.") }), let token = await idToken {
            values["id-token.value"] = token
            if let claims = Self.claims(of: token) { values.set("id-token.claims", claims: claims) }
        }
        return values
    }

    private func exchanged(_ values: inout CapturedValues, since event: Int) {
        let statuses = world.trace.events(from: event).compactMap { event -> Int? in
            guard event.actor == .app, case .response(let response) = event.kind else { return nil }
            return response.status
        }
        values["status"] = statuses.last.map(String.init)
        if let token = world.app.handedOverToken {
            values["token.value"] = token
            if let claims = (try? UnverifiedToken(parsing: token))?.payload {
                values.set("token.claims", claims: claims)
            }
        }
        guard let cookie = world.app.handedOver else { return }
        (values["cookie.name"], values["cookie.value"]) = (cookie.name, cookie.value)
        (values["cookie.domain"], values["cookie.path"]) = (cookie.domain, cookie.path)
        values["cookie.expires"] = cookie.expiry?.rfc3339
        (values["cookie.secure"], values["cookie.http-only"]) = ("\(cookie.isSecure)", "\(cookie.isHTTPOnly)")
        values["cookie.same-site"] = "\(cookie.sameSite)"
    }

    /// The token that the app's client has; it asks for another when that one has expired, as for whoever wants it.
    private var idToken: String? {
        get async {
            guard world.app.currentUserID != nil else { return nil }
            return try? await world.app.run { try await world.app.auth.currentUser?.getIDToken() }
        }
    }

    private static func claims(of token: String) -> JSONObject? { (try? UnverifiedToken(parsing: token))?.payload }
}
