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
/// and leads there. A load with a body would do as well, but WebKitGTK's API has none. The addresses stand below `/__/`, as
/// those of Firebase Hosting do.
public struct ViewHandover: PlainService {
    /// Trades the ID token for a cookie with a custom token, which the page's guard reads.
    public static let customTokenPath = "/__/handover"
    /// Trades it for an auth session cookie, which the server verifies on each request.
    public static let sessionPath = "/__/session/start"
    /// `{"uid":…}` to whoever has a session cookie that is good, and 401 to all others.
    public static let checkPath = "/__/session"
    /// A page that the server shows to nobody else.
    public static let accountPath = "/__/account"

    public static func has(path: String) -> Bool {
        [customTokenPath, sessionPath, checkPath, accountPath].contains(path)
    }

    private let backend: Backend
    private let mint: SessionCookieMint
    /// Of session cookies.
    private let admission: TokenAdmission
    private let cookieName: String
    /// Where somebody without a session is sent.
    private let signInPath: String
    private let trace: TraceLog

    /// - Parameters:
    ///   - admission: must be of the form `sessionCookie`.
    ///   - cookieName: of the backend's cookie, whichever of the two it holds.
    public init(
        backend: Backend, mint: SessionCookieMint, admission: TokenAdmission, cookieName: String, signInPath: String,
        trace: TraceLog
    ) {
        (self.backend, self.mint, self.admission) = (backend, mint, admission)
        (self.cookieName, self.signInPath, self.trace) = (cookieName, signInPath, trace)
    }

    public func response(to request: PlainRequest) async -> Response {
        guard Self.has(path: request.path) else { return Response(backend.refuse(.noSuchPath)) }
        guard request.method == "GET" else {
            var response = Response(backend.refuse(.viewMethodNotAllowed))
            response.headers[.allow] = "GET"
            return response
        }
        switch request.path {
        case Self.customTokenPath:
            return await handOver(request) { await backend.exchange(authorization: $0) }
        case Self.sessionPath:
            return await handOver(request) { await backend.startSession(authorization: $0, mint: mint) }
        case Self.checkPath: return await check(request)
        default: return await account(request)
        }
    }

    private func handOver(_ request: PlainRequest, _ trade: ([String]) async -> BackendAnswer) async -> Response {
        let named = FormBody.pairs(request.query.utf8).last(where: { $0.0 == "to" })?.1 ?? "/"
        // A path of this host and nothing else: an address that leads anywhere is a phisher's friend.
        guard named.hasPrefix("/"), !named.hasPrefix("//"), !named.utf8.contains(where: Self.leadsElsewhere) else {
            return Response(backend.refuse(.foreignTarget))
        }
        let answer = await trade(request.headers[values: .authorization])
        guard answer.setCookie != nil else { return Response(answer) }
        var response = Response(answer)
        response.status = .seeOther
        response.headers[.location] = named
        return response
    }

    /// Browsers take a backslash for a slash, and leave out what controls.
    private static func leadsElsewhere(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\\") || byte <= 0x20 || byte >= 0x7F
    }

    // MARK: - Whose session it is

    private func check(_ request: PlainRequest) async -> Response {
        switch await session(of: request) {
        case .success(let uid): Response(status: .ok, headers: [.cacheControl: "no-store"], json: ["uid": .string(uid)])
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

    /// The uid of a session cookie that is good. Of several cookies of the name the first counts: it is the one with the
    /// longest path (RFC 6265bis §5.8.3).
    private func session(of request: PlainRequest) async -> Result<String, Refusal> {
        let pairs = request.headers[values: .cookie].flatMap { CookieFields.pairs(in: Array($0.utf8)) }
        guard let text = pairs.first(where: { $0.name == cookieName })?.value else {
            return .failure(Refusal(answer: backend.refuse(.noSession)))
        }
        let shown = trace.masking.secret(text)
        let verdict = await admission.verdict(on: text)
        switch verdict.decision {
        case .accepted(let token):
            note(.accepted, shown, uid: token.uid, token.tolerated.map(\.code), verdict.certificates)
            return .success(token.uid)
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
