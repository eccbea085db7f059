import BridgePrimitives
package import Cookies
import CookieStores
package import HTTPLoader
import HandoffBackend
import Project
package import Scenarios
import SimulatedDevice
package import WebViews

/// Where the session goes before a page is opened: into user scripts, stores, or a header.
///
/// Says what is to be done; ``write(to:)`` does it for a view's store.
package struct SessionInjection {
    package private(set) var scripts: [UserScript] = []
    package private(set) var headers = HTTPHeaders()
    /// For the app's own storage.
    package private(set) var nativeCookies: [NativeCookie] = []
    /// For the view's store, and whether the app waits until each is there.
    package private(set) var storeCookies: [(cookie: NativeCookie, isAwaited: Bool)] = []

    /// Whether the app's main thread stands still until the view's store has all.
    private var blocksMainThread = false

    /// The app's message handlers, each with the script by which it answers a page that posts to it.
    package private(set) var answers: [(handler: String, script: String)] = []

    /// What the app runs in a blank page of the web app's before it opens the real one; nil when it shows none.
    package private(set) var blankPageScript: String?

    /// What goes into the page's address: its query, and what is behind the `#`.
    private var query: [String] = []
    private var fragment: [String] = []

    /// What the app runs in the view before it has loaded anything; nil for nothing.
    package private(set) var scriptBeforeLoad: String?

    /// The body of the load, which is a POST then: a form.
    package private(set) var form: [UInt8]?

    /// What the view loads in the page's place, where the server hands over.
    private var handoverPath: String?
    /// What its query begins with.
    private var handoverQuery = ""

    let world: World
    /// For injections that hand it over by mistake.
    private var idToken: String?
    /// What the server gave for it, where that is what the view brings.
    private var code: String?

    /// - Throws: `handoff/nothing-to-inject` when there is neither a value nor an answer of the backend's.
    package init(
        _ injections: [Injection], world: World, idToken: String? = nil, code: String? = nil
    ) throws(StepFailure) {
        (self.world, self.idToken, self.code) = (world, idToken, code)
        for injection in injections { try add(injection) }
    }

    /// What the scenario says, or else what the project's app does. An app that has no token yet opens its page without.
    ///
    /// - Throws: as ``init(_:world:)``; `auth/…` when the app cannot have the ID token that it hands over.
    package init(for opening: PageOpening, world: World) async throws(StepFailure) {
        if let injections = opening.injections {
            let wantsIDToken = injections.contains { $0.handsOverIDToken }
            let idToken = wantsIDToken ? try await world.app.freshIDToken() : nil
            var code: String?
            if let idToken, world.settings.servesPage, injections.contains(where: \.method.isByCode) {
                code = try await world.app.oneTimeCode(for: idToken)
            }
            try self.init(injections, world: world, idToken: idToken, code: code)
            return
        }
        try self.init([], world: world)
        let handovers = world.settings.handover ?? []
        var values: [String: String] = [:]
        values["token"] = world.app.handedOverToken
        if handovers.contains(where: \.wantsIDToken) { values["id-token"] = try await world.app.freshIDToken() }
        for handover in handovers {
            guard !handover.wantsToken || values["token"] != nil, !handover.wantsIDToken || values["id-token"] != nil
            else { continue }
            try add(handover, of: values)
        }
    }

    private mutating func add(_ handover: Handover, of values: [String: String]) throws(StepFailure) {
        let token = values["token"] ?? ""
        switch handover {
        case .userScript(let script):
            scripts.append(
                UserScript(
                    source: script.source.filled(with: values),
                    injectionTime: script.time == .documentStart ? .atDocumentStart : .atDocumentEnd,
                    forMainFrameOnly: script.isForMainFrameOnly))
        case .cookieStore(let copy):
            storeCookies.append((try cookie(copy, carrying: token), copy.isAwaited))
        case .nativeStorage(let copy): nativeCookies.append(try cookie(copy, carrying: token))
        case .header(let header): headers.append(header.name, header.value.filled(with: values))
        case .message(let message):
            answers.append((message.handler, message.answer.filled(with: values)))
        }
    }

    /// A cookie with the attributes that the app gives it, or else with those of the backend's cookie.
    private func cookie(_ copy: CookieCopy, carrying token: String) throws(StepFailure) -> NativeCookie {
        let name = copy.name ?? world.app.handedOver?.name ?? world.settings.cookieName
        guard let attributes = copy.attributes else {
            return try self.copy(of: world.app.handedOver, named: name, value: token, Injection(.cookieStore))
        }
        return try cookie(name, carrying: token, attributes)
    }

    private func cookie(
        _ name: String, carrying token: String, _ attributes: String
    ) throws(StepFailure) -> NativeCookie {
        let wanted: TokenCookie
        do { wanted = try TokenCookie(name: name, attributes: attributes) } catch {
            throw StepFailure(step: "open", error)
        }
        var properties = NativeCookieProperties(
            name: name, value: token, path: wanted.path ?? "/", domain: wanted.domain ?? world.addresses.web.host)
        (properties.isSecure, properties.isHTTPOnly) = (wanted.isSecure, wanted.isHTTPOnly)
        // The properties' own Max-Age is read in cookies of version 1 alone.
        properties.expires = wanted.maxAge.map { world.clock.now(on: .device) + $0 }
        if [.lax, .strict].contains(wanted.sameSite) { properties.sameSite = wanted.sameSite }
        return try made(properties, hasSameSiteNone: wanted.sameSite == .none)
    }

    private mutating func add(_ injection: Injection) throws(StepFailure) {
        let cookie = world.app.handedOver
        let token = injection.handsOverIDToken ? idToken : world.app.handedOverToken
        guard let value = injection.value ?? token else {
            // What is made of the ID token needs somebody, and no exchange.
            let isNobodyThere = injection.handsOverIDToken && world.app.currentUserID == nil
            throw StepFailure(step: "open", isNobodyThere ? HandoffReason.notSignedIn : .nothingToInject)
        }
        let name = injection.name ?? world.settings.cookieName
        switch injection.method {
        case .userScript, .userScriptAtEnd:
            scripts.append(
                UserScript(
                    source: script(
                        name: name, value: value, isGuarded: injection.isGuardedByHost, path: injection.path ?? "/",
                        attributes: injection.attributes)
                        + (injection.isLogged ? "; console.log('session', \(JSONValue.string(value).text()))" : ""),
                    injectionTime: injection.method == .userScript ? .atDocumentStart : .atDocumentEnd,
                    forMainFrameOnly: true))
        case .nativeStorage: nativeCookies.append(try copy(of: cookie, named: name, value: value, injection))
        case .cookieStore:
            storeCookies.append((try copy(of: cookie, named: name, value: value, injection), injection.isAwaited))
            blocksMainThread = blocksMainThread || injection.blocksMainThread
        case .header: headers.append("Cookie", "\(name)=\(value)")
        case .authorization: headers.append("Authorization", "Bearer \(value)")
        case .message:
            // The sample page's own script; whether somebody's page asks is for that page to show.
            if !world.settings.hasOwnPage {
                scripts.append(
                    UserScript(
                        source: SessionMessages.post, injectionTime: .atDocumentStart, forMainFrameOnly: true))
            }
            let setting = injection.variable.map {
                "globalThis[\(JSONValue.string($0).text())] = \(JSONValue.string(value).text())"
            }
            answers.append((SessionMessages.name, setting ?? script(name: name, value: value, isGuarded: false)))
        case .htmlString:
            blankPageScript = script(name: name, value: value, isGuarded: false, attributes: injection.attributes)
        case .beforeLoad:
            scriptBeforeLoad = script(name: name, value: value, isGuarded: false, attributes: injection.attributes)
        case .serverCookie, .sessionCookie:
            guard world.settings.servesPage else { throw StepFailure(step: "open", HandoffReason.noHandoverAddress) }
            headers.append("Authorization", "Bearer \(value)")
            handoverPath =
                injection.method == .serverCookie ? ViewHandover.customTokenPath : ViewHandover.sessionPath
        case .code, .codeByPost:
            guard world.settings.servesPage else { throw StepFailure(step: "open", HandoffReason.noHandoverAddress) }
            handoverPath = ViewHandover.enterPath
            let code = FormBody.encode([("code", code ?? value)])
            if injection.method == .codeByPost {
                form = Array(code)
                headers.append("Content-Type", FormBody.contentType)
            } else {
                handoverQuery = String(decoding: code, as: UTF8.self) + "&"
            }
        case .query: query.append("\(name)=\(PercentEncoding.encode(value))")
        case .fragment: fragment.append("\(name)=\(PercentEncoding.encode(value))")
        }
    }

    /// The path to open, with what the app puts into its address.
    package func path(of opening: PageOpening) -> String {
        let parts = opening.path.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let head = ([parts[0]] + query).joined(by: parts[0].contains("?") ? "&" : "?")
        let page = ([head] + parts.dropFirst() + fragment).joined(by: "#")
        return handoverPath.map { "\($0)?\(handoverQuery)to=\(PercentEncoding.encode(page))" } ?? page
    }

    /// Does what the app does with its own storage.
    package func writeNatively() {
        for cookie in nativeCookies { world.installedApp.cookieStorage.setCookie(cookie) }
    }

    /// Does what the app does with a view's store.
    func write(to dataStore: WebsiteDataStore) async {
        let store = dataStore.httpCookieStore
        if blocksMainThread { world.conductor?.holdMainThread() }
        defer { if blocksMainThread { world.conductor?.releaseMainThread() } }
        for (cookie, isAwaited) in storeCookies {
            if blocksMainThread {
                await store.setCookie(cookie)
                guard await world.conductor?.turnOfHandler() != .never else { return }
            } else if isAwaited {
                await store.setCookie(cookie)
            } else {
                store.writeSchedule = .afterNextRequest
                store.setCookie(cookie) { _ in }
            }
        }
    }

    /// The script as apps write it: the value goes into the text as it is, quotes and all. The guarded form looks at
    /// the host first and quotes the value as JSON does.
    private func script(
        name: String, value: String, isGuarded: Bool, path: String = "/", attributes: String? = nil
    ) -> String {
        guard isGuarded else { return "document.cookie='\(name)=\(value);\(attributes ?? "path=\(path)")'" }
        let host = JSONValue.string(world.addresses.web.host).text()
        let assignment = JSONValue.string("\(name)=\(value);\(attributes ?? "path=\(path);secure")").text()
        return "if (location.hostname === \(host)) document.cookie = \(assignment)"
    }

    /// The backend's cookie with all its attributes, made anew with `HTTPCookie(properties:)` as an app copies it. A
    /// cookie for the backend's host alone would be of no use to the web view, so the app gives the copy the web app's
    /// host; a `Domain` of the backend's stays, as does its path. The injection may say otherwise.
    private func copy(
        of cookie: NativeCookie?, named name: String, value: String, _ injection: Injection
    ) throws(StepFailure) -> NativeCookie {
        if let attributes = injection.attributes { return try self.cookie(name, carrying: value, attributes) }
        let ownDomain = cookie.map(\.domain).flatMap { $0.hasPrefix(".") ? $0 : nil }
        var properties = NativeCookieProperties(
            name: name, value: value, path: injection.path ?? cookie?.path ?? "/",
            domain: injection.domain ?? ownDomain ?? world.addresses.web.host)
        properties.isSecure = cookie?.isSecure ?? world.addresses.web.isSecure
        properties.isHTTPOnly = cookie?.isHTTPOnly ?? false
        properties.sameSite = cookie.map(\.sameSite).flatMap { [.lax, .strict].contains($0) ? $0 : nil }
        properties.expires = cookie?.expiry
        return try made(properties, hasSameSiteNone: cookie?.sameSite == SameSite.none)
    }

    private func made(
        _ properties: NativeCookieProperties, hasSameSiteNone: Bool
    ) throws(StepFailure) -> NativeCookie {
        do throws(NativeCookieRefusal) {
            var copy = try NativeCookie(properties, now: world.clock.now(on: .device))
            // `HTTPCookieStringPolicy` has no value for None; that the properties of a cookie that has it carry it on is
            // assumed here, not measured.
            if hasSameSiteNone { copy.sameSite = .none }
            return copy
        } catch {
            throw StepFailure(
                step: "open", error.reason, notes: error.others.map(\.code),
                message: error.reasons.map(\.meaning).joined(separator: " "))
        }
    }
}

extension Injection {
    /// Whether the app needs its ID token for it.
    fileprivate var handsOverIDToken: Bool { token == .id || method.isByServer || method == .authorization }
}

extension [String] {
    /// The first separator is `separator`, every other one `&`.
    fileprivate func joined(by separator: String) -> String {
        enumerated().map { $0 == 0 ? $1 : ($0 == 1 ? separator : "&") + $1 }.joined()
    }
}
