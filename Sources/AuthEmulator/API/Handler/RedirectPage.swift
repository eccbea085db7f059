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
            let link = link.url(origin: call.origin, providerID: signIn.providerID)
            return HandlerDocument.handOver(
                signIn.app.delivery(link: link, sessionID: signIn.session), "You are signed in.")
        } catch {
            return end(error, call.service.app(behind: link))
        }
    }

    /// Tells the app why, or the user when no app is known.
    private static func end(_ refusal: RedirectRefusal, _ app: AppCallback?) -> WireAnswer {
        let reason = refusal.reason
        if let app { return HandlerDocument.handOver(app.delivery(failure: refusal), reason.meaning) }
        return HandlerDocument.refusal(reason.meaning, fix: reason.fix, codes: refusal.reasons)
    }
}
