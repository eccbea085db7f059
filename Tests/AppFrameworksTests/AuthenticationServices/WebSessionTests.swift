import AppFrameworks
import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import HTTPLoader
import HTTPTypes
import Hummingbird
import Listening
import SimulatedDevice
import Testing
import WebViews

/// An app's window.
@MainActor
private final class Window: ASWebAuthenticationPresentationContextProviding {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { ASPresentationAnchor() }
}

@Suite("Web authentication sessions", .timeLimit(.minutes(5))) @MainActor
struct WebSessionTests {
    private let phone: Phone
    private let transport: CurlTransport
    private let browser: InAppBrowser

    init() throws {
        phone = try Phone()
        transport = try CurlTransport()
        browser = InAppBrowser(
            person: ScriptedPerson(.signIn(as: "Taro")), transport: transport, profile: .ios18,
            publicSuffixes: PublicSuffixList.standard, clock: phone.clock, trace: phone.trace)
        phone.device.services.provide(browser)
    }

    // MARK: - Pages

    private nonisolated static func page(_ body: String, head: String = "", fields: HTTPFields = [:]) -> Response {
        var fields = fields
        fields[.contentType] = "text/html; charset=utf-8"
        let html = "<!doctype html><html><head>\(head)<title>T</title></head><body>\(body)</body></html>"
        return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }

    private nonisolated static func redirect(_ target: String, fields: HTTPFields = [:]) -> Response {
        var fields = fields
        fields[.location] = target
        return Response(status: .seeOther, headers: fields)
    }

    /// A provider of the kinds that there are in the world.
    private static func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.get("/straight") { _, _ in redirect("myapp://done?code=1") }
        router.get("/capitals") { _, _ in redirect("MyApp://done") }
        router.get("/hops") { _, _ in redirect("/straight") }
        router.get("/link") { _, _ in page("<p>No.</p><a href='myapp://done?a=1&amp;b=2'>Go on as <b>Taro</b></a>") }
        router.get("/refresh") { _, _ in
            page("<a href='/nowhere'>Taro</a>", head: "<meta http-equiv=refresh content='0; URL=myapp://done'>")
        }
        router.get("/form") { _, _ in
            page(
                """
                <form method=post action=choice><input type=hidden name=t value='1 &amp; 2'>
                <label><input type=radio name=email value=share checked> Share</label>
                <label><input type=radio name=email value=hide> Hide</label>
                <button name=who value=h>Hanako</button><button name=who value=t>Taro <small>@taro</small></button>
                <button name=cancel value=1>Cancel</button></form>
                """)
        }
        router.post("/choice") { request, _ in
            let body = try await request.body.collect(upTo: 1000)
            let origin = request.headers[.origin] ?? "none"
            return redirect("myapp://done?\(String(buffer: body))&origin=\(origin.hasPrefix("http://127.0.0.1:"))")
        }
        router.get("/search") { _, _ in
            page("<form action='/found?x=1#f'><input name=q value=ü><input type=submit value=Taro></form>")
        }
        router.get("/found") { request, _ in redirect("myapp://done?\(request.uri.query ?? "")") }
        router.get("/cookie") { request, _ in
            guard let cookie = request.headers[.cookie] else {
                return redirect("/cookie", fields: [.setCookie: "session=first; Path=/; Max-Age=60"])
            }
            return redirect("myapp://done?\(cookie)")
        }
        router.get("/continue") { _, _ in page("<form action='/straight'><button>Continue</button></form>") }
        router.get("/nobody") { _, _ in page("<p>Sign in as</p><a href='/a'>Hanako</a><a href='/b'>Tarou</a>") }
        router.get("/other") { _, _ in redirect("yourapp://done") }
        router.get("/other-link") { _, _ in page("<a href='mailto:x@example.com'>Taro</a>") }
        router.get("/json") { _, _ in Response(status: .ok, json: ["a": 1]) }
        router.get("/loop") { _, _ in redirect("/loop") }
        router.get("/ring") { _, _ in page("<a href='/ring'>Taro</a>") }
        router.get("/error") { _, _ in
            var response = page("<p>This request token is gone.</p>")
            response.status = .badRequest
            return response
        }
        router.get("/https") { _, _ in redirect("https://app.example.com/done?code=2") }
        return router
    }

    private func withPages<Value: Sendable>(_ body: @MainActor (String) async throws -> Value) async throws -> Value {
        try await withListener(Self.router(), name: "pages") { try await body($0.origin) }
    }

    /// What the session's handler is told.
    private func outcome(
        _ address: String, scheme: String = "myapp", isEphemeral: Bool = false
    ) async throws -> Result<URL, ASWebAuthenticationSessionError> {
        let url = try #require(URL(string: address))
        return try await phone.process.run {
            await ASWebAuthenticationSession.callback(of: url, scheme: scheme, isEphemeral: isEphemeral)
        }
    }

    private func called(_ path: String, isEphemeral: Bool = false) async throws -> String {
        try await withPages { try await outcome($0 + path, isEphemeral: isEphemeral).get().absoluteString }
    }

    private func reasons(_ path: String) async throws -> [String] {
        try await withPages { origin in
            switch try await outcome(origin + path) {
            case .success(let url): return [url.absoluteString]
            case .failure(let error):
                #expect(error.code == .canceledLogin)
                return error.reasons.map(\.rawValue)
            }
        }
    }

    // MARK: - It comes back

    @Test(arguments: [
        ("/straight", "myapp://done?code=1"), ("/hops", "myapp://done?code=1"),
        ("/capitals", "MyApp://done"),  // schemes have no case
        ("/link", "myapp://done?a=1&b=2"), ("/refresh", "myapp://done"),
        ("/form", "myapp://done?t=1+%26+2&email=share&who=t&origin=true"),
        ("/search", "myapp://done?q=%C3%BC"),  // the entries replace the action's query
        ("/continue", "myapp://done?code=1"),
        ("/cookie", "myapp://done?session=first"),
    ])
    func theCallbackIsHandedOver(path: String, callback: String) async throws {
        #expect(try await called(path) == callback)
    }

    @Test func thePersonMayHideTheAddressOrSayNo() async throws {
        browser.person = ScriptedPerson(.signIn(as: "@taro", hidesEmail: true))
        #expect(try await called("/form") == "myapp://done?t=1+%26+2&email=hide&who=t&origin=true")
        browser.person = ScriptedPerson(.deny)
        #expect(try await called("/form") == "myapp://done?t=1+%26+2&email=share&cancel=1&origin=true")
    }

    @Test func cookiesAreSafarisUnlessTheSessionIsEphemeral() async throws {
        #expect(try await called("/cookie", isEphemeral: true) == "myapp://done?session=first")
        #expect(browser.jar.all().isEmpty)
        #expect(try await called("/cookie") == "myapp://done?session=first")
        #expect(browser.jar.all().map(\.name) == ["session"])
        // The app's own storage and its web views know nothing of it.
        #expect(phone.process.app.cookieStorage.cookies.isEmpty)
        let sets = phone.trace.events.filter { if case .cookieWrite = $0.kind { true } else { false } }
        #expect(sets.count == 2)
        #expect(try await called("/cookie") == "myapp://done?session=first")
        // Sent, and not set again.
        #expect(phone.trace.events.count { if case .cookieWrite = $0.kind { true } else { false } } == 2)
    }

    @Test func anHTTPSCallbackEndsItToo() async throws {
        let window = Window()
        let url = try await withPages { origin in
            try await phone.process.run {
                await withCheckedContinuation { continuation in
                    let session = ASWebAuthenticationSession(
                        url: URL(string: origin + "/https") ?? URL(filePath: "/"),
                        callback: .https(host: "app.example.com", path: "/done")
                    ) { url, _ in continuation.resume(returning: url) }
                    session.presentationContextProvider = window
                    session.start()
                }
            }
        }
        #expect(url?.absoluteString == "https://app.example.com/done?code=2")
    }

    // MARK: - It does not

    @Test(
        arguments: [
            ("/nobody", ["web-session/nothing-to-do"]),  // Tarou is somebody else
            ("/error", ["web-session/nothing-to-do"]), ("/json", ["web-session/not-a-page"]),
            ("/other", ["web-session/other-scheme", "load/unsupported-redirect"]),
            ("/other-link", ["web-session/other-scheme"]),
            ("/loop", ["web-session/load-failed", "load/too-many-redirects"]),
            ("/ring", ["web-session/too-many-pages"]), ("/missing", ["web-session/not-a-page"]),
        ])
    func everyEndHasAReason(path: String, expected: [String]) async throws {
        let reasons = try await reasons(path)
        #expect(reasons.first == expected.first && reasons.count == expected.count, "\(reasons)")
    }

    @Test func thePageThatWasClosedIsTold() async throws {
        let error = try await withPages { origin -> ASWebAuthenticationSessionError? in
            if case .failure(let error) = try await outcome(origin + "/error") { error } else { nil }
        }
        #expect(error?.detail.hasSuffix("/error: This request token is gone.") == true)
    }

    @Test func closingIsCancelling() async throws {
        browser.person = ScriptedPerson(.close)
        let result = try await withPages { try await outcome($0 + "/form") }
        guard case .failure(let error) = result else { throw error("closed, and called back") }
        #expect(error.reasons.map(\.rawValue) == ["web-session/cancelled-by-person"])
        let bridged = error as NSError
        #expect(bridged.domain == "com.apple.AuthenticationServices.WebAuthenticationSession" && bridged.code == 1)
    }

    private func error(_ words: String) -> BridgeFailure {
        BridgeFailure(ListeningReason.internalFault, cause: words)
    }

    @Test(arguments: ["ftp://example.com/", "myapp", "file:///etc/passwd"])
    func onlyWebAddressesAreShown(address: String) async throws {
        let result = try await outcome(address)
        guard case .failure(let error) = result else { throw error("called back") }
        #expect(error.reasons.map(\.rawValue) == ["web-session/unusable-address"])
    }

    @Test func aServerThatIsGoneIsNamed() async throws {
        let result = try await outcome("http://127.0.0.1:1/straight")
        guard case .failure(let error) = result else { throw error("called back") }
        #expect(
            error.reasons.map(\.rawValue) == ["web-session/load-failed", "transport/could-not-connect"],
            "\(error.reasons)")
    }

    // MARK: - Starting and cancelling

    private static func first(
        of ends: AsyncStream<ASWebAuthenticationSessionError?>
    ) async -> ASWebAuthenticationSessionError? {
        for await end in ends { return end }
        return nil
    }

    /// The outcome of a session that the test starts by itself.
    private func start(
        presenter: Window?, scheme: String? = "myapp",
        _ change: @MainActor (ASWebAuthenticationSession) -> Void = { _ in }
    ) async throws -> (isStarted: Bool, error: ASWebAuthenticationSessionError?) {
        let (ends, end) = AsyncStream.makeStream(of: ASWebAuthenticationSessionError?.self)
        let url = try #require(URL(string: "http://127.0.0.1:1/"))
        let session = ASWebAuthenticationSession(url: url, callbackURLScheme: scheme) { _, error in
            end.yield(error as? ASWebAuthenticationSessionError)
        }
        session.presentationContextProvider = presenter
        let isStarted = session.start()
        change(session)
        let error = await Self.first(of: ends)
        #expect(!session.canStart && !session.start())  // good for once
        return (isStarted, error)
    }

    @Test func withoutAWindowNothingIsShown() async throws {
        let none = try await phone.process.run { try await start(presenter: nil) }
        #expect(!none.isStarted && none.error?.code == .presentationContextNotProvided)
        #expect(none.error?.reasons == [WebSessionReason.noPresentationContext.code])
        phone.process.enterBackground()
        let window = Window()
        let hidden = try await phone.process.run { try await start(presenter: window) }
        #expect(!hidden.isStarted && hidden.error?.code == .presentationContextInvalid)
        #expect((hidden.error as NSError?)?.code == 3)
        #expect(hidden.error?.reasons == [WebSessionReason.notInForeground.code])
    }

    @Test func outsideOfAnAppAndWithoutABrowser() async throws {
        let window = Window()
        let outside = try await start(presenter: window)
        #expect(outside.error?.reasons.map(\.rawValue) == ["web-session/no-process"])
        phone.device.services.remove(InAppBrowser.self)
        let without = try await phone.process.run { try await start(presenter: window) }
        #expect(without.error?.reasons.map(\.rawValue) == ["web-session/no-browser"])
    }

    /// Somebody who looks at a page until the session is cancelled.
    private struct Dreamer: Person {
        let looks: AsyncStream<Void>.Continuation

        func act(on page: BrowserPage) async -> PersonAction {
            looks.yield()
            let never = AsyncStream<Void> { _ in }
            for await _ in never {}
            return .follow(page.links[0])
        }
    }

    /// How a session ends that the app is torn from while somebody looks at the page.
    private func end(
        _ interrupt: (ASWebAuthenticationSession) -> Void
    ) async throws -> ASWebAuthenticationSessionError? {
        let (looks, looking) = AsyncStream.makeStream(of: Void.self)
        browser.person = Dreamer(looks: looking)
        let window = Window()
        return try await withPages { origin in
            try await phone.process.run {
                let (ends, end) = AsyncStream.makeStream(of: ASWebAuthenticationSessionError?.self)
                let url = try #require(URL(string: origin + "/ring"))
                let session = ASWebAuthenticationSession(url: url, callbackURLScheme: "myapp") { _, error in
                    end.yield(error as? ASWebAuthenticationSessionError)
                }
                session.presentationContextProvider = window
                #expect(session.start())
                for await _ in looks { break }
                interrupt(session)
                return await Self.first(of: ends)
            }
        }
    }

    @Test func theAppCancels() async throws {
        let error = try await end { session in
            session.cancel()
            session.cancel()  // once is enough
        }
        #expect(error?.reasons.map(\.rawValue) == ["web-session/cancelled-by-app"])
    }

    @Test func anAppThatEndsIsToldNothingElse() async throws {
        let error = try await end { session in
            phone.process.end()
            session.cancel()
        }
        #expect(error?.reasons.map(\.rawValue) == ["web-session/process-ended"])
    }

    @Test func aSessionThatWasCancelledNeverStarts() throws {
        let session = ASWebAuthenticationSession(
            url: try #require(URL(string: "http://127.0.0.1:1/")), callbackURLScheme: "myapp"
        ) { _, _ in Issue.record("was called") }
        session.cancel()
        #expect(!session.canStart && !session.start())
    }

    @Test(arguments: WebSessionReason.allCases)
    func reasonsHaveTheirTexts(reason: WebSessionReason) {
        #expect(reason.rawValue.hasPrefix("web-session/"))
        #expect(reason.meaning.hasSuffix(".") && reason.fix.hasSuffix("."))
    }
}
