import BridgePrimitives
import BridgeTrace
import Cookies
import Diagnosis
import HTTPLoader
import Scenarios
import Worlds

/// A scenario as each of the two sides has seen it: what the app and its services did is in both, what a view did in its
/// own, and each request to a service where the page is that made it.
final class TwinTraces: Sendable {
    private let headless: TraceLog
    private let real: TraceLog
    /// Where the page that was opened last begins, in each.
    private let pages = Mutex<(headless: Int?, real: Int?)>((nil, nil))
    private let world: World
    private let engine: EngineBrowser
    private let name: EngineName

    init(_ world: World, beside engine: EngineBrowser, called name: EngineName) {
        (self.world, self.engine, self.name) = (world, engine, name)
        headless = TraceLog(clock: world.clock, masking: world.trace.masking)
        real = TraceLog(clock: world.clock, masking: world.trace.masking)
    }

    /// Where the logs stand before something is done.
    struct Mark {
        let world: Int
        let engine: Int
    }

    var mark: Mark { Mark(world: world.trace.mark, engine: engine.trace.mark) }

    enum Side { case both, headless, reference, real }

    /// What has happened since is this side's; `opens` where it was a page.
    func took(_ side: Side, since mark: Mark, opens: Bool = false) {
        let events = world.trace.events(from: mark.world)
        if opens {
            pages.withLock { pages in
                if side == .headless { pages.headless = headless.mark }
                if side == .real { pages.real = real.mark }
            }
        }
        if side == .both || side == .headless { headless.merge(events, from: headless.mark, shiftedBy: .zero) }
        if side == .both || side == .real {
            let start = real.mark
            real.merge(events, from: start, shiftedBy: .zero)
            real.merge(engine.trace.events(from: mark.engine), from: start, shiftedBy: .zero)
        }
    }

    /// Both, the headless view's first.
    ///
    /// - Parameter profile: the engine's own.
    func recorded(_ scenario: Scenario, profile: CookieProfile) async -> [RecordedTrace] {
        let observation = await WorldPlayer(world: world).observe()
        let starts = pages.withLock { $0 }
        let page = engine.lastPage
        return [
            trace(
                of: scenario, headless.events, engine: .model, world.settings.profile, observation.verdict,
                uid: observation.webUserID, pageStart: starts.headless),
            trace(
                of: scenario, real.events, engine: name, profile, page?.verdict ?? .notOpened,
                uid: page?.userID, pageStart: starts.real),
        ]
    }

    private func trace(
        of scenario: Scenario, _ events: [TraceEvent], engine: EngineName, _ profile: CookieProfile,
        _ verdict: Verdict, uid: String?, pageStart: Int?
    ) -> RecordedTrace {
        let settings = world.settings
        var head = TraceHead(id: "1", name: "\(scenario.name) [\(engine.rawValue)]")
        (head.source, head.started) = ("\(scenario.source)", events.first?.at)
        (head.profile, head.engine) = (profile.name, engine.rawValue)
        (head.project, head.cookie) = (settings.projectID, settings.cookieName)
        head.showsSecrets = settings.masking == .revealed
        var outcome = TraceOutcome(verdict: verdict)
        outcome.uid = uid
        let host = world.addresses.web.host
        outcome.rootCause = HandoffDiagnosis(
            cookieName: settings.cookieName, appHost: host, nativeUserID: world.app.currentUserID, pageStart: pageStart
        ).rootCause(of: .ending(verdict, expected: scenario.expectation.verdict ?? .signedIn), in: events)
        outcome.findings = HandoffFindings(
            cookieName: settings.cookieName, appHost: host, profile: profile, showsSecrets: head.showsSecrets
        ).findings(in: events)
        return RecordedTrace(head: head, events: events, outcome: outcome)
    }
}
