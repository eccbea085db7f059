import BridgePrimitives
import BridgeTrace
import Diagnosis
import HTTPLoader
import PageEngines
import Scenarios
import WebViews

/// The page that a real engine shows: what is done in it is done by scripts, and what comes of it is seen from outside.
struct EngineShownPage: ShownPage {
    private let engine: EngineBrowser
    private let nativeUserID: String?
    private var window: EngineWindow { engine.window }

    /// Nil where none is shown.
    init?(_ engine: EngineBrowser, nativeUserID: String?) {
        guard engine.lastPage != nil else { return nil }
        (self.engine, self.nativeUserID) = (engine, nativeUserID)
    }

    func load(_ url: WebURL) async throws {
        try await led(expectsLoad: true) { _ = try await window.load(url) }
    }

    func link(at selector: String) async throws -> ShownLink? {
        // What is no selector finds nothing either.
        guard case .success(let link) = try await Self.outcome({ try await window.evaluate(Self.finding(selector)) }),
            let url = link["url"]?.stringValue, let target = link["target"]?.stringValue, let url = try? WebURL(url)
        else { return nil }
        return ShownLink(to: url, target: target, at: selector)
    }

    func click(_ link: ShownLink) async throws {
        let script = link.selector.map { Self.clicking($0) } ?? Self.following(link)
        try await led(expectsLoad: true) { _ = try await window.evaluate(script) }
    }

    func send(_ form: FormSubmission, to action: WebURL) async throws {
        try await led(expectsLoad: true) { _ = try await window.evaluate(Self.sending(form, to: action)) }
    }

    func fetch(_ url: WebURL, _ fetch: PageFetch) async throws -> UnansweredFetch? {
        let limit = engine.settings.pageTimeouts.page
        let answer = try await led { await window.callAsync(Self.fetching(url, fetch), within: limit) }
        return answer == nil ? .untold : nil
    }

    func evaluate(_ script: String) async throws -> Result<JSONValue, ScriptFailure> {
        try await led { try await value(of: script) }
    }

    func value(of script: String) async throws -> Result<JSONValue, ScriptFailure> {
        try await Self.outcome { try await window.evaluate(script) }
    }

    func post(_ message: PageMessage) async throws {
        guard window.handlers.contains(message.name) else {
            throw UserContentReason.noSuchHandler.failure("the app has no message handler called '\(message.name)'")
        }
        try await led {
            let name = JSONValue.string(message.name).text()
            _ = try await window.evaluate(
                "window.webkit.messageHandlers[\(name)].postMessage(\(message.body.text())); null")
            let end = ContinuousClock.now + engine.settings.pageTimeouts.page
            while window.answers == 0, ContinuousClock.now < end { try await Self.pause(.milliseconds(10)) }
        }
    }

    func wait(
        within limit: Duration, until holds: @Sendable () async throws -> Bool
    ) async throws -> ExpectationReason? {
        try await led {
            let end = ContinuousClock.now + limit
            while true {
                if try await holds() { return nil }
                guard ContinuousClock.now < end else { return .notInTime }
                try await Self.pause(.milliseconds(50))
            }
        }
    }

    func hasCookie(named name: String) async throws -> Bool { try await window.hasCookie(named: name) }

    func ending() async throws -> (verdict: Verdict, route: String?) {
        try await engine.glance(nativeUserID: nativeUserID)
    }

    /// Does something, and judges what is shown then.
    private func led<Value>(expectsLoad: Bool = false, _ action: () async throws -> Value) async throws -> Value {
        try await engine.led(by: action, expectsLoad: expectsLoad, nativeUserID: nativeUserID)
    }

    private static func pause(_ duration: Duration) async throws {
        do { try await Task.sleep(for: duration) } catch {
            throw PageEngineReason.cancelled.failure("the page was given up")
        }
    }

    /// What a script comes to, in the words of the model's view.
    private static func outcome(
        _ evaluate: () async throws -> JSONValue?
    ) async throws -> Result<JSONValue, ScriptFailure> {
        do { return .success(try await evaluate() ?? .null) } catch let failure as BridgeFailure {
            switch failure.code {
            case PageEngineReason.scriptFailed.code: return .failure(ScriptFailure(.threw, message: failure.cause))
            case PageEngineReason.noJSON.code:
                return .failure(ScriptFailure(.unsupportedResult, message: failure.cause))
            default: throw failure
            }
        }
    }

    // MARK: What is run in the page

    private static func text(_ value: String) -> String { JSONValue.string(value).text() }

    private static func finding(_ selector: String) -> String {
        """
        (() => {
            const link = document.querySelector(\(text(selector)))?.closest('a[href], area[href]');
            return link ? { url: String(link.href), target: link.target } : null;
        })()
        """
    }

    private static func clicking(_ selector: String) -> String {
        "document.querySelector(\(text(selector))).click(); null"
    }

    private static func following(_ shown: ShownLink) -> String {
        """
        (() => {
            const link = document.createElement('a');
            link.href = \(text(shown.url.string));
            link.target = \(text(shown.wantsOtherWindow ? "_blank" : ""));
            // It is no link of the page's router, which would listen around it.
            link.addEventListener('click', event => event.stopPropagation());
            (document.body ?? document.documentElement).append(link);
            link.click();
            link.remove();
            return null;
        })()
        """
    }

    private static func fetching(_ url: WebURL, _ fetch: PageFetch) -> String {
        let headers = JSONValue.array(fetch.headers.map { [.string($0.name), .string($0.text)] }).text()
        return """
            const answer = await fetch(\(text(url.string)), {
                method: \(text(fetch.method.rawValue.uppercased())), headers: \(headers),
            });
            await answer.text();
            return answer.status;
            """
    }

    /// A field may have the name of a form's own members.
    private static func sending(_ form: FormSubmission, to action: WebURL) -> String {
        let fields = JSONValue.array(form.fields.map { [.string($0.name), .string($0.text)] }).text()
        return """
            (() => {
                const form = document.createElement('form');
                form.setAttribute('action', \(text(action.string)));
                form.setAttribute('method', \(text(form.method.rawValue)));
                for (const [name, value] of \(fields)) {
                    const field = document.createElement('textarea');
                    [field.name, field.value] = [name, value];
                    form.append(field);
                }
                form.hidden = true;
                (document.body ?? document.documentElement).append(form);
                HTMLFormElement.prototype.submit.call(form);
                return null;
            })()
            """
    }
}
