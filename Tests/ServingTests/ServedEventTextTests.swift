import BridgePrimitives
import BridgeTrace
import Serving
import Testing

@Suite("What a served world says of itself", .timeLimit(.minutes(5)))
struct ServedEventTextTests {
    private let masking = Masking(.fingerprints)

    private func lines(isVerbose: Bool = false, _ kind: TraceEvent.Kind, by actor: TraceActor) -> [String] {
        let said = Mutex<[String]>([])
        let text = ServedEventText(isVerbose: isVerbose)
        let log = TraceLog(clock: .frozen(at: .epoch), masking: masking) { event in
            if let line = text.line(for: event) { said.withLock { $0.append(line) } }
        }
        log.record(kind, by: actor)
        return said.withLock { $0 }
    }

    private func codes(_ codes: String...) -> [ReasonCode] { codes.map { ReasonCode(unchecked: $0) } }

    @Test func aRefusalIsOneLineWithReasonsAndFix() {
        let signIn = AccountEvent(
            .refused, uid: nil, provider: nil, reasons: codes("auth/invalid-custom-token", "token/expired"))
        #expect(
            lines(.account(signIn), by: .auth) == [
                "auth  refused auth/invalid-custom-token, token/expired"
                    + " → Ask for a fresh token just before use, and compare the clocks."
            ])
        let exchange = TokenEvent(
            .refused, .idToken, token: masking.secret("e.y.J"), uid: "taro", reasons: codes("token/expired"))
        #expect(
            lines(.token(exchange), by: .backend) == [
                "backend  refused ID token of uid taro  token/expired"
                    + " → Ask for a fresh token just before use, and compare the clocks."
            ])
    }

    @Test func anImportSaysHowManyAccountsNeedANewPassword() {
        let imported = AccountEvent(
            .created, uid: nil, reasons: codes("auth/password-reset-needed"),
            detail: masking.text("accounts with BCRYPT hashes: 2"))
        #expect(
            lines(.account(imported), by: .auth) == [
                "auth  imported auth/password-reset-needed  accounts with BCRYPT hashes: 2 → Reset the password:"
                    + " `updateUser(uid, { password })` in an Admin SDK, or send a reset e-mail."
            ])
    }

    /// The auth service's refusal of a token is followed by that of the request; what was accepted is no news.
    @Test func nothingIsSaidTwiceAndSuccessesNotAtAll() {
        let token = masking.secret("e.y.J")
        let refused = TokenEvent(.refused, .customToken, token: token, uid: nil, reasons: codes("token/expired"))
        #expect(lines(.token(refused), by: .auth).isEmpty)
        let renewal = TokenEvent(.refused, .refreshToken, token: token, uid: nil, reasons: codes("auth/token-expired"))
        #expect(lines(.token(renewal), by: .auth).count == 1)
        #expect(lines(.token(TokenEvent(.accepted, .idToken, token: token, uid: "u")), by: .backend).isEmpty)
        #expect(lines(.account(AccountEvent(.signedIn, uid: "u")), by: .auth).isEmpty)
    }

    @Test func requestsAreToldWhereAskedFor() {
        let url = masking.url("http://api.localhost:8080/")
        let served = ServedEvent(method: "POST", url: url, status: 401, elapsed: .milliseconds(3))
        #expect(lines(.served(served), by: .backend).isEmpty)
        #expect(
            lines(isVerbose: true, .served(served), by: .backend) == [
                "backend  POST http://api.localhost:8080/  →  401  3 ms"
            ])
        let dropped = ServedEvent(method: "GET", url: url, status: nil, elapsed: .zero)
        #expect(
            lines(isVerbose: true, .served(dropped), by: .backend).first?.hasSuffix("→  connection closed  0 ms")
                == true)
    }
}
