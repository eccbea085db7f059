import BridgePrimitives
import RouterGuard

/// Plays a story with the guard in Swift.
struct SwiftGuardRun {
    private let story: GuardStory
    private let table: RouteTable
    private let configuration: CustomTokenGuard.Configuration
    private var guards: [CustomTokenGuard] = []
    private var outcome = GuardStory.Outcome()
    private var isReady: Bool
    private var isSignedIn: Bool
    /// Guards with a sign-in under way, oldest first.
    private var signIns: [Int] = []

    static func outcome(
        of story: GuardStory, routes: JSONValue, preset: CustomTokenGuard.Preset = .recommended
    ) throws -> GuardStory.Outcome {
        var run = try SwiftGuardRun(story, routes: routes, preset: preset)
        try run.navigate(to: story.path)
        for event in story.events { try run.take(event) }
        return run.outcome
    }

    private init(_ story: GuardStory, routes: JSONValue, preset: CustomTokenGuard.Preset) throws {
        self.story = story
        table = try RouteTable(json: story.routes ?? routes)
        (isReady, isSignedIn) = (story.visitor != .notKnownYet, story.visitor == .somebody)
        var configuration = story.configuration
        configuration.preset = preset
        self.configuration = configuration
    }

    private mutating func take(_ event: GuardStory.Event) throws {
        switch event {
        case .navigates(let path): try navigate(to: path)
        case .authIsReady(let signedIn):
            (isReady, isSignedIn) = (true, signedIn)
            for index in guards.indices where guards[index].isWaiting && !signIns.contains(index) {
                outcome.calls.append("ask")
                perform(guards[index].userState(signedIn: signedIn), of: index)
            }
        case .tokenIsAccepted:
            isSignedIn = true
            let index = signIns.removeFirst()
            perform(guards[index].signInSucceeded(), of: index)
        case .signInFails(let code):
            let index = signIns.removeFirst()
            perform(guards[index].signInFailed(ReasonCode(unchecked: code)), of: index)
        }
    }

    private mutating func navigate(to path: String) throws {
        for index in guards.indices { guards[index].supersede() }
        guards.append(CustomTokenGuard(configuration: configuration))
        outcome.ends.append("open")
        let index = guards.count - 1
        perform(guards[index].start(to: try table.route(at: path), from: .start), of: index)
    }

    private mutating func perform(_ answer: CustomTokenGuard.Answer, of index: Int) {
        // That it waits is known to the guard in Swift alone: auth.authStateReady() does not tell. It shows in `wait`.
        outcome.reasons += answer.reasons.filter { $0 != .waitsForAuth }.map(\.rawValue)
        for action in answer.actions {
            switch action {
            case .askCurrentUser where !isReady:
                outcome.calls.append("wait")
                perform(guards[index].authIsNotReady(), of: index)
            case .askCurrentUser:
                outcome.calls.append("ask")
                perform(guards[index].userState(signedIn: isSignedIn), of: index)
            case .readCookie:
                outcome.calls.append("read")
                perform(guards[index].cookieText(story.cookies), of: index)
            case .signIn(let token):
                outcome.calls.append("sign in \(token.reveal())")
                signIns.append(index)
            case .deleteCookie(let name): outcome.calls.append("delete \(name)")
            case .next(.none): outcome.ends[index] = "pass"
            case .next(.value(.bool(false))): outcome.ends[index] = "stop"
            case .next(.value(let value)): outcome.ends[index] = "→ \(value.stringValue ?? value.text())"
            case .next: outcome.ends[index] = "next(?)"
            case .throwError(let thrown): outcome.ends[index] = "throws \(thrown.logText)"
            case .neverCallsNext: outcome.ends[index] = "never"
            }
        }
    }
}

extension RouteTable {
    func route(at path: String) throws -> Route {
        var warnings: [RouterWarning] = []
        return try resolve(.path(path), from: nil, warnings: &warnings)
    }
}
