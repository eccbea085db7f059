import AuthEmulator
import BridgePrimitives
import BridgeTrace
import HTTPLoader
import Project
import Scenarios
import Worlds

/// Turns a handoff's trace into a dozen sentences. It says what the trace has, not what the demonstration wished for.
struct Narrator {
    let world: World
    let observation: Observation
    let failure: StepFailure?

    private var name: String { world.settings.cookieName }

    func steps() -> [Demonstration.StoryStep] {
        var narration = Narration(events: observation.events)
        services(&narration)
        signIn(&narration)
        exchange(&narration)
        stores(&narration)
        page(&narration)
        routing(&narration)
        if let failure {
            narration.add(
                failure.step, .app, ok: false,
                "\(failure.message) (\(failure.reasons.map(\.rawValue).joined(separator: ", "))).")
        }
        return narration.steps
    }

    private func services(_ narration: inout Narration) {
        narration.add(
            "services", .test, ok: true,
            "Auth service at \(world.addresses.auth.origin) (\(world.settings.strictness.rawValue)), backend at"
                + " \(world.addresses.backend.origin), web app at \(world.addresses.web.origin).")
    }

    private func signIn(_ narration: inout Narration) {
        guard let uid = observation.nativeUserID else { return }
        narration.add(
            "sign-in", .app, ok: true,
            "The app signs \(world.settings.user.email) in natively; the account's uid is \(uid).")
    }

    private func exchange(_ narration: inout Narration) {
        guard let token = narration.first({ $0.issuedCustomToken }) else { return }
        if let own = world.settings.ownBackend?.backend.exchange {
            narration.add(
                "id-token", .app, ok: true,
                "It asks for a fresh ID token and sends it to the backend: \(own.request.method) \(own.request.path.text)."
            )
            narration.add("token", .backend, ok: true, "The backend answers with \(token) in \(own.token.label).")
            return
        }
        narration.add(
            "id-token", .app, ok: true, "It asks for a fresh ID token and posts it to the backend as `idtoken`.")
        narration.add(
            "verify", .backend, ok: true,
            "The backend fetches the auth service's certificates, verifies the token as an Admin SDK does, and mints \(token)."
        )
        guard let write = narration.cookieWrite(named: name, via: .response) else { return }
        narration.add(
            "set-cookie", .backend, ok: write.outcome == .stored,
            "It answers with the cookie \(name); \(write.attributes).")
    }

    private func stores(_ narration: inout Narration) {
        guard let write = narration.cookieWrite(named: name, via: .native) else { return }
        let place = write.store == StoreName.native ? "HTTPCookieStorage" : "the web view's cookie store"
        narration.add(
            "native-storage", .app, ok: true,
            "The app copies the cookie to \(write.host) in \(place) (\(write.outcome.rawValue))"
                + "\(world.settings.handover == nil ? " and wraps it in a user script for the web view" : "").")
    }

    private func page(_ narration: inout Narration) {
        guard let request = narration.request(by: .webView) else { return }
        let sent = request.sent.map(\.name)
        narration.add(
            "first-request", .webView, ok: true,
            "The web view asks for \(request.url): \(sent.contains(name) ? "with" : "without") \(name)"
                + "\(sent.contains(name) ? "" : ", because its own store is empty and the script has not run yet").")
        guard let write = narration.cookieWrite(named: name, via: .script) else { return }
        narration.add(
            "user-script", .webView, ok: write.isInStore,
            "The document exists; before any of it is read, the user script writes document.cookie: \(write.outcome.rawValue)."
        )
    }

    private func routing(_ narration: inout Narration) {
        if let read = narration.cookieRead() {
            let sees = read.visible.contains { $0.name == name }
            narration.add(
                "guard", .page, ok: sees,
                "The route needs a user; the guard reads document.cookie and \(sees ? "finds" : "does not find") \(name)."
            )
        }
        if narration.routing(.signIn) != nil, let token = narration.customTokenAtAuthService() {
            let isAccepted = token.action == .accepted
            let why = isAccepted ? "" : " (\(token.reasons.map(\.rawValue).joined(separator: ", ")))"
            narration.add(
                "web-sign-in", .page, ok: isAccepted,
                "The page signs in with the custom token, as a client of its own; the auth service"
                    + " \(isAccepted ? "accepts" : "refuses") it\(why).")
        }
        if let route = observation.route, let path = observation.path {
            narration.add("route", .page, ok: observation.verdict == .signedIn, "The router enters \(path) (\(route)).")
        }
    }
}

/// The steps that are narrated so far, and the events to tell of.
private struct Narration {
    let events: [TraceEvent]
    private(set) var steps: [Demonstration.StoryStep] = []

    init(events: [TraceEvent]) { self.events = events }

    mutating func add(_ name: String, _ actor: TraceActor, ok: Bool, _ text: String) {
        steps.append(.init(name: name, actor: actor, isAsExpected: ok, text: text))
    }

    func first<Value>(_ pick: (TraceEvent) -> Value?) -> Value? { events.lazy.compactMap(pick).first }

    func cookieWrite(named name: String, via source: CookieWriteEvent.Source) -> CookieWriteEvent? {
        first { event in
            guard case .cookieWrite(let write) = event.kind, write.name == name, write.source == source else {
                return nil
            }
            return write
        }
    }

    func request(by actor: TraceActor) -> RequestEvent? {
        first { event in
            guard case .request(let request) = event.kind, event.actor == actor else { return nil }
            return request
        }
    }

    func cookieRead() -> CookieReadEvent? {
        first { event in
            guard case .cookieRead(let read) = event.kind, event.actor == .page else { return nil }
            return read
        }
    }

    func customTokenAtAuthService() -> TokenEvent? {
        first { event in
            guard case .token(let token) = event.kind, event.actor == .auth, token.form == .customToken else {
                return nil
            }
            return token
        }
    }

    func routing(_ step: RoutingEvent.Step) -> RoutingEvent? {
        first { event in
            guard case .routing(let routing) = event.kind, routing.step == step else { return nil }
            return routing
        }
    }
}

extension TraceEvent {
    fileprivate var issuedCustomToken: MaskedText? {
        guard case .token(let token) = kind, token.action == .issued, token.form == .customToken else { return nil }
        return token.token
    }
}
