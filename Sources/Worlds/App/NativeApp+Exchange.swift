import AppFrameworks
import BridgePrimitives
import BridgeTrace
public import Cookies
import CookieStores
import FirebaseAuthClient
import HTTPLoader
import HandoffBackend
import Project
import SampleApp
public import Scenarios
import SimulatedDevice
import Tokens
import Wording

extension NativeApp {
    /// Asks for a fresh ID token, posts it to the backend, and keeps the token that comes back.
    ///
    /// As `URLSession` does, the app's own cookie storage is asked for cookies and gets those of the answer. What the
    /// app keeps is what `HTTPCookie.cookies(withResponseHeaderFields:for:)` reads, whatever the storage made of it.
    /// - Parameter field: the name of the form field; the usual app says `idtoken`. Somebody's own backend is asked as
    ///   the project file says.
    /// - Returns: the cookie that brought the token.
    /// - Throws: also `handoff/no-token-in-answer` when it came in something else than a cookie; it is kept all the same.
    @discardableResult
    public func exchange(field: String = "idtoken") async throws(StepFailure) -> NativeCookie {
        guard let cookie = try await shareSession(field: field).cookie else {
            throw StepFailure(
                step: "exchange", HandoffReason.noTokenInAnswer,
                message: "the token came in something else than a cookie")
        }
        return cookie
    }

    /// The same for whoever needs no cookie.
    ///
    /// - Parameter token: what is posted in a fresh ID token's place; nil for that.
    @discardableResult
    func shareSession(field: String, token: String? = nil) async throws(StepFailure) -> TokenAnswer {
        try requireProcess(for: "exchange")
        do {
            let answer = try await run {
                let idToken = if let token { token } else { try await SessionSharing.freshToken() }
                return try await self.answer(to: idToken, field: field)
            }
            state.withLock { $0.answer = answer }
            return answer
        } catch SessionSharing.Failure.nobodySignedIn {
            throw StepFailure(step: "exchange", HandoffReason.notSignedIn)
        } catch {
            throw StepFailure(step: "exchange", error)
        }
    }

    /// A fresh ID token of the app's user, for what the app does with it besides an exchange; nil without a user.
    ///
    /// - Throws: `auth/…` where the service does not give one.
    func freshIDToken() async throws(StepFailure) -> String? {
        do { return try await run { try await self.auth.currentUser?.getIDToken(forcingRefresh: true) } } catch {
            throw StepFailure(step: "open", error)
        }
    }

    /// What the web app's server gives for an ID token, for a view that is to bring no token.
    func oneTimeCode(for idToken: String) async throws(StepFailure) -> String {
        do {
            var request = HTTPRequest(method: "POST", url: try addresses.web.resolving(ViewHandover.codePath))
            request.headers.append("Authorization", "Bearer \(idToken)")
            let exchange = try await perform(request, step: "open")
            let answer = try? JSONValue(parsing: exchange.response.body)
            guard let code = answer?["code"]?.stringValue else {
                throw StepFailure(
                    step: "open", because: Self.code(in: answer), HandoffReason.exchangeRefused,
                    message: "the server answered \(exchange.response.status) to the app that wanted a code")
            }
            return code
        } catch { throw StepFailure(step: "open", error) }
    }

    private func answer(to idToken: String, field: String) async throws -> TokenAnswer {
        if let backend = settings.ownBackend?.backend {
            return try await exchange(idToken: idToken, with: backend.exchange)
        }
        return TokenAnswer(try await exchange(idToken: idToken, field: field))
    }

    // MARK: - The built-in backend

    /// The sample app's exchange. What the app does not learn of its failure is in the trace.
    private func exchange(idToken: String, field: String) async throws -> NativeCookie {
        guard let backend = URL(string: addresses.backend.string) else { throw URLError(.badURL) }
        let mark = trace.mark
        do {
            // Read as the backend's cookie: opening a page makes it the page's.
            let cookie = try await SessionExchange(
                backend: backend, page: backend, field: PercentEncoding.encode(field), cookieName: settings.cookieName
            ).cookie(for: idToken)
            try requireKept(settings.cookieName, since: mark, from: addresses.backend)
            return cookie.native
        } catch SessionExchange.Failure.refused(let status, let body) {
            let answer = try? JSONValue(parsing: Array(body))
            throw StepFailure(
                step: "exchange", because: Self.code(in: answer), HandoffReason.exchangeRefused,
                message: "the backend answered \(status)" + (answer?["message"]?.stringValue.map { ": \($0)" } ?? ""))
        } catch SessionExchange.Failure.noCookie {
            try requireKept(settings.cookieName, since: mark, from: addresses.backend)
            let notes = events(since: mark).compactMap {
                if case .response(let event) = $0 { event.reasons } else { nil }
            }
            throw StepFailure(
                step: "exchange", HandoffReason.noTokenInAnswer, notes: notes.last ?? [],
                message: "the backend's answer sets no cookie called \(settings.cookieName)")
        }
    }

    // MARK: - Somebody's own backend

    private func exchange(idToken: String, with own: OwnExchange) async throws(StepFailure) -> TokenAnswer {
        var request: HTTPRequest
        do { request = try own.request.request(to: addresses.backend, idToken: idToken) } catch {
            throw StepFailure(step: "exchange", error)
        }
        request.headers.appendMissing(NativeSession.usualHeaders)
        let mark = trace.mark
        let loaded = try await load(request, lookingIn: own.token)
        let exchange = loaded.exchange
        let outcome = ExchangeAnswer(exchange.response, to: exchange.request, after: loaded.redirects)
            .outcome(at: own.token, projectID: settings.projectID)
        switch outcome {
        case .refused(let reasons, let message):
            let words = reasons.first == .serverError ? lastWords : ""
            let known = reasons.first == .notAccepted ? self.reason(of: idToken) : nil
            throw StepFailure(
                step: "exchange", because: known.map { [$0.code] } ?? [], reasons.first ?? .noToken,
                notes: reasons.dropFirst().map(\.code),
                message: trace.masking.text(message + words + (known.map { "; \($0.message)" } ?? "")).text
                    + (reasons.first == .notAccepted && known == nil ? validity(of: idToken) : ""))
        case .token(let token):
            let uid = (try? UnverifiedToken(parsing: token))?.payload["uid"]?.stringValue
            // As the app sees it: when and by what the token was minted, it does not know.
            let shape = ArrivedValue.shape(of: token, meant: nil)
            let written = shape.reason
            trace.record(
                .token(
                    TokenEvent(
                        .issued, shape.isServersOwn ? .session : .customToken, token: trace.masking.secret(token),
                        uid: uid,
                        reasons: written.map { [$0] } ?? [])), by: .backend)
            guard case .cookie(let name) = own.token else { return TokenAnswer(token: token, cookie: nil) }
            let url = exchange.request.url
            try requireKept(name, since: mark, from: url)
            let cookie = cookies(of: exchange.response, from: url).compactMap(\.cookie).last { $0.name == name }
            return TokenAnswer(token: token, cookie: cookie)
        }
    }

    /// The backend's answer, behind redirects that `URLSession` follows.
    private func load(
        _ request: HTTPRequest, lookingIn place: TokenPlace
    ) async throws(StepFailure) -> NativeSession.Loaded {
        do throws(NativeSession.LoadFailure) {
            return try await session.loadTelling(request) { redirect, next in
                let answer = ExchangeAnswer(redirect.response, to: redirect.request)
                return answer.isFollowed(by: next, lookingIn: place) ? next : nil
            }
        } catch {
            switch error {
            case .redirect(let reason, let url):
                throw StepFailure(step: "exchange", reason, message: "the backend's redirect at \(url) leads nowhere")
            case .transport(let failure, let url) where [.couldNotConnect, .hostNotFound].contains(failure.code):
                throw StepFailure(
                    step: "exchange", ExchangeReason.backendNotThere,
                    message: "nothing listens at \(url.origin)\(wayThere(url, from: request))\(lastWords)")
            case .transport(let failure, let url):
                // Of a handshake that failed a server's log has nothing, or its bytes.
                let isTLS = [.tlsFailed, .tlsUntrusted, .tlsHostMismatch].contains(failure.code)
                throw StepFailure(
                    step: "exchange", failure.code,
                    message: failure.cause + wayThere(url, from: request) + (isTLS ? "" : lastWords))
            }
        }
    }

    /// Who sent the request there, for a message; empty where nobody did.
    private func wayThere(_ url: WebURL, from request: HTTPRequest) -> String {
        url == request.url ? "" : ", where \(trace.masking.url(request.url.string)) redirects to"
    }

    /// What the app itself knows of a token that it posted and that was refused.
    private func reason(of idToken: String) -> (code: ReasonCode, message: String)? {
        let clock = installedApp.device.clock
        return RefusedIDToken(
            idToken, projectID: settings.projectID, backendNow: clock.systemTime, worldNow: clock.now
        ).reason
    }

    /// What is known of an ID token that is in order, for a backend that does not accept it.
    private func validity(of idToken: String) -> String {
        guard let token = try? UnverifiedToken(parsing: idToken), let expiry = token.expiry else { return "" }
        let left = (expiry - installedApp.device.clock.systemTime).components.seconds / 60
        guard left > 0 else { return "" }
        return "; the ID token that it was sent is of \(token.audience ?? "no project") and good for \(left) minutes"
    }

    private var lastWords: String { backendWords().map { "; its log says: \($0)" } ?? "" }

    // MARK: - Cookies

    private func cookies(of response: HTTPResponse, from url: WebURL) -> [FoundationCookie] {
        (try? CookieURL(url.string)).map { installedApp.cookieStorage.httpCookies(of: response, from: $0) } ?? []
    }

    /// What the app's storage refuses, no app finds there to copy.
    ///
    /// - Parameter url: whose answer set it.
    private func requireKept(_ name: String, since mark: Int, from url: WebURL) throws(StepFailure) {
        let writes = events(since: mark).compactMap { if case .cookieWrite(let event) = $0 { event } else { nil } }
        guard let write = writes.last(where: { $0.source == .response && $0.name == name }), !write.isInStore else {
            return
        }
        let reasons = write.reasons.compactMap { StoreReason(rawValue: $0.rawValue) }.filter { !$0.isNote }
        throw StepFailure(
            step: "exchange", because: reasons.map(\.code), HandoffReason.cookieRejected,
            message:
                "the app's own HTTPCookieStorage did not keep the backend's \(name), so there is none to copy into the"
                + " web view's store" + (reasons.first.map { ": \(Self.why($0, from: url))" } ?? ""))
    }

    /// What the app has done by the trace since it had so many events.
    private func events(since mark: Int) -> [TraceEvent.Kind] {
        trace.events(from: mark).filter { $0.actor == .app }.map(\.kind)
    }

    /// The reason with the address, where that is what speaks against the cookie.
    private static func why(_ reason: StoreReason, from url: WebURL) -> String {
        guard reason == .secureFromInsecure, reason.meaning.hasSuffix(".") else { return reason.meaning }
        return "\(reason.meaning.dropLast()), \(url.origin), which is plain http"
    }
}

/// What a backend answered an exchange with.
struct TokenAnswer: Sendable {
    let token: String
    /// The cookie that carried it; nil where something else did.
    let cookie: NativeCookie?

    init(token: String, cookie: NativeCookie?) { (self.token, self.cookie) = (token, cookie) }
    init(_ cookie: NativeCookie) { self.init(token: cookie.value, cookie: cookie) }
}
