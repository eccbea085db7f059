import BridgePrimitives
import BridgeTrace
import Testing

@testable import Scenarios

@Suite("Scenario files", .timeLimit(.minutes(5)))
struct ScenarioFileTests {
    @Test func saysAllThatCanBeSaid() throws {
        let scenario = try #require(
            readScenarios(
                """
                name: All of it
                tags: [smoke, "area:cookies", smoke]
                profile: ios18
                strictness: lenient
                guard: article
                user: { email: "${env.MAIL}", password: correct-horse }
                edge: firebase-hosting
                backend: { cookie-name: __session, cookie-attributes: Path=/; Secure }
                app: { bound-domains: app.localhost, limits-navigations: true }
                webview: { tracking-prevention: false, stays-on-app: true }
                web:
                  redirects: [{ from: /a, to: "${partner}/b" }]
                  frames: [{ at: /c, shows: "${partner}/" }]
                  service-worker: true
                steps:
                  - sign-in: { with: password }
                  - exchange: { field: token }
                  - advance: 61m
                  - open: { path: /, inject: [header, { user-script: { value: x, guarded: true } }] }
                  - open: { inject: [{ cookie-store: { awaited: false } }] }
                  - crash-network-process
                  - relaunch
                  - reload
                expect:
                  route: main
                  verdict: signed-in
                  signed-in-as: ${user.uid}
                  reasons: guard/cookie-absent
                  cookie: { name: customtoken, sent: false }
                  first-request: { without: customtoken }
                  failure: { step: exchange, reason: token/expired }
                """, environment: ["MAIL": "hanako@example.com"]
            ).first)

        #expect(scenario.source == SourceLocation(file: "login.yaml", line: 1, column: 1))
        #expect(scenario.tags == ["smoke", "area:cookies"])
        #expect(scenario.setting.profile == "ios18")
        #expect(scenario.setting.strictness == .lenient)
        #expect(scenario.setting.pageGuard == PageGuard(.article))
        #expect(scenario.setting.user?.email == "hanako@example.com")
        #expect(scenario.setting.edge == "firebase-hosting" && scenario.setting.staysOnApp)
        #expect(scenario.setting.cookieName == "__session")
        #expect(scenario.setting.cookieAttributes == "Path=/; Secure")
        #expect(scenario.setting.redirects == [Scenario.Redirect(from: "/a", to: "${partner}/b")])
        #expect(scenario.setting.frames == [Scenario.Frame(at: "/c", shows: ["${partner}/"])])
        #expect(
            scenario.steps.map(\.step) == [
                .signIn(SignIn()), .exchange(field: "token"), .advance(.seconds(3660)),
                .view(
                    .open(
                        PageOpening(injections: [
                            Injection(.header), Injection(.userScript, value: "x", isGuardedByHost: true),
                        ]))),
                .view(.open(PageOpening(injections: [Injection(.cookieStore, isAwaited: false)]))),
                .device(.crashNetworkProcess), .device(.relaunch), .view(.reload),
            ])
        #expect(scenario.setting.boundDomains == ["app.localhost"] && scenario.setting.limitsNavigations)
        #expect(scenario.setting.preventsTracking == false && scenario.setting.hasServiceWorker)
        #expect(scenario.steps[2].location.line == 18)
        #expect(scenario.expectation.signedInAs == ScenarioExpectation.userPlaceholder)
        #expect(scenario.expectation.failure?.reason.rawValue == "token/expired")
    }

    @Test func aGuardCanBeSaidInFull() throws {
        let scenario = try #require(
            readScenarios(
                """
                name: n
                guard:
                  preset: article
                  cookie-reader: js-cookie
                  deletes-cookie: true
                  retries: 2
                  mode: hash
                  waits-for-auth: true
                faults: [{ endpoint: signInWithCustomToken, effect: status, status: 503, times: once }]
                steps: [reload]
                expect: { route: x }
                """
            ).first)
        var expected = PageGuard(.article)
        (expected.cookieReader, expected.deletesCookie, expected.retries) = (.jsCookie, true, 2)
        (expected.mode, expected.waitsForAuth) = (.hash, true)
        #expect(scenario.setting.pageGuard == expected)
        #expect(
            scenario.setting.faults == [
                ["endpoint": "signInWithCustomToken", "effect": "status", "times": "once", "status": 503]
            ])
    }

    @Test(arguments: [
        ("guard: { waits: true }", "scenario/unknown-key"), ("guard: { retries: -1 }", "scenario/wrong-type"),
        ("guard: { retries: 10 }", "scenario/wrong-type"),
        ("engine: opera", "scenario/unknown-word"),
        ("guard: { cookie-reader: cookies }", "scenario/unknown-word"),
        ("guard: strict", "scenario/unknown-word"), ("guard: [article]", "scenario/wrong-type"),
        ("faults: { effekt: drop }", "scenario/unknown-key"), ("faults: { status: x }", "scenario/wrong-type"),
    ])
    func aGuardThatCannotBeReadIsRefused(line: String, code: String) {
        let problem = #expect(throws: ScenarioProblems.self) {
            try readScenarios("name: n\n\(line)\nsteps: [reload]\nexpect: { route: x }\n")
        }
        #expect(problem?.problems.map(\.code.rawValue) == [code])
        #expect(problem?.problems.first?.location.line == 2)
    }

    @Test(arguments: [399, 600])
    func aFaultsStatusIsOneOfAFailure(status: Int) {
        let problem = #expect(throws: ScenarioProblems.self) {
            try readScenarios("name: n\nfaults: { status: \(status) }\nsteps: [reload]\nexpect: { route: x }\n")
        }
        #expect(problem?.description.contains("400 to 599") == true)
    }

    @Test func aFileThatIsJustAWordIsToldHowToBegin() {
        let problem = #expect(throws: ScenarioProblems.self) { try readScenarios("hello\n") }
        #expect(problem?.problems.map(\.hint) == ["begin with `name: …`"])
    }

    @Test func aCopySaysWhatItIsFor() throws {
        let text = "open: { inject: [{ cookie-store: { domain: .app.localhost, path: /admin } }] }"
        let scenario = try #require(readScenarios("name: n\nsteps:\n  - \(text)\nexpect: { route: x }\n").first)
        var injection = Injection(.cookieStore)
        (injection.domain, injection.path) = (".app.localhost", "/admin")
        #expect(scenario.steps.map(\.step) == [.view(.open(PageOpening(injections: [injection])))])
        // A script's cookie belongs to the page that it runs in.
        #expect(throws: ScenarioProblems.self) {
            try readScenarios(
                "name: n\nsteps:\n  - open: { inject: [{ user-script: { domain: x } }] }\nexpect: { route: x }\n")
        }
    }

    /// One row a step, or more: what stands in the file, and what is read.
    private static let stepRows: [(text: String, step: Step)] = [
        ("sign-in", Step.signIn(SignIn())),
        ("sign-in: { with: password, as: hana@example.com }", .signIn(signIn { $0.email = "hana@example.com" })),
        (
            "sign-in: { with: apple, person: hides-email, nonce: base64 }",
            .signIn(signIn(.apple) { ($0.person, $0.nonce) = (.hidesEmail, .base64) })
        ),
        (
            "sign-in: { with: twitter, keeps-provider: false }",
            .signIn(signIn(.twitter) { $0.keepsProvider = false })
        ),
        ("sign-in: { with: google, as: hana@example.com }", .signIn(signIn(.google) { $0.email = "hana@example.com" })),
        ("sign-in: { with: game-center }", .signIn(SignIn(.gameCenter))),
        ("sign-in: { second-factor: totp }", .signIn(signIn { $0.secondFactor = .totp })),
        ("sign-out: { everywhere: true }", .signOut(SignOut(forgetsEverything: true))),
        ("sign-out", .signOut(SignOut())),
        ("verify-email", .verifyEmail()), ("send-verification", .sendVerification),
        ("verify-email: { sends: false }", .verifyEmail(EmailVerification(sends: false))),
        ("open-sample: repaired-script", .openSample(.repairedScript)),
        ("require-member", .requireMember()), ("ask-twitter", .askTwitter()), ("revoke-twitter", .revokeTwitter),
        ("require-member: { second-factor: false }", .requireMember(insistsOnSecondFactor: false)),
        ("ask-twitter: { key: wrong-secret }", .askTwitter(.wrongSecret)),
        ("set-quota: { of: messages-per-hour, to: 2 }", .setQuota(QuotaChange(.messagesPerHour, limit: 2))),
        (
            "sign-in: { second-factor: sms, sends-code: when-shown, screen-appears: 3 }",
            .signIn(
                signIn { ($0.secondFactor, $0.codeRequest, $0.screenAppears) = (.sms, .whenShown, 3) })
        ),
        ("enroll: { phone: \"+819012345678\" }", .enroll(.sms(number: "+819012345678"))),
        ("enroll: { totp: true }", .enroll(.totp)),
        ("unenroll", .unenroll), ("register", .register), ("current-user", .currentUser),
        ("disable-provider", .disableProvider(.apple)),
        ("disable-provider: { provider: twitter }", .disableProvider(.twitter)),
        ("rotate-keys", .rotateKeys(dropsOld: false)),
        ("rotate-keys: { drop-old: true }", .rotateKeys(dropsOld: true)),
        ("launch", .device(.launch(.init()))),
        (
            "launch: { restores: after-configure, prewarm: true }",
            .device(.launch(.init(restoring: .afterConfigure, isPrewarm: true)))
        ),
        ("transfer", .device(.transfer(.init()))),
        (
            "transfer: { team: TEAM000001, google-app-id: x }",
            .device(.transfer(.init(team: "TEAM000001", googleAppID: "x")))
        ),
        ("relaunch", .device(.relaunch)), ("crash-network-process", .device(.crashNetworkProcess)),
        ("exchange", .exchange(field: "idtoken")), ("advance: 61m", .advance(.seconds(3660))),
        ("disable-user", .disableUser), ("delete-user", .deleteUser),
        ("revoke-user", .revokeUser), ("reload-other", .view(.reloadOther)),
        ("set-claims", .setClaims(ClaimsChange(claims: JSONObject([("role", "admin")])))),
        ("set-claims: { role: editor }", .setClaims(ClaimsChange(claims: JSONObject([("role", "editor")])))),
        (
            "set-claims: { claims: { teams: [1], plan: { name: pro } } }",
            .setClaims(ClaimsChange(claims: JSONObject([("teams", [1]), ("plan", ["name": "pro"])])))
        ),
        ("exchange: { token: foreign-project }", .exchange(field: "idtoken", token: .foreignProject)),
        (
            "skew: { device: -3s, backend: 301s, web: 0s }",
            .skew(ClockSkews(device: .seconds(-3), backend: .seconds(301), web: .zero))
        ),
        ("second-device", .secondDevice(SecondDevice(.signIn))),
        (
            "second-device: { does: change-password, password: new-horse }",
            .secondDevice(SecondDevice(.changePassword, password: "new-horse"))
        ),
        ("remove-website-data: { types: [storage] }", .view(.removeData(DataRemoval(types: [.storage])))),
        ("delete-cookie: { name: a, store: native }", .view(.deleteCookie(CookieDeletion(name: "a", store: .native)))),
        ("stop-backend", .stopBackend),
        ("inject: user-script", .inject([Injection(.userScript)])),
        (
            "inject: [ cookie-store, { cookie-store: { name: device, value: phone, blocking: true } } ]",
            .inject([Injection(.cookieStore), blocking(Injection(.cookieStore, value: "phone"), name: "device")])
        ),
        ("clear-faults", .clearFaults),
        (
            "fault: { service: backend, path: /*, effect: status, status: 503, retry-after: 30, times: 2, after: 1 }",
            .fault([
                "service": "backend", "path": "/*", "effect": "status", "times": "2", "status": 503, "retry-after": 30,
                "after": 1,
            ])
        ),
        ("open", .view(.open(PageOpening()))),
        (
            "open: { in: second, store: private, process: own, inject: message }",
            .view(
                .open(
                    opening {
                        ($0.view, $0.store, $0.process, $0.injections) =
                            (.second, .private, .own, [Injection(.message)])
                    }))
        ),
        ("navigate: { to: /orders?page=2 }", .page(.navigate(address("/orders?page=2")))),
        ("navigate: { to: \"${partner}/\", id: away }", .page(.navigate(address("${partner}/")))),
        ("link: { to: https://example.com/ }", .page(.link(LinkClick(to: address("https://example.com/"))))),
        ("link: { to: /, target: _blank }", .page(.link(LinkClick(to: address("/"), target: .newWindow)))),
        ("link: { selector: \"a.next\" }", .page(.link(LinkClick(selector: "a.next")))),
        ("fetch: { to: /api }", .page(.fetch(PageFetch(to: address("/api"))))),
        (
            "fetch: { to: /api, method: post, headers: { X-A: \"1\" } }",
            .page(.fetch(PageFetch(to: address("/api"), method: .post, headers: [NamedText("X-A", "1")])))
        ),
        ("form: { to: /search }", .page(.form(FormSubmission(to: address("/search"))))),
        (
            "form: { to: /pay, method: post, fields: { order: 7, a: \"\" } }",
            .page(
                .form(
                    FormSubmission(
                        to: address("/pay"), method: .post, fields: [NamedText("order", "7"), NamedText("a", "")])))
        ),
        ("script: document.title", .page(.script("document.title"))),
        ("script: { source: 1 + 1, id: sum }", .page(.script("1 + 1"))),
        ("message: { name: session }", .page(.message(PageMessage(name: "session")))),
        (
            "message: { name: session, body: { wants: [session, 2] } }",
            .page(.message(PageMessage(name: "session", body: ["wants": ["session", 2]])))
        ),
        ("wait-for: { cookie: customtoken }", .page(.waitFor(Wait(for: .cookie("customtoken"))))),
        ("wait-for: { route: main, within: 0s }", .page(.waitFor(Wait(for: .route("main"), within: .zero)))),
        (
            "wait-for: { script: a, within: 250ms }",
            .page(.waitFor(Wait(for: .script("a"), within: .milliseconds(250))))
        ),
        ("wait-for: { verdict: signed-out }", .page(.waitFor(Wait(for: .verdict(.signedOut))))),
        ("reload", .view(.reload)), ("interact", .view(.interact)),
        ("remove-website-data", .view(.removeData(DataRemoval()))),
        ("delete-cookies", .view(.deleteCookies)), ("set-cookie-policy", .view(.setCookiePolicy(.disallow))),
        ("set-cookie-policy: { to: allow }", .view(.setCookiePolicy(.allow))),
        ("back-up", .device(.backUp)), ("restore", .device(.restore)), ("erase", .device(.erase)),
        ("update-system", .device(.updateSystem(.init()))), ("leave-app", .device(.leaveApp)),
        ("return-to-app", .device(.returnToApp)),
        ("open-app: other", .device(.openApp(.other))), ("open-app: first", .device(.openApp(.first))),
        ("set-passcode", .device(.setPasscode(isOn: false))),
        ("set-passcode: { on: true }", .device(.setPasscode(isOn: true))),
        ("kill", .device(.kill)), ("lock", .device(.lock)), ("unlock", .device(.unlock)),
        ("reboot", .device(.reboot)), ("uninstall", .device(.uninstall)), ("install", .device(.install)),
        ("update", .device(.update)), ("tamper", .device(.tamper)),
    ]

    @Test("Each step of the table", arguments: stepRows)
    func steps(text: String, step: Step) throws {
        let scenario = try #require(readScenarios("name: n\nsteps:\n  - \(text)\nexpect: { verdict: failed }\n").first)
        #expect(scenario.steps.map(\.step) == [step])
        #expect(Step.names.contains(step.name) && text.hasPrefix(step.name))
    }

    /// A step that is in no row above is a step that nobody has tried.
    @Test func theTableIsWhole() {
        #expect(Set(Step.names).count == Step.names.count)
        // Tasks are in `tasksAreRead`.
        #expect(Set(Self.stepRows.map(\.step.name) + ["together"]) == Set(Step.names))
        for definition in Step.definitions { #expect(!definition.documentation.isEmpty, "\(definition.name)") }
    }

    private static func blocking(_ injection: Injection, name: String) -> Injection {
        var injection = injection
        (injection.name, injection.blocksMainThread) = (name, true)
        return injection
    }

    @Test func tasksAreRead() throws {
        let text = """
            name: n
            order: [ open/request-1, delete-cookies, open-2 ]
            steps:
              - together: [ delete-cookies, [ open, { open: { in: second } } ], relaunch ]
              - reload
            expect: { verdict: failed }
            """
        let scenario = try #require(readScenarios(text).first)
        guard case .together(let together) = scenario.steps[0].step else {
            Issue.record("no tasks were read")
            return
        }
        #expect(together.tasks.map { $0.map(\.step.name) } == [["delete-cookies"], ["open", "open"], ["relaunch"]])
        #expect(scenario.namedSteps.map(\.name) == ["delete-cookies", "open", "open-2", "relaunch", "reload"])
        #expect(scenario.namedSteps.map(\.path) == [[0, 0, 0], [0, 1, 0], [0, 1, 1], [0, 2, 0], [1]])
        #expect(scenario.setting.order?.entries.map(\.name) == ["open/request-1", "delete-cookies", "open-2"])
        #expect(scenario.setting.order?.entries.map(\.location.line) == [2, 2, 2])
    }

    /// Columns: what is wrong, what stands in the file, where, what is said.
    @Test(
        arguments: [
            ("one task", "together: [ reload ]", "", 3, "two tasks or more"),
            ("a step in place of tasks", "together: reload", "", 3, "two tasks or more"),
            ("a task without steps", "together: [ reload, [] ]", "", 3, "no steps"),
            ("tasks in a task", "together: [ reload, { together: [ reload, relaunch ] } ]", "", 3, "not in a task"),
            ("a step that is misspelt", "together: [ reload, relunch ]", "", 3, "relunch"),
            ("a header without a page", "inject: header", "", 3, "goes along with a page"),
            ("nothing that calls back", "inject: [ { user-script: { blocking: true } } ]", "", 3, "completion handler"),
            ("an order of an unknown step", "reload", "order: [ open/request-1 ]\n", 2, "goes by \"open\""),
            (
                "a second step where there is one", "reload", "order: [ reload-2/request-1 ]\n", 2,
                "goes by \"reload-2\""
            ),
            ("an event twice", "reload", "order: [ reload/request-1, reload/request-1 ]\n", 2, "stands twice"),
        ] as [(String, String, String, Int, String)])
    func whatIsWrongWithTasks(why: String, step: String, order: String, line: Int, message: String) {
        let text = "name: n\n\(order)steps:\n  - \(step)\nexpect: { verdict: failed }\n"
        let problem = #expect(throws: ScenarioProblems.self) { try readScenarios(text) }?.problems.first
        #expect(problem?.location.line == line, "\(why)")
        #expect((problem?.code.rawValue == "scenario/unknown-event") == (line == 2), "\(why)")
        #expect(problem?.message.contains(message) == true, "\(why): \(problem?.message ?? "")")
    }

    private static func address(_ text: String) -> PageAddress { PageAddress(text) ?? .nowhere }

    private static func opening(_ change: (inout PageOpening) -> Void) -> PageOpening {
        var opening = PageOpening()
        change(&opening)
        return opening
    }

    private static func signIn(_ method: SignIn.Method = .password, _ change: (inout SignIn) -> Void) -> SignIn {
        var signIn = SignIn(method)
        change(&signIn)
        return signIn
    }

    @Test func oneScenarioADocument() throws {
        let text =
            "name: a\nsteps: [reload]\nexpect: { route: x }\n---\nname: b\nsteps: [reload]\nexpect: { route: y }\n"
        #expect(try readScenarios(text).map(\.name) == ["a", "b"])
    }
}
