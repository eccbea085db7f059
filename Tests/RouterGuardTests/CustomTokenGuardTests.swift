import BridgePrimitives
import RouterGuard
import TestSupport
import Testing

@Suite("Custom-token guard", .timeLimit(.minutes(5)))
struct CustomTokenGuardTests {
    private static let routes: JSONValue = [
        ["path": "/"], ["path": "/signin"],
        [
            "path": "/dash", "meta": ["requiresAuth": true],
            "children": [["path": "open", "meta": ["requiresAuth": false]]],
        ],
    ]

    /// What an answer says, with tokens revealed: the test is the one place that may look.
    private func text(_ answer: CustomTokenGuard.Answer) -> [String] {
        answer.actions.map { action in
            switch action {
            case .askCurrentUser: "ask"
            case .readCookie: "read"
            case .signIn(let token): "sign in \(token.reveal())"
            case .deleteCookie(let name): "delete \(name)"
            case .next(.none): "next()"
            case .next(.value(let value)): "next(\(value.text()))"
            case .next: "next(?)"
            case .throwError(let thrown): "throw \(thrown.logText)"
            case .neverCallsNext: "never"
            }
        } + answer.reasons.map(\.rawValue)
    }

    private func started(_ preset: CustomTokenGuard.Preset, at path: String = "/dash") throws -> CustomTokenGuard {
        var machine = CustomTokenGuard(configuration: .init(preset: preset))
        #expect(text(machine.start(to: try resolve(.string(path), in: Self.routes), from: .start)) == ["ask"])
        return machine
    }

    @Test(arguments: CustomTokenGuard.Preset.allCases)
    func aPublicRoutePassesAtOnce(preset: CustomTokenGuard.Preset) throws {
        for path in ["/", "/signin", "/nowhere"] {
            var machine = CustomTokenGuard(configuration: .init(preset: preset))
            let answer = machine.start(to: try resolve(.string(path), in: Self.routes), from: .start)
            #expect(text(answer) == ["next()", "guard/no-auth-needed"])
        }
    }

    /// A child's `requiresAuth: false` does not switch the parent's mark off.
    @Test func aParentsMarkCoversItsChildren() throws {
        _ = try started(.article, at: "/dash/open")
    }

    @Test func aSignedInUserPassesWithoutTheCookieBeingRead() throws {
        var machine = try started(.article)
        #expect(text(machine.userState(signedIn: true)) == ["next()", "guard/user-present"])
        #expect(text(machine.cookieText("customtoken=x")).isEmpty)
    }

    /// Preset, cookie text, what the guard does then.
    @Test(
        arguments: [
            (.article, "customtoken=t1", ["sign in t1"]),
            (.article, "", ["never", "guard/cookie-absent"]),
            (.article, "customtoken=", ["never", "guard/cookie-absent"]),
            (.article, "customtoken=%E9", ["throw URIError", "guard/cookie-unreadable"]),
            (.recommended, "a=1; customtoken=t1", ["sign in t1"]),
            (.recommended, "", ["next(\"/signin\")", "guard/cookie-absent"]),
            (.recommended, "customtoken=%E9", ["next(\"/signin\")", "guard/cookie-unreadable"]),
        ] as [(CustomTokenGuard.Preset, String, [String])])
    func decidesByTheCookie(preset: CustomTokenGuard.Preset, cookies: String, expected: [String]) throws {
        var machine = try started(preset)
        #expect(text(machine.userState(signedIn: false)) == ["read"])
        #expect(text(machine.cookieText(cookies)) == expected)
        #expect(machine.isWaiting == (expected.count == 1))
    }

    private func signingIn(_ preset: CustomTokenGuard.Preset) throws -> CustomTokenGuard {
        var machine = try started(preset)
        _ = machine.userState(signedIn: false)
        _ = machine.cookieText("customtoken=t1")
        return machine
    }

    @Test(arguments: CustomTokenGuard.Preset.allCases)
    func anAcceptedTokenPasses(preset: CustomTokenGuard.Preset) throws {
        var machine = try signingIn(preset)
        #expect(text(machine.signInSucceeded()) == ["next()", "guard/token-accepted"])
        #expect(text(machine.signInSucceeded()).isEmpty)  // told twice
    }

    @Test func aRefusedTokenCallsNextTwiceInTheArticlesGuard() throws {
        var machine = try signingIn(.article)
        let answer = machine.signInFailed(ReasonCode(unchecked: "token/expired"))
        #expect(text(answer) == ["next(\"/signin\")", "next()", "guard/token-refused"])
    }

    @Test func aRefusedTokenRedirectsOnceInTheRecommendedGuard() throws {
        var machine = try signingIn(.recommended)
        let answer = machine.signInFailed(ReasonCode(unchecked: "token/expired"))
        #expect(text(answer) == ["next(\"/signin\")", "guard/token-refused"])
    }

    @Test func anOvertakenRecommendedGuardRedirectsNobody() throws {
        var machine = try signingIn(.recommended)
        machine.supersede()
        let answer = machine.signInFailed(ReasonCode(unchecked: "token/expired"))
        #expect(text(answer) == ["next(false)", "guard/token-refused", "guard/overtaken"])
    }

    @Test func theTokenIsNotPrinted() throws {
        var machine = try started(.article)
        _ = machine.userState(signedIn: false)
        let answer = machine.cookieText("customtoken=very-secret")
        #expect(!"\(answer)".contains("very-secret"))
    }
}

@Suite("Guard reasons", .timeLimit(.minutes(5)))
struct GuardReasonTests {
    @Test(arguments: GuardReason.allCases)
    func everyReasonIsExplained(reason: GuardReason) {
        let needsNothing: [GuardReason] = [
            .userPresent, .tokenAccepted, .redirected, .waitsForAuth, .authReady, .cookieDeleted, .retried,
            .overtaken,
        ]
        #expect(reason.fix.isEmpty == needsNothing.contains(reason))
    }
}
