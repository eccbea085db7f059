import BridgePrimitives

/// The handler where a provider authorises for real: sends the browser there, takes it back, hands it to the app.
enum RedirectPage: Sendable {
    /// Where production has the handler, and where providers call back.
    static let path = "/__/auth/handler"

    /// Sends a browser to the provider.
    ///
    /// - Returns: nil when nobody here authorises for the provider.
    static func begin(_ call: Call, providerID: String) async -> WireAnswer? {
        let app = AppCallback(call)
        let scopes = (call.query["scopes"] ?? "").utf8.split { $0 == UInt8(ascii: ",") || $0 == 0x20 }
            .map { String(decoding: $0, as: UTF8.self) }
        do throws(RedirectRefusal) {
            let start = try await call.service.beginRedirect(
                providerID: providerID, session: call.query["sessionId"], app: app, scopes: scopes,
                handler: call.origin + path)
            switch start {
            case .goTo(let url): return WireAnswer(redirectingTo: url)
            case .listAccounts: return nil
            }
        } catch {
            return end(error, app)
        }
    }

    /// Takes a browser back that a provider sent with a query; nil for queries without a state.
    static func returned(_ call: Call) -> WireAnswer? {
        RedirectLink(items: call.query).map { finish(call, $0) }
    }

    /// The same with a form, as Apple posts it.
    static func posted(_ call: Call) throws -> WireAnswer {
        var items: [String: String] = [:]
        for name in ["state", "code", "user", "error"] { items[name] = try call.body.nonEmptyString(name) }
        guard let link = RedirectLink(items: items) else { return end(RedirectRefusal(.stateUnknown), nil) }
        return finish(call, link)
    }

    private static func finish(_ call: Call, _ link: RedirectLink) -> WireAnswer {
        do throws(RedirectRefusal) {
            let signIn = try call.service.receiveRedirect(link)
            return handOver(
                signIn.app.url(link: link.url(origin: call.origin, providerID: signIn.providerID)),
                "You are signed in.")
        } catch {
            return end(error, call.service.app(behind: link))
        }
    }

    /// Tells the app why, or the user when no app is known.
    private static func end(_ refusal: RedirectRefusal, _ app: AppCallback?) -> WireAnswer {
        if let app { return handOver(app.url(failure: refusal), refusal.reason.meaning) }
        let codes = refusal.reasons.map { "<p><code>\(MarkupText.escaped($0.rawValue))</code></p>" }.joined()
        var answer = WireAnswer(
            html: page(
                "This sign-in cannot go on", head: "",
                body: "<p>\(MarkupText.escaped(refusal.reason.meaning))</p>"
                    + "<p>\(MarkupText.escaped(refusal.reason.fix))</p>\(codes)"))
        answer.status = 400
        return answer
    }

    /// A page that goes on by itself, and a link for browsers that do not.
    ///
    /// No redirect: the provider's form led here, and its page allows forms to lead to this service only.
    private static func handOver(_ target: String, _ words: String) -> WireAnswer {
        let target = MarkupText.escaped(target)
        return WireAnswer(
            html: page(
                "Back to the app", head: "<meta http-equiv=\"refresh\" content=\"0; url=\(target)\">",
                body: "<p>\(MarkupText.escaped(words))</p><p><a href=\"\(target)\">Back to the app</a></p>"))
    }

    private static func page(_ title: String, head: String, body: String) -> String {
        """
        <!doctype html><html lang="en"><head><meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        \(head)<title>\(title)</title></head><body><main>
        <h1>\(title)</h1>
        \(body)
        </main></body></html>
        """
    }
}
