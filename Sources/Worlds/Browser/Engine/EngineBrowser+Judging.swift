import BridgePrimitives
import BridgeTrace
import Diagnosis
import HTTPLoader
import Listening
import PageEngines
import Project
import RouterGuard
import Scenarios

// When and how a page is judged.
extension EngineBrowser {
    func judge(since mark: Int, _ nativeUserID: String?) async throws {
        let offset = clock.now - SystemTime.now
        let (start, patience) = (
            ContinuousClock.now, EnginePatience(doubt: settings.engineDoubt, limit: settings.engineLimit)
        )
        var sighting: EngineSighting
        var restSince: ContinuousClock.Instant?
        while true {
            let progress = try window.progress(quiet: patience.quiet, patience: patience.limit)
            sighting = await self.sighting(of: progress, since: mark, nativeUserID)
            let now = ContinuousClock.now
            restSince = progress.isAtRest ? restSince ?? now : nil
            if patience.isOver(sighting, rest: restSince.map { now - $0 }, elapsed: now - start) {
                if !progress.isAtRest, sighting.failure == nil, !sighting.isLooping {
                    sighting.waitingFor = "It was given up after \(patience.limit.worldText)."
                }
                break
            }
            do { try await Task.sleep(for: .milliseconds(25)) } catch {
                throw PageEngineReason.cancelled.failure("the page was given up")
            }
        }
        try await record(sighting, since: mark, shiftedBy: offset)
    }

    private func sighting(
        of progress: EngineWindow.Progress, since mark: Int, _ nativeUserID: String?
    ) async -> EngineSighting {
        var sighting = EngineSighting(
            url: try? WebURL(progress.url), web: web, mode: settings.routerMode,
            signInPath: settings.pageGuard.signInPath)
        (sighting.nativeUserID, sighting.failure, sighting.status) = (nativeUserID, progress.failure, progress.status)
        sighting.failureCauses = progress.exchanges.last { $0.handling == .refused }?.reasons ?? []
        sighting.users = users(since: mark, progress.exchanges)
        var (documents, addresses) = (0, 0)
        for happening in progress.happenings {
            switch happening.event {
            case .navigation(.didCommit, _): documents += 1
            case .urlChanged: addresses += 1
            case .console(let message) where message.level == "exception": sighting.hasThrown = true
            default: break
            }
        }
        sighting.isLooping = documents > EnginePatience.documentLimit || addresses > EnginePatience.addressLimit
        sighting.hasNotAsked = !window.handlers.isEmpty && progress.answered.isEmpty
        if progress.isAtRest {
            (sighting.isProven, sighting.proofTrouble) = await proof(progress)
        } else if settings.signedIn != .signIn {
            sighting.isProven = false
        }
        return sighting
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

    private func isSignIn(_ exchange: EngineExchange) -> Bool {
        guard exchange.method == "POST", let url = try? WebURL(exchange.url) else { return false }
        let path = url.target.prefix { $0 != "?" }
        return path.contains("/v1/accounts:") || path.hasSuffix("/v1/token")
    }

    /// Whether the proof is there, and what is wrong with it.
    private func proof(_ progress: EngineWindow.Progress) async -> (isThere: Bool?, trouble: String?) {
        func holds(_ expression: String) async -> (Bool?, String?) {
            let body = "try { return Boolean(await (\(expression))) } catch (error) { return String(error) }"
            let answer = await window.callAsync(body)
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
