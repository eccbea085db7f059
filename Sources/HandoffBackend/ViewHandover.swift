import BridgePrimitives
public import BridgeTrace
import HTTPLoader
import HTTPTypes
public import Hummingbird
public import Listening
import Tokens

/// The handover that the web view makes itself: addresses on the web app's own host whose answers set the cookie in the
/// view's store, where no app has to copy it.
///
/// The app loads one with its ID token in `Authorization` and names the page in `to`; the answer, 303, sets the cookie
/// and leads there. A page's own code posts there instead, and is led nowhere. An app whose loads are to have no token
/// asks for a one-time code first: see ``codePath``. The addresses stand below `/__/`, as those of Firebase Hosting do.
public struct ViewHandover: PlainService {
    /// Trades the ID token for a cookie with a custom token, which the page's guard reads.
    public static let customTokenPath = "/__/handover"
    /// Trades it for an auth session cookie, which the server verifies on each request.
    public static let sessionPath = "/__/session/start"
    /// Gives a one-time code for the ID token of `Authorization`.
    public static let codePath = "/__/code"
    /// Takes a one-time code, from the query or the body of a form, and sets the cookie with the custom token.
    public static let enterPath = "/__/enter"
    /// Ends the session of the view that posts there, and leads to the sign-in; with the field `everywhere`, whatever it
    /// says, the user's sessions on all devices.
    public static let endPath = "/__/session/end"
    /// `{"uid":…}` to whoever has a session cookie that is good, and 401 to all others.
    public static let checkPath = "/__/session"
    /// A page that the server shows to nobody else.
    public static let accountPath = "/__/account"

    public static func has(path: String) -> Bool {
        [customTokenPath, sessionPath, codePath, enterPath, endPath, checkPath, accountPath].contains(path)
    }

    let backend: Backend
    private let mint: SessionCookieMint
    private let revocation: TokenRevocation
    /// Of session cookies.
    private let admission: TokenAdmission
    private let cookieName: String
    /// Where somebody without a session is sent.
    let signInPath: String
    private let trace: TraceLog
    let codes = OneTimeCodes()

    /// - Parameters:
    ///   - admission: must be of the form `sessionCookie`.
    ///   - cookieName: of the backend's cookie, whichever of the two it holds.
    public init(
        backend: Backend, mint: SessionCookieMint, revocation: TokenRevocation, admission: TokenAdmission,
        cookieName: String, signInPath: String, trace: TraceLog
    ) {
        (self.backend, self.mint, self.revocation, self.admission) = (backend, mint, revocation, admission)
        (self.cookieName, self.signInPath, self.trace) = (cookieName, signInPath, trace)
    }

    public func response(to request: PlainRequest) async -> Response {
        guard Self.has(path: request.path) else { return Response(backend.refuse(.noSuchPath)) }
        let isEnd = request.path == Self.endPath
        let methods = Self.methods(of: request.path)
        guard methods.contains(request.method) else {
            var response = Response(backend.refuse(isEnd ? .endMethodNotAllowed : .viewMethodNotAllowed))
            response.headers[.allow] = methods.joined(separator: ", ")
            return response
        }
        switch request.path {
        case Self.customTokenPath:
            return await handOver(request) { await backend.exchange(authorization: $0) }
        case Self.sessionPath:
            return await handOver(request) { await backend.startSession(authorization: $0, mint: mint) }
        case Self.codePath: return await giveCode(request)
        case Self.enterPath: return enter(request)
        case Self.endPath: return await end(request)
        case Self.checkPath: return await check(request)
        default: return await account(request)
        }
    }

    private static func methods(of path: String) -> [String] {
        switch path {
        case endPath, codePath: ["POST"]
        case customTokenPath, sessionPath, enterPath: ["GET", "POST"]
        default: ["GET"]
        }
    }

    private func handOver(_ request: PlainRequest, _ trade: ([String]) async -> BackendAnswer) async -> Response {
        guard let target = Self.target(of: request) else { return Response(backend.refuse(.foreignTarget)) }
        var response = Response(await trade(request.headers[values: .authorization]))
        // What a page's code posts is answered where it is.
        guard response.headers[.setCookie] != nil, request.method == "GET" else { return response }
        response.status = .seeOther
        response.headers[.location] = target
        return response
    }

    /// Where a request wants to be led; nil for what is no path of this host: an address that leads anywhere is a
    /// phisher's friend.
    static func target(of request: PlainRequest) -> String? {
        let named = FormBody.pairs(request.query.utf8).last(where: { $0.0 == "to" })?.1 ?? "/"
        guard named.hasPrefix("/"), !named.hasPrefix("//"), !named.utf8.contains(where: leadsElsewhere) else {
            return nil
        }
        return named
    }

    /// Browsers take a backslash for a slash, and leave out what controls.
    private static func leadsElsewhere(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\\") || byte <= 0x20 || byte >= 0x7F
    }

    // MARK: - The session's end

    private func end(_ request: PlainRequest) async -> Response {
        guard !Self.isOfAnotherOrigin(request) else { return Response(backend.refuse(.foreignEnd)) }
        if FormBody.pairs(request.body).contains(where: { $0.0 == "everywhere" }) {
            switch await session(of: request) {
            case .success(let token):
                // The cookie stays where nothing was revoked: without it, nobody could ask for that again.
                if let refusal = await backend.revoke(token, by: revocation) { return Response(refusal) }
            // Who has no session that is good has nothing to end anywhere else.
            case .failure(let refusal) where refusal.answer.status == 401: break
            case .failure(let refusal): return Response(refusal.answer)
            }
        }
        var response = Response(backend.endSession())
        response.status = .seeOther
        response.headers[.location] = signInPath
        return response
    }

    /// Whether a page of another origin posts: nobody is to be logged out by a page that they happen to look at. SameSite
    /// alone does not see to it, since sites are larger than origins. What no page sends, an app's own request, has neither
    /// field.
    private static func isOfAnotherOrigin(_ request: PlainRequest) -> Bool {
        // Of the two this is what no Referrer-Policy changes; WebKit has it only since Safari 16.4.
        if let site = request.headers[named: "sec-fetch-site"] { return site != "same-origin" && site != "none" }
        guard let origin = request.origin else { return false }
        // The scheme is left out: where TLS ends in front of the server, it does not know its own.
        return !["http://", "https://"].contains { scheme in
            CrossOriginPolicy.origin(scheme + request.host).map { $0 == origin } ?? false
        }
    }

    // MARK: - Whose session it is

    private func check(_ request: PlainRequest) async -> Response {
        switch await session(of: request) {
        case .success(let token):
            Response(status: .ok, headers: [.cacheControl: "no-store"], json: ["uid": .string(token.uid)])
        case .failure(let refusal): Response(refusal.answer)
        }
    }

    private func account(_ request: PlainRequest) async -> Response {
        guard case .success = await session(of: request) else {
            return Response(
                status: .seeOther, headers: [.location: signInPath, .cacheControl: "no-store"])
        }
        let page = """
            <!doctype html><html lang="en"><meta charset="utf-8"><title>Account</title><link rel="icon" href="data:,">
            <p id="account">The server knows who this is.</p>
            <form method="post" action="\(Self.endPath)">
              <button>Log out</button> <button name="everywhere" value="1">Log out everywhere</button>
            </form>
            <script type="module">
              const answer = await fetch("\(Self.checkPath)");
              document.body.dataset.session = answer.status;
              document.body.dataset.readable = document.cookie.length;
            </script></html>
            """
        return Response(
            status: .ok, headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: .init(string: page)))
    }

    private struct Refusal: Error { let answer: BackendAnswer }

    /// What a session cookie says that is good. Of several cookies of the name the first counts: it is the one with the
    /// longest path (RFC 6265bis §5.8.3).
    private func session(of request: PlainRequest) async -> Result<VerifiedIDToken, Refusal> {
        let pairs = request.headers[values: .cookie].flatMap { CookieFields.pairs(in: Array($0.utf8)) }
        guard let text = pairs.first(where: { $0.name == cookieName })?.value else {
            return .failure(Refusal(answer: backend.refuse(.noSession)))
        }
        let shown = trace.masking.secret(text)
        let verdict = await admission.verdict(on: text)
        switch verdict.decision {
        case .accepted(let token):
            note(.accepted, shown, uid: token.uid, token.tolerated.map(\.code), verdict.certificates)
            return .success(token)
        case .refused(let status, let reasons):
            note(.refused, shown, uid: nil, reasons.map(\.code), verdict.certificates)
            return .failure(Refusal(answer: .refusal(status, reasons)))
        }
    }

    private func note(
        _ action: TokenEvent.Action, _ token: MaskedText, uid: String?, _ reasons: [ReasonCode],
        _ certificates: ReasonCode?
    ) {
        let event = TokenEvent(
            action, .sessionCookie, token: token, uid: uid, reasons: reasons, certificates: certificates)
        trace.record(.token(event), by: .backend)
    }
}
