import BridgePrimitives
import BridgeTrace
import CookieStores
import Cookies
import WebViews

// What scripts did.
extension EngineRecorder {
    /// - Parameters:
    ///   - scripts: the app's user scripts, as they were given.
    ///   - jar: the model's, which has taken a write of the action's already.
    func note(_ action: PageScriptAction, of scripts: [UserScript], _ jar: SharedCookieJar) {
        switch action.kind {
        case .wroteCookie, .lostScript: break
        case .readCookies(let text): noteRead(text, at: action.url, jar)
        case .userScript(let number, let hasEnded):
            note(scripts.indices.contains(number) ? scripts[number] : nil, hasEnded: hasEnded, at: action.url)
        case .policyViolation(let directive, let blocked):
            noteViolation(directive, blocked, at: action.url)
        case .evaluated(let purpose, let failure):
            let exception = failure.map { failure in
                let words = failure.cause.trimmingPrefix("evaluateJavaScript: ")
                return trace.masking.text("\(words) (\(purpose))")
            }
            let event = ScriptEvent(
                origin: .evaluated, url: trace.masking.url(action.url), exception: exception,
                reasons: failure == nil ? [] : [ScriptFailureReason.threw.code])
            trace.record(.script(event), by: .app)
        }
    }

    /// What the engine's `document.cookie` gave, and what the model's jar hides from it.
    func noteRead(_ text: Secret<String>, at page: String, _ jar: SharedCookieJar) {
        guard let url = try? CookieURL(page) else { return }
        let masking = trace.masking
        let shown = CookiePairs.read(text.reveal())
        let names = Set(shown.map(\.name))
        let hidden = jar.scriptCookieHiding(at: url).filter { !names.contains($0.cookie.name) }
        let event = CookieReadEvent(
            store: jar.name, url: masking.url(page),
            visible: shown.map { CookieMention(name: $0.name, value: masking.secret($0.value)) },
            hidden: hidden.map { $0.cookie.mention(masking, reasons: $0.reasons.map(\.code)) })
        trace.record(.cookieRead(event), by: .page)
    }

    private static let untold = "it did not come to its end; the engine does not tell why"

    /// - Parameter script: nil for one that nobody gave, which a page may claim.
    private func note(_ script: UserScript?, hasEnded: Bool, at page: String) {
        // The engine keeps to itself what a user script threw; that it is no JavaScript is found out here.
        let failure =
            hasEnded
            ? nil
            : script?.syntaxFailure
                ?? ScriptFailure(.threw, message: Self.untold)
        let event = ScriptEvent(
            origin: script?.injectionTime == .atDocumentEnd ? .documentEnd : .documentStart,
            url: trace.masking.url(page), exception: failure?.message(maskedBy: trace.masking, quoting: Self.untold),
            line: failure?.line,
            column: failure?.column, reasons: failure.map { [$0.reason.code] } ?? [])
        trace.record(.script(event), by: .webView)
    }
}

extension SharedCookieJar {
    /// The cookies that a main frame's script does not see, without a note in the trace.
    fileprivate func scriptCookieHiding(at url: CookieURL) -> [ScriptCookies.Hidden] {
        var copy = CookieJar(profile: profile, publicSuffixes: publicSuffixes)
        let now = all().map(\.lastAccessTime).max() ?? Instant(millisecondsSinceEpoch: 0)
        copy.restore(all(), now: now)
        return copy.scriptCookies(for: url, now: now).hidden
    }
}
