import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import RouterGuard
import Testing
import WebViews
import WorldTestSupport
import Worlds

/// Plays stories with the page's own `guard.js` and `cookies.js`, in JavaScriptCore, with an auth that the story drives.
struct PageGuardRun {
    let view: HeadlessWebView
    private let modules: String

    init() throws {
        let clock = WorldClock.frozen(at: Instant(secondsSinceEpoch: 1_795_251_600))
        let trace = TraceLog(clock: clock, masking: Masking(.revealed))
        let store = WebsiteDataStore.nonPersistent(
            profile: .ios18, publicSuffixes: PublicSuffixList.standard, clock: clock, trace: trace)
        view = HeadlessWebView(
            configuration: WebViewConfiguration(websiteDataStore: store),
            transport: try SharedMaterial.material.get().transport, clock: clock, trace: trace)
        let files = try WebAppFiles()
        modules = try ["/guard.js", "/cookies.js"]
            .map { try PlainModule(String(decoding: #require(files.files[$0]).content, as: UTF8.self)).expression }
            .joined(separator: ", ")
    }

    /// What the sample app's routes.json holds.
    static func sampleRoutes() throws -> JSONValue {
        try JSONValue(parsing: #require(try WebAppFiles().files["/routes.json"]).content)
    }

    /// Each event is an evaluation of its own: promise reactions run before it returns.
    func outcome(of story: GuardStory, routes: JSONValue) async throws -> GuardStory.Outcome {
        let table = try RouteTable(json: story.routes ?? routes)
        let configuration = story.configuration
        let settings: JSONValue = [
            "cookies": .string(story.cookies), "cookieName": .string(configuration.cookieName),
            "isReady": .bool(story.visitor != .notKnownYet), "isSignedIn": .bool(story.visitor == .somebody),
            "signInPath": .string(configuration.signInPath), "metaKey": .string(configuration.metaKey),
            "deletesCookie": .bool(configuration.deletesCookie),
            "retryLimit": .integer(Int64(configuration.retryLimit)),
        ]
        try await evaluate(
            "globalThis.story = (\(Self.stage))(\(settings.text()), \(story.otherLibrary), \(modules)); null")
        try await evaluate("story.navigate(\(try table.route(at: story.path).script)); null")
        for event in story.events {
            switch event {
            case .navigates(let path): try await evaluate("story.navigate(\(try table.route(at: path).script)); null")
            case .authIsReady(let signedIn): try await evaluate("story.authIsReady(\(signedIn)); null")
            case .tokenIsAccepted: try await evaluate("story.endSignIn(null); null")
            case .signInFails(let code): try await evaluate("story.endSignIn(\(JSONValue.string(code).text())); null")
            }
        }
        let outcome = try await evaluate("story.outcome")
        func texts(_ name: String) -> [String] { outcome[name]?.arrayValue?.compactMap(\.stringValue) ?? ["?"] }
        return GuardStory.Outcome(calls: texts("calls"), ends: texts("ends"), reasons: texts("reasons"))
    }

    @discardableResult
    func evaluate(_ script: String) async throws -> JSONValue { try await view.evaluateJavaScript(script) }

    /// Everything that the guard takes, played by the story; what it does is written down.
    private static let stage = """
        (settings, otherLibrary, { customTokenGuard }, { readCookie }) => {
          const outcome = { calls: [], ends: [], reasons: [] };
          const waiting = [], signIns = [];
          let { isReady, isSignedIn, cookieName } = settings;
          const note = (call) => void outcome.calls.push(call);
          const guard = customTokenGuard({
            auth: {
              authStateReady() {
                if (isReady) return Promise.resolve();
                note("wait");
                return new Promise((resolve) => waiting.push(resolve));
              },
              get currentUser() { note("ask"); return isSignedIn ? { uid: "taro" } : null; },
              signInWithCustomToken(token) {
                note(`sign in ${typeof token === "string" ? token : typeof token}`);
                return new Promise((resolve, reject) => signIns.push({ resolve, reject }));
              },
            },
            cookie: {
              read() {
                note("read");
                return otherLibrary ? otherLibrary() : readCookie(settings.cookies, cookieName);
              },
              remove() { note(`delete ${cookieName}`); },
            },
            signInPath: settings.signInPath,
            metaKey: settings.metaKey,
            deletesCookie: settings.deletesCookie,
            retryLimit: settings.retryLimit,
            report: (code) => void outcome.reasons.push(code),
          });
          const text = (decision) =>
            decision === true ? "pass" : decision === false ? "stop" : `→ ${decision}`;
          return {
            outcome,
            navigate(to) {
              const index = outcome.ends.push("open") - 1;
              guard(to, { path: "/", matched: [], meta: {} }).then(
                (decision) => void (outcome.ends[index] = text(decision)),
                (error) => void (outcome.ends[index] = `throws ${error}`));
            },
            authIsReady(signedIn) {
              [isReady, isSignedIn] = [true, signedIn];
              for (const resolve of waiting.splice(0)) resolve();
            },
            endSignIn(code) {
              const { resolve, reject } = signIns.shift();
              if (code !== null) return reject(Object.assign(new Error(code), { code }));
              isSignedIn = true;
              resolve({ user: { uid: "taro" } });
            },
          };
        }
        """
}

extension GuardStory {
    /// A function in JavaScript that gives what another cookie library than the page's own would; else `null`.
    fileprivate var otherLibrary: String {
        guard configuration.reader != .vueCookies else { return "null" }
        return switch configuration.reader.read(configuration.cookieName, from: cookies) {
        case .value(let value): "() => (\(value.text()))"
        case .absentOrEmpty: "() => null"
        case .absent: "() => undefined"
        case .malformedEscape: "() => decodeURIComponent('%')"
        case .unusableName: "() => new RegExp('(')"
        }
    }
}

extension Route {
    /// As Vue Router hands it to a guard.
    fileprivate var script: String {
        let records = matched.map { ["path": .string($0.path), "meta": .object($0.meta)] as JSONValue }
        return (["path": .string(path), "meta": .object(meta), "matched": .array(records)] as JSONValue).text()
    }
}
