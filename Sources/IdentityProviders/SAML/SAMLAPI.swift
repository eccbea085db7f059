public import BridgePrimitives
public import BridgeTrace
public import Hummingbird
public import Listening
import SAML

/// The simulated SAML provider over HTTP: metadata, and single sign-on by the HTTP-POST binding. Translates; the rules are
/// the provider's.
public struct SAMLAPI: Sendable {
    private let provider: SAMLProvider
    private let clock: WorldClock
    private let trace: TraceLog?
    private let scheme: ProviderScheme
    /// How traces name it: `saml.corp`.
    private let name: String

    /// - Parameters:
    ///   - name: the provider's id in the project.
    ///   - clock: whose time responses have.
    ///   - trace: where sign-ins and refusals are recorded.
    ///   - scheme: how it is reached; the host is taken from each request.
    public init(
        _ provider: SAMLProvider, name: String, clock: WorldClock, trace: TraceLog? = nil,
        scheme: ProviderScheme = .http
    ) {
        (self.provider, self.name, self.clock) = (provider, name, clock)
        (self.trace, self.scheme) = (trace, scheme)
    }

    private static let singleSignOn = "/saml/sso"

    private func record(_ action: AccountEvent.Action, _ reasons: [ReasonCode] = []) {
        trace?.record(
            .account(AccountEvent(action, uid: nil, provider: name, reasons: reasons)), by: .auth)
    }

    func answer(_ request: PlainRequest) -> ProviderAnswer {
        switch (request.path, request.method) {
        case ("/saml/metadata", "GET"):
            let url = "\(request.scheme)://\(request.host)\(Self.singleSignOn)"
            return ProviderAnswer(
                content: .xml(provider.issuer.metadata(singleSignOn: url)),
                cacheControl: "public, max-age=3600")
        case (Self.singleSignOn, "POST"): return page { try begin(request) }
        case ("/saml/start", "GET"): return page { try start(request) }
        case ("/saml/sso/choice", "POST"): return page { try choose(request) }
        case ("/saml/metadata", _), ("/saml/start", _): return .methodNotAllowed("GET")
        case (Self.singleSignOn, _), ("/saml/sso/choice", _): return .methodNotAllowed("POST")
        default:
            return ProviderAnswer(
                status: 404, content: .page(SAMLPages.refusal(SAMLRefusal(.noSuchPath))))
        }
    }

    private func page(_ body: () throws -> ProviderAnswer) -> ProviderAnswer {
        do { return try body() } catch let refusal as SAMLRefusal {
            record(.refused, refusal.reasons)
            return ProviderAnswer(status: 400, content: .page(SAMLPages.refusal(refusal)))
        } catch {
            let code = (error as? BridgeFailure)?.code ?? ListeningReason.internalFault.code
            return ProviderAnswer(status: 500, content: .json(["error": .string(code.rawValue)]))
        }
    }

    /// A service sends its user, with a request.
    private func begin(_ request: PlainRequest) throws -> ProviderAnswer {
        guard request.hasForm else { throw SAMLRefusal(.brokenForm) }
        let form = try FormItems(saml: request.body)
        let text = try form.requiredSAMLText("SAMLRequest")
        let asked: SAMLRequest
        do throws(SAMLReason) { asked = try SAMLRequest(parsing: text) } catch {
            throw SAMLRefusal(.requestUnreadable, cause: error)
        }
        let question = try provider.question(
            asked, relayState: form.samlText("RelayState"),
            at: "\(request.scheme)://\(request.host)\(Self.singleSignOn)")
        return choice(question)
    }

    /// The user begins here.
    private func start(_ request: PlainRequest) throws -> ProviderAnswer {
        let items = try FormItems(saml: request.query.utf8)
        return choice(
            try provider.question(
                for: items.requiredSAMLText("service"), relayState: items.samlText("RelayState")))
    }

    private func choice(_ question: SAMLProvider.Question) -> ProviderAnswer {
        let ticket = provider.open(question, now: clock.now)
        return ProviderAnswer(
            content: .page(SAMLPages.choice(question, ticket: ticket, accounts: provider.accounts)))
    }

    private func choose(_ request: PlainRequest) throws -> ProviderAnswer {
        guard !request.isFromForeignPage else { throw SAMLRefusal(.foreignPage, request.origin) }
        guard request.hasForm else { throw SAMLRefusal(.brokenForm) }
        let form = try FormItems(saml: request.body)
        let reply = try provider.answer(
            ticket: form.requiredSAMLText("ticket"), accountID: form.requiredSAMLText("account"),
            now: clock.now)
        record(.signedIn)
        return ProviderAnswer(content: .page(SAMLPages.handOver(reply)))
    }
}

extension SAMLAPI: PlainService {
    public var requestScheme: String { scheme.rawValue }
    public var longestBody: Int? { PlainRequest.providerBodyLimit }

    public func response(to request: PlainRequest) -> Response { Response(answer(request)) }
}
