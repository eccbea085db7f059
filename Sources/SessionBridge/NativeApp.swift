import AuthEmulator
import BridgePrimitives
import BridgeTrace
public import Cookies
public import FirebaseAuthClient
import HTTPLoader
public import Scenarios
import SimulatedDevice
import Synchronization

/// The native half of the app: signs in with Firebase, exchanges its ID token at the backend, keeps the answer.
public final class NativeApp: Sendable {
    private let client: Mutex<Auth>
    /// The Firebase client of the process that runs; another one after a relaunch.
    public var auth: Auth { client.withLock { $0 } }
    private let startClient: @Sendable () throws(BridgeFailure) -> Auth
    private let settings: WorldSettings
    private let addresses: WorldAddresses
    private let installedApp: InstalledApp
    private let transport: any Transport
    private let clock: WorldClock
    private let trace: TraceLog
    private let answer = Mutex<Cookie?>(nil)

    init(
        settings: WorldSettings, addresses: WorldAddresses, installedApp: InstalledApp, transport: any Transport,
        clock: WorldClock, trace: TraceLog
    ) throws(BridgeFailure) {
        (self.settings, self.addresses, self.installedApp) = (settings, addresses, installedApp)
        (self.transport, self.clock, self.trace) = (transport, clock, trace)
        let start = { @Sendable () throws(BridgeFailure) -> Auth in
            try Auth(
                transport: transport,
                configuration: FirebaseConfiguration(
                    apiKey: settings.apiKey, projectID: settings.projectID, host: addresses.auth,
                    platform: .ios(bundleID: installedApp.bundle.bundleID)),
                keychain: installedApp.process?.keychain, clock: clock, face: .device, trace: trace, actor: .app)
        }
        startClient = start
        client = Mutex(try start())
    }

    /// The app runs in a new process: its client starts again, with the user whom the keychain holds.
    func relaunch() throws(BridgeFailure) {
        let next = try startClient()
        client.withLock { $0 = next }
    }

    /// The cookie that the backend answered with last; nil before the first exchange.
    public var handedOver: Cookie? { answer.withLock { $0 } }

    /// Signs the world's user in, creating the account when there is none.
    public func signIn() async throws(StepFailure) {
        let (email, password) = (settings.user.email, settings.user.password)
        do {
            do {
                try await auth.signIn(withEmail: email, password: password)
            } catch let error as AuthError {
                guard error.authCode == .userNotFound || error.authCode == .invalidCredential else { throw error }
                try await auth.createUser(withEmail: email, password: password)
            }
        } catch {
            throw failure("sign-in", error)
        }
    }

    public func signOut() throws(StepFailure) {
        do { try auth.signOut() } catch { throw failure("sign-out", error) }
    }

    /// Asks for a fresh ID token, posts it to the backend, and keeps the cookie that the answer sets.
    ///
    /// As `URLSession` does, the app's own cookie storage is asked for cookies and gets those of the answer.
    /// - Parameter field: the name of the form field; the usual app says `idtoken`.
    @discardableResult
    public func exchange(field: String = "idtoken") async throws(StepFailure) -> Cookie {
        guard let user = auth.currentUser else {
            throw StepFailure(
                step: "exchange", reasons: [HandoffReason.notSignedIn.code], message: HandoffReason.notSignedIn.meaning)
        }
        let idToken: String
        do { idToken = try await user.getIDToken(forcingRefresh: true) } catch {
            throw failure("exchange", error)
        }
        let exchange = try await post(field: field, idToken: idToken)
        let lines = exchange.response.headers.all("set-cookie")
        var decisions: [StoreDecision] = []
        if let url = try? CookieURL(addresses.backend.string) {
            decisions = installedApp.cookieStorage.storeCookies(fromResponseFields: lines, for: url)
        }
        guard exchange.response.status == 200 else {
            let answer = try? JSONValue(parsing: exchange.response.body)
            let code = answer?["code"]?.stringValue.map { ReasonCode(unchecked: $0) }
            throw StepFailure(
                step: "exchange", reasons: [code, HandoffReason.exchangeRefused.code].compactMap(\.self),
                message: "the backend answered \(exchange.response.status)"
                    + (answer?["message"]?.stringValue.map { ": \($0)" } ?? ""))
        }
        guard let cookie = decisions.compactMap(\.cookie).last(where: { $0.name == settings.cookieName }) else {
            throw StepFailure(
                step: "exchange", reasons: [HandoffReason.noTokenInAnswer.code],
                message: "the backend's answer sets no cookie called \(settings.cookieName)")
        }
        answer.withLock { $0 = cookie }
        return cookie
    }

    private func post(field: String, idToken: String) async throws(StepFailure) -> Exchange {
        let request = HTTPRequest.form(url: addresses.backend, fields: [(field, idToken)])
        let hop = trace.nextHop()
        trace.record(
            .request(
                RequestEvent(
                    hop: hop, method: request.method, url: trace.masking.url(request.url.string),
                    store: NativeCookieStorage.name)), by: .app)
        do throws(TransportFailure) {
            let exchange = try await transport.perform(request)
            trace.record(
                .response(
                    ResponseEvent(
                        hop: hop, status: exchange.response.status,
                        setCookieNames: exchange.response.headers.all("set-cookie").map { line in
                            String(decoding: line.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
                        }, elapsed: exchange.timings.total)), by: .app)
            return exchange
        } catch {
            trace.record(
                .response(ResponseEvent(hop: hop, status: nil, elapsed: .zero, reasons: [error.code.code])), by: .app)
            throw StepFailure(step: "exchange", reasons: [error.code.code], message: error.cause)
        }
    }

    private func failure(_ step: String, _ error: any Error) -> StepFailure {
        guard let error = error as? AuthError else { return StepFailure(step: step, reasons: [], message: "\(error)") }
        return StepFailure(step: step, reasons: error.allReasons, message: error.message)
    }
}

extension AuthError {
    /// The client's own codes, and the service's where it gave one.
    var allReasons: [ReasonCode] {
        let service = serverCode.flatMap { wire in AuthReason.allCases.first { $0.wireCode == wire } }
        return reasons + (service.map { [$0.code] } ?? [])
    }
}
