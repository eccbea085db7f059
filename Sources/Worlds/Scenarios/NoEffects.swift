import BridgePrimitives
import BridgeTrace
import Cookies
import Reasons
import Scenarios

/// What a scenario asked for that cannot reach a server of the team's own: a run that is green all the same has not tried it.
struct NoEffects {
    let world: World

    var findings: [Finding] { [edge, advance].compactMap(\.self) }

    private var edge: Finding? {
        let edge = world.settings.edge
        guard edge != .direct, world.settings.ownPageAddress != nil else { return nil }
        return Finding(
            code: RunReason.noEffect.code,
            message:
                "The edge \(edge.name) had no effect: it stands before the servers of this run, not before your own"
                + " server, and took no cookie away.",
            fix: "Put the edge itself in front of your server, or serve the page with web.folder.", evidence: [])
    }

    private var advance: Finding? {
        let servers = [
            world.settings.ownBackend.map { _ in "your own backend" },
            world.settings.ownPageAddress.map { _ in "your page's own server" },
        ].compactMap(\.self)
        guard !servers.isEmpty, world.stepTimes.withLock({ $0.contains { $0.step == "advance" } }) else { return nil }
        return Finding(
            code: RunReason.noEffect.code,
            message:
                "advance had no effect on \(servers.joined(separator: " and ")): it moves the clock of the app, of its"
                + " cookies and of the auth service, and a server of its own keeps the machine's time.",
            fix:
                "Let the server read its time from something that a test can set, such as faketime in start.command, or"
                + " hand over a token that is over: exchange: { token: expired }.", evidence: [])
    }
}
