import BridgePrimitives
import BridgeTrace
import Diagnosis
import HTTPLoader
import HandoffBackend
import Listening
import PageEngines
import Project
import RouterGuard
import Scenarios
import WebViews

// When and how a page is judged.
extension EngineBrowser {
    func judge(since mark: Int, _ nativeUserID: String?) async throws {
        let offset = clock.now - SystemTime.now
        let (start, timeouts) = (ContinuousClock.now, settings.pageTimeouts)
        var judged: JudgedPage
        var restSince: ContinuousClock.Instant?
        while true {
            let progress = try window.progress(quiet: timeouts.quiet, patience: timeouts.page)
            judged = await look(
                at: progress, since: mark, nativeUserID, within: timeouts.page - (ContinuousClock.now - start))
            let now = ContinuousClock.now
            restSince = progress.isAtRest ? restSince ?? now : nil
            if timeouts.isOver(judged, rest: restSince.map { now - $0 }, elapsed: now - start) {
                if !progress.isAtRest, judged.failure == nil, !judged.isLooping {
                    judged.waitingFor = "It was given up after \(timeouts.page.worldText)."
                }
                break
            }
            do { try await Task.sleep(for: .milliseconds(25)) } catch {
                throw PageEngineReason.cancelled.failure("the page was given up")
            }
        }
        try await record(judged, since: mark, shiftedBy: offset)
    }

    /// The same of a document that has been judged before: what it has done until then counts.
    func look(
        at progress: EngineWindow.Progress, of page: EnginePage, since mark: Int, _ nativeUserID: String?
    ) async -> JudgedPage {
        var judged = await look(at: progress, since: mark, nativeUserID, within: settings.pageTimeouts.withoutUser)
        if judged.users.isEmpty, let user = page.userID { judged.users = [user] }
        judged.hasNotAsked = false
        return judged
    }

    private func look(
        at progress: EngineWindow.Progress, since mark: Int, _ nativeUserID: String?, within limit: Duration
    ) async -> JudgedPage {
        var judged = JudgedPage(
            url: try? WebURL(progress.url), web: web, mode: settings.routerMode,
            signInPath: settings.pageGuard.signInPath)
        (judged.nativeUserID, judged.failure, judged.status) = (nativeUserID, progress.failure, progress.status)
        judged.failureCauses = progress.exchanges.last { $0.handling == .refused }?.reasons ?? []
        judged.users = users(since: mark, progress.exchanges)
        var (documents, addresses) = (0, 0)
        for happening in progress.happenings {
            switch happening.event {
            case .navigation(.didCommit, _): documents += 1
            case .urlChanged: addresses += 1
            case .console(let message) where message.level == "exception": judged.hasThrown = true
            case .response(_, _, isForMainFrame: true, isAllowed: false): judged.asked.append(.download)
            case .asked(let name, _): judged.asked += [PageWishReason(askedBy: name)].compactMap(\.self)
            default: break
            }
        }
        judged.isLooping = documents > PageTimeouts.documentLimit || addresses > PageTimeouts.addressLimit
        judged.hasNotAsked =
            !window.handlers.isEmpty
            && !progress.happenings.contains { happening in
                if case .scriptMessage(let name, _) = happening.event { window.handlers.contains(name) } else { false }
            }
        judged.hasFramesAlone =
            judged.path.map { settings.framedPages[String($0.prefix { $0 != "?" && $0 != "#" })] != nil } ?? false
        let isAccount =
            settings.signedIn == .signIn && settings.servesPage
            && judged.path?.prefix { $0 != "?" && $0 != "#" } == ViewHandover.accountPath[...]
        if isAccount {
            let uids = sessionUsers(since: mark)
            (judged.isProven, judged.users) = (!uids.isEmpty && progress.status == 200, uids)
        } else if progress.isAtRest {
            (judged.isProven, judged.proofTrouble) = await proof(progress, within: max(limit, .milliseconds(500)))
        } else if settings.signedIn != .signIn {
            judged.isProven = false
        }
        return judged
    }

    /// Who is signed in by what the page itself asked the auth service.
    private func users(since mark: Int, _ exchanges: [EngineExchange]) -> [String] {
        guard exchanges.contains(where: { $0.status == 200 && isSignIn($0) }) else { return [] }
        return trace.events(from: mark).reduce(into: []) { users, event in
            guard event.actor == .auth else { return }
            switch event.kind {
            case .account(let account) where account.action == .signedIn: users += [account.uid].compactMap(\.self)
            // A session that the page has kept.
            case .token(let token) where token.action == .accepted: users += [token.uid].compactMap(\.self)
            // A token may be good, and its user no more.
            case .account(let account) where account.action == .refused: users.removeAll { $0 == account.uid }
            default: return
            }
        }
    }

    /// Whose session cookies the web app's server has taken.
    private func sessionUsers(since mark: Int) -> [String] {
        trace.events(from: mark).compactMap { event in
            guard event.actor == .backend, case .token(let token) = event.kind, token.form == .sessionCookie,
                token.action == .accepted
            else { return nil }
            return token.uid
        }
    }

    /// Whether it was the auth service, by a name of Google's or by one of its own, that was asked for a user.
    private func isSignIn(_ exchange: EngineExchange) -> Bool {
        guard exchange.method == "POST", let url = try? WebURL(exchange.url) else { return false }
        let isOurs = LocalRequest.isLoopback(authority: url.host) && url.port.map(authPorts.contains) == true
        guard isOurs || googleHosts.contains(ASCIIText.lowercased(url.host)) else { return false }
        let path = url.target.prefix { $0 != "?" }
        return ["/v1/accounts:", "/v3/relyingparty/"].contains { path.contains($0) } || path.hasSuffix("/v1/token")
    }

    /// Whether the proof is there, and what is wrong with it.
    private func proof(
        _ progress: EngineWindow.Progress, within limit: Duration
    ) async -> (isThere: Bool?, trouble: String?) {
        func holds(_ expression: String) async -> (Bool?, String?) {
            let body = "try { return Boolean(await (\(expression))) } catch (error) { return String(error) }"
            let answer = await window.callAsync(body, within: limit)
            return (answer == true, answer?.stringValue)
        }
        switch settings.signedIn {
        case .signIn: return (nil, nil)
        case .selector(let selector):
            return await holds("document.querySelector(\(JSONValue.string(selector).text()))")
        case .script(let script): return await holds(script)
        case .request(let path):
            let isAnswered = progress.exchanges.contains { exchange in
                guard let status = exchange.status, status < 300, let url = try? WebURL(exchange.url) else {
                    return false
                }
                return url.target.hasPrefix(path)
            }
            return (isAnswered, nil)
        }
    }
}
