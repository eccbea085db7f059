public import BridgePrimitives
public import BridgeTrace
import Databases
import HTTPTypes
public import Listening
import Tokens

/// The backend that knows its users: an ID token in the `Authorization` field registers its user once, and finds the
/// current user on each request from then on.
///
/// `POST /v1/users` registers (201, or 200 for one who is known), `GET /v1/users/me` and `GET /v1/users/ID` answer with
/// the token's own user. All answers are JSON:API 1.1 documents.
public struct UserDirectory: Sendable {
    private enum Endpoint: Hashable {
        case users, me
        case user(id: String)

        init?(path: String) {
            guard path != "/v1/users" else {
                self = .users
                return
            }
            guard path.hasPrefix("/v1/users/") else { return nil }
            let name = path.dropFirst("/v1/users/".count)
            guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")) else { return nil }
            self = name == "me" ? .me : .user(id: String(name))
        }

        var method: String { self == .users ? "POST" : "GET" }
    }

    private let store: UserStore
    private let admission: TokenAdmission
    private let clock: WorldClock
    private let trace: TraceLog

    /// - Parameter admission: which tokens are let in.
    public init(store: UserStore, admission: TokenAdmission, clock: WorldClock, trace: TraceLog) {
        (self.store, self.admission, self.clock, self.trace) = (store, admission, clock, trace)
    }

    /// The checks, in this order: path, method, query, `Accept`, token, body; then the store is asked.
    ///
    /// - Complexity: one RSA public operation, and requests to the auth service where ``TokenAdmission`` makes any.
    public func answer(_ request: PlainRequest) async -> UsersAnswer {
        let endpoint: Endpoint
        do throws(UsersReason.Refusal) { endpoint = try checkedEndpoint(of: request) } catch {
            record(.refused, nil, reasons: [error.reason.code])
            var answer = UsersAnswer.refusal(error)
            if error.reason == .methodNotAllowed { answer.allow = Endpoint(path: request.path)?.method }
            return answer
        }
        let text: String
        do { text = try BearerCredential.text(in: request.headers[values: .authorization]) } catch {
            record(.refused, trace.masking.plain("(none)"), reasons: [error.reason.code])
            return .refusal(error)
        }
        let shown = trace.masking.secret(text)
        let verdict = await admission.verdict(on: text)
        switch verdict.decision {
        case .refused(let status, let reasons):
            record(.refused, shown, reasons: reasons.map(\.code), certificates: verdict.certificates)
            return .refusal(status, reasons, source: status == 401 ? .header("Authorization") : nil)
        case .accepted(let token):
            record(
                .accepted, shown, uid: token.uid, reasons: token.tolerated.map(\.code),
                certificates: verdict.certificates)
            return answer(request, at: endpoint, for: token)
        }
    }

    /// What is asked for; all that can be refused without knowing who asks is refused here.
    private func checkedEndpoint(of request: PlainRequest) throws(UsersReason.Refusal) -> Endpoint {
        guard let endpoint = Endpoint(path: request.path) else { throw UsersReason.Refusal(.noSuchPath) }
        guard request.method == endpoint.method else { throw UsersReason.Refusal(.methodNotAllowed) }
        guard request.query.isEmpty else { throw UsersReason.Refusal(.queryNotKnown) }
        try ContentNegotiation.checkAccept(request.headers[values: .accept])
        return endpoint
    }

    private func answer(_ request: PlainRequest, at endpoint: Endpoint, for token: VerifiedIDToken) -> UsersAnswer {
        do {
            switch endpoint {
            case .users: return try register(request, token)
            case .me: return found(try current(token), token, at: request.path)
            case .user(let id):
                let user = try current(token)
                // Whether somebody else has this id is nobody's business.
                guard String(user.id) == id else { throw UsersReason.Refusal(.noSuchUser) }
                return found(user, token, at: request.path)
            }
        } catch let refusal as UsersReason.Refusal {
            record(.refused, token, reasons: [refusal.reason.code])
            return .refusal(refusal)
        } catch {
            // The file's name and SQLite's words are for the operator, not for clients.
            let reason = (error as? BridgeFailure).flatMap { UserDatabaseReason(rawValue: $0.code.rawValue) } ?? .failed
            record(.refused, token, reasons: [reason.code])
            return .refusal(reason == .diskFull || reason == .inUse ? 503 : 500, [reason])
        }
    }

    private func register(_ request: PlainRequest, _ token: VerifiedIDToken) throws -> UsersAnswer {
        var profile = RegisteredUser.Profile(
            uid: token.uid, name: token.claims["name"]?.stringValue, email: token.email,
            picture: token.claims["picture"]?.stringValue, signInProvider: token.signInProvider)
        if !request.body.isEmpty {
            guard request.body.count <= UsersDocument.byteLimit else { throw UsersReason.Refusal(.bodyTooLarge) }
            try ContentNegotiation.checkContentType(request.headers[values: .contentType])
            profile.name = try UsersDocument.name(in: request.body) ?? profile.name
        }
        switch try store.register(profile, at: clock.now(on: .backend)) {
        case .found(let user): return found(user, token, at: request.path)
        case .created(let user):
            record(.created, token)
            var answer = UsersAnswer.success(201, UsersDocument.document(of: user, at: request.path))
            answer.location = UsersDocument.path(of: user)
            return answer
        }
    }

    private func current(_ token: VerifiedIDToken) throws -> RegisteredUser {
        guard let user = try store.user(uid: token.uid) else { throw UsersReason.Refusal(.notRegistered) }
        return user
    }

    private func found(_ user: RegisteredUser, _ token: VerifiedIDToken, at path: String) -> UsersAnswer {
        record(.found, token)
        return .success(200, UsersDocument.document(of: user, at: path))
    }

    // MARK: - The trace

    /// - Parameter token: nil while nobody has been let in.
    private func record(_ action: AccountEvent.Action, _ token: VerifiedIDToken?, reasons: [ReasonCode] = []) {
        let event = AccountEvent(action, uid: token?.uid, provider: token?.signInProvider, reasons: reasons)
        trace.record(.account(event), by: .backend)
    }

    private func record(
        _ action: TokenEvent.Action, _ token: MaskedText, uid: String? = nil, reasons: [ReasonCode],
        certificates: ReasonCode? = nil
    ) {
        let event = TokenEvent(
            action, .idToken, token: token, uid: uid, reasons: reasons, certificates: certificates)
        trace.record(.token(event), by: .backend)
    }
}
