import BridgePrimitives
import Scenarios
import Testing

@Suite("Scenario files", .timeLimit(.minutes(5)))
struct ScenarioFileTests {
    private static let vocabulary = Vocabulary(
        reasons: ["guard/cookie-absent", "token/expired"], profiles: ["ios17", "ios18"], edges: ["firebase-hosting"],
        cookieComplaint: { name, attributes in
            attributes.contains("Sekure") || name.contains(" ")
                ? Vocabulary.Complaint(
                    code: ReasonCode(unchecked: "backend/bad-cookie"), message: "no such cookie",
                    fix: "known are: Secure")
                : nil
        })

    private func read(_ text: String, environment: [String: String] = [:]) throws(ScenarioProblems) -> [Scenario] {
        try ScenarioFile.scenarios(
            in: text, file: "login.yaml", environment: environment, vocabulary: Self.vocabulary)
    }

    @Test func saysAllThatCanBeSaid() throws {
        let scenario = try #require(
            read(
                """
                name: All of it
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
        #expect(scenario.setting.profile == "ios18")
        #expect(scenario.setting.strictness == .lenient)
        #expect(scenario.setting.pageGuard == PageGuard(.article))
        #expect(scenario.setting.user?.email == "hanako@example.com")
        #expect(scenario.setting.edge == "firebase-hosting" && scenario.setting.staysOnApp)
        #expect(scenario.setting.cookieName == "__session")
        #expect(scenario.setting.cookieAttributes == "Path=/; Secure")
        #expect(scenario.setting.redirects == [Scenario.Redirect(from: "/a", to: "${partner}/b")])
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
        #expect(scenario.steps[2].location.line == 16)
        #expect(scenario.expectation.signedInAs == ScenarioExpectation.userPlaceholder)
        #expect(scenario.expectation.failure?.reason.rawValue == "token/expired")
    }

    @Test func aGuardCanBeSaidInFull() throws {
        let scenario = try #require(
            read(
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
        ("guard: { cookie-reader: cookies }", "scenario/unknown-word"),
        ("guard: strict", "scenario/unknown-word"), ("guard: [article]", "scenario/wrong-type"),
        ("faults: { effekt: drop }", "scenario/unknown-key"), ("faults: { status: x }", "scenario/wrong-type"),
    ])
    func aGuardThatCannotBeReadIsRefused(line: String, code: String) {
        let problem = #expect(throws: ScenarioProblems.self) {
            try read("name: n\n\(line)\nsteps: [reload]\nexpect: { route: x }\n")
        }
        #expect(problem?.problems.map(\.code.rawValue) == [code])
        #expect(problem?.problems.first?.location.line == 2)
    }

    @Test(arguments: [399, 600])
    func aFaultsStatusIsOneOfAFailure(status: Int) {
        let problem = #expect(throws: ScenarioProblems.self) {
            try read("name: n\nfaults: { status: \(status) }\nsteps: [reload]\nexpect: { route: x }\n")
        }
        #expect(problem?.description.contains("400 to 599") == true)
    }

    @Test func aFileThatIsJustAWordIsToldHowToBegin() {
        let problem = #expect(throws: ScenarioProblems.self) { try read("hello\n") }
        #expect(problem?.problems.map(\.hint) == ["begin with `name: …`"])
    }

    /// The caret stays where it was.
    @Test(arguments: [
        ("user: { email: a@b.c, pasword: hunter2SEKRET }", "user: { email: a@b.c, pasword: ************* }"),
        ("user: { password: \"SEKRET, }\", emial: x }", "user: { password: ***********, emial: x }"),
        ("user: { Passphrase: 'SEKRET', emial: x }", "user: { Passphrase: ********, emial: x }"),
        ("user: { \"password\": SEKRET, emial: x }", "user: { \"password\": ******, emial: x }"),
        ("user: { password:SEKRET }", "user: { password:****** }"),
        ("pasword: SEKRET with, commas", "pasword: *******************"),
        ("value: { emial: x }", "value: { emial: x }"),
        ("nmae: What happens: something", "nmae: What happens: something"),
    ])
    func noSecretIsInAnExcerpt(line: String, shown: String) {
        let problem = #expect(throws: ScenarioProblems.self) {
            try read("name: n\n\(line)\nsteps: [reload]\nexpect: { route: x }\n")
        }
        let told = problem?.problems.filter { $0.location.line == 2 } ?? []
        #expect(!told.isEmpty && told.allSatisfy { $0.line == shown }, "\(told)")
    }

    @Test func noScriptsValueIsInAnExcerpt() {
        let problem = #expect(throws: ScenarioProblems.self) {
            try read(
                "name: n\nsteps:\n  - open: { inject: [{ user-script: {value: \"SEKRETcustomvalue\", gaurded: true} }] }\nexpect: { route: x }\n"
            )
        }
        #expect(problem?.description.contains("SEKRET") == false)
        #expect(problem?.description.contains("gaurded: true") == true)
    }

    @Test func aCopySaysWhatItIsFor() throws {
        let text = "open: { inject: [{ cookie-store: { domain: .app.localhost, path: /admin } }] }"
        let scenario = try #require(read("name: n\nsteps:\n  - \(text)\nexpect: { route: x }\n").first)
        var injection = Injection(.cookieStore)
        (injection.domain, injection.path) = (".app.localhost", "/admin")
        #expect(scenario.steps.map(\.step) == [.view(.open(PageOpening(injections: [injection])))])
        // A script's cookie belongs to the page that it runs in.
        #expect(throws: ScenarioProblems.self) {
            try read("name: n\nsteps:\n  - open: { inject: [{ user-script: { domain: x } }] }\nexpect: { route: x }\n")
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
        ("sign-in: { second-factor: totp }", .signIn(signIn { $0.secondFactor = .totp })),
        ("sign-out: { everywhere: true }", .signOut(SignOut(forgetsEverything: true))),
        ("sign-out", .signOut(SignOut())),
        ("verify-email", .verifyEmail),
        ("enroll: { phone: \"+819012345678\" }", .enroll(.sms(number: "+819012345678"))),
        ("enroll: { totp: true }", .enroll(.totp)),
        ("unenroll", .unenroll), ("register", .register), ("current-user", .currentUser),
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
        ("disable-user", .disableUser), ("revoke-user", .revokeUser), ("stop-backend", .stopBackend),
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
        ("reload", .view(.reload)), ("interact", .view(.interact)), ("remove-website-data", .view(.removeData)),
        ("delete-cookies", .view(.deleteCookies)), ("set-cookie-policy", .view(.setCookiePolicy(.disallow))),
        ("set-cookie-policy: { to: allow }", .view(.setCookiePolicy(.allow))),
        ("back-up", .device(.backUp)), ("restore", .device(.restore)), ("erase", .device(.erase)),
        ("update-system", .device(.updateSystem)), ("leave-app", .device(.leaveApp)),
        ("return-to-app", .device(.returnToApp)),
        ("set-passcode", .device(.setPasscode(isOn: false))),
        ("set-passcode: { on: true }", .device(.setPasscode(isOn: true))),
        ("kill", .device(.kill)), ("lock", .device(.lock)), ("unlock", .device(.unlock)),
        ("reboot", .device(.reboot)), ("uninstall", .device(.uninstall)), ("install", .device(.install)),
        ("update", .device(.update)), ("tamper", .device(.tamper)),
    ]

    @Test("Each step of the table", arguments: stepRows)
    func steps(text: String, step: Step) throws {
        let scenario = try #require(read("name: n\nsteps:\n  - \(text)\nexpect: { verdict: failed }\n").first)
        #expect(scenario.steps.map(\.step) == [step])
        #expect(Step.names.contains(step.name) && text.hasPrefix(step.name))
    }

    /// A step that is in no row above is a step that nobody has tried.
    @Test func theTableIsWhole() {
        #expect(Set(Step.names).count == Step.names.count)
        #expect(Set(Self.stepRows.map(\.step.name)) == Set(Step.names))
        for definition in Step.definitions { #expect(!definition.documentation.isEmpty, "\(definition.name)") }
    }

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
        #expect(try read(text).map(\.name) == ["a", "b"])
    }

    @Test(arguments: [
        ("", "scenario/empty", 1, 1),
        ("---\n---\n", "scenario/empty", 1, 1),
        ("name: [", "scenario/not-yaml", 1, 8),  // YAML's own complaint, with its place
        ("just text", "scenario/wrong-type", 1, 1),
        ("steps: [reload]\nexpect: { route: x }", "scenario/no-name", 1, 1),
        ("name: x\nexpect: { route: x }", "scenario/no-steps", 1, 1),
        ("name: x\nsteps: []\nexpect: { route: x }", "scenario/no-steps", 2, 8),  // it would pass without doing a thing
        ("name: x\nstepz: [reload]\nexpect: { route: x }", "scenario/unknown-key", 2, 1),  // not "has no steps"
        ("name: x\nsteps:\n  - advance: -5m\nexpect: { route: x }", "scenario/wrong-type", 3, 14),
        ("name: x\nsteps:\n  - advance\nexpect: { route: x }", "scenario/missing-field", 3, 5),
        ("name: x\nprofile: ios81\nsteps: [reload]\nexpect: { route: x }", "scenario/unknown-profile", 2, 10),
        ("name: x\nedge: akamai\nsteps: [reload]\nexpect: { route: x }", "scenario/unknown-edge", 2, 7),
        (
            "name: x\nbackend: { cookie-attributes: Sekure }\nsteps: [reload]\nexpect: { route: x }",
            "backend/bad-cookie", 2, 31
        ),
        (
            "name: x\nbackend: { cookie-name: a b }\nsteps: [reload]\nexpect: { route: x }", "backend/bad-cookie", 2, 25
        ),
        ("name: ${user.uid}\nsteps: [reload]\nexpect: { route: x }", "scenario/no-such-variable", 1, 7),
        ("name: x\nsteps: [reload]\nexpect: { signed-in-as: '${user.id}' }", "scenario/no-such-variable", 3, 25),
        ("name: ${env.HOME\nsteps: [reload]\nexpect: { route: x }", "scenario/no-such-variable", 1, 7),
        ("name: x\nsteps:\n\t- reload\nexpect: { route: x }", "scenario/tab", 3, 1),
        ("name: x\nsteps:\n  - open:\n\t  path: /\nexpect: { route: x }", "scenario/tab", 4, 1),
        ("name: x\nsteps:\n  - reload\n - reload\nexpect: { route: x }", "scenario/not-yaml", 4, 2),
        ("name: a: b\nsteps: [reload]\nexpect: { route: x }", "scenario/not-yaml", 1, 8),
        (
            "name: x\napp: { limits-navigations: true }\nsteps: [reload]\nexpect: { route: x }", "scenario/wrong-type",
            2, 28
        ),
        (
            "name: x\nsteps:\n  - enroll: { phone: '+81', totp: true }\nexpect: { route: x }", "scenario/wrong-type",
            3, 13
        ),
        ("name: x\nsteps: [reload]", "scenario/no-expectation", 1, 1),  // it could not fail
        ("name: x\nsteps: [reload]\nexpect: {}", "scenario/no-expectation", 3, 9),
        ("name: x\nname: y", "scenario/repeated-key", 2, 1),  // the second one is too many
        ("steps: []\nname: x\n# name: z\nexpect:\n  name: q\n'name': y", "scenario/repeated-key", 6, 1),
        ("name: x\nsteps:\n  - open: {}\n    # again\n    open: {}", "scenario/repeated-key", 5, 5),
        ("name: x\nbackend: { skew: '1s, skew: 2', a: [b, skew],\n  skew: 3s }", "scenario/repeated-key", 3, 3),
        ("? name\n: x\n? name\n: y", "scenario/repeated-key", 1, 3),  // a spelling that is not looked for
        ("name: x\nsteps:\n  - opne: {}\nexpect: { route: x }", "scenario/unknown-step", 3, 5),
        ("name: x\nsteps:\n  - reload: { now: true }\nexpect: { route: x }", "scenario/wrong-type", 3, 13),
        ("name: x\nsteps:\n  - open: { path: main }\nexpect: { route: x }", "scenario/wrong-type", 3, 19),
        ("name: x\nsteps:\n  - open: { inject: sript }\nexpect: { route: x }", "scenario/unknown-word", 3, 21),
        (
            "name: x\nsteps:\n  - open: { inject: [{ header: { awaited: false } }] }\nexpect: { route: x }",
            "scenario/wrong-type", 3, 43
        ),
        (
            "name: x\nsteps:\n  - sign-in: { with: carrier-pigeon }\nexpect: { route: x }", "scenario/unknown-word", 3,
            22
        ),
        ("name: x\nsteps:\n  - sign-in: { person: cancels }\nexpect: { route: x }", "scenario/wrong-type", 3, 24),
        ("name: x\nsteps:\n  - sign-in: { nonce: base64 }\nexpect: { route: x }", "scenario/wrong-type", 3, 23),
        (
            "name: x\nsteps:\n  - sign-in: { with: apple, keeps-provider: true }\nexpect: { route: x }",
            "scenario/wrong-type", 3, 45
        ),
        ("name: x\nsteps:\n  - enroll: {}\nexpect: { route: x }", "scenario/missing-field", 3, 13),
        ("name: x\nsteps:\n  - enroll: { totp: false }\nexpect: { route: x }", "scenario/missing-field", 3, 13),
        ("name: x\nsteps:\n  - transfer: { tem: A }\nexpect: { route: x }", "scenario/unknown-key", 3, 17),
        (
            "name: x\nbackend: { certificates: always }\nsteps: [reload]\nexpect: { route: x }",
            "scenario/unknown-word", 2, 26
        ),
        ("name: x\nsteps:\n  - advance: soon\nexpect: { route: x }", "scenario/wrong-type", 3, 14),
        ("name: x\nsteps: [reload]\nexpect: { rout: x }", "scenario/unknown-key", 3, 11),
        ("name: x\nsteps: [reload]\nexpect: { reasons: [guard/cookie-absnt] }", "scenario/unknown-reason", 3, 21),
        ("name: ${env.NOBODY}\nsteps: [reload]\nexpect: { route: x }", "scenario/no-such-variable", 1, 7),
        ("name: x\nprofile: { a: 1 }\nsteps: [reload]\nexpect: { route: x }", "scenario/wrong-type", 2, 10),
        ("name: *nowhere", "scenario/not-yaml", 1, 7),  // an alias of nothing
    ])
    func refusesWithThePlaceAndACode(text: String, code: String, line: Int, column: Int) {
        let problems = #expect(throws: ScenarioProblems.self) { try read(text) }?.problems
        #expect(problems?.map(\.code.rawValue) == [code])
        #expect(problems?.first?.location == SourceLocation(file: "login.yaml", line: line, column: column))
    }

    @Test func allThatIsWrongIsToldAtOnceFromTopToBottom() {
        let problems = #expect(throws: ScenarioProblems.self) {
            try read(
                """
                name: x
                profil: ios18
                steps:
                  - opne
                  - advance: soon
                  - sign-in: { wiht: apple, person: nobody }
                expect: { verdict: fine, reasons: [token/expierd] }
                ---
                name: y
                steps: [reload]
                """)
        }?.problems
        #expect(
            problems?.map { "\($0.location.line) \($0.code) \($0.hint)" } == [
                "2 scenario/unknown-key did you mean \"profile\"?",
                "4 scenario/unknown-step did you mean \"open\"?",
                "5 scenario/wrong-type write 61m, 10s or 250ms",
                "6 scenario/unknown-key did you mean \"with\"?",
                "6 scenario/unknown-word known are: agrees, hides-email, cancels, declines, fails",
                "7 scenario/unknown-word known are: signed-in, signed-out, other-user, hanging, failed, not-opened",
                "7 scenario/unknown-reason did you mean \"token/expired\"?",
                "9 scenario/no-expectation add `expect:`, or it cannot fail",
            ])
    }

    @Test(
        "YAML's complaints, in words that say what to change",
        arguments: [
            ("steps:\n\t- reload", "this line is indented with a tab; indent with spaces"),
            (
                "steps:\n  - reload\n - reload",
                "this line does not stand under the one it belongs to; give all keys of a mapping, and all `- ` of a list,"
                    + " the same indentation"
            ),
            (
                "name: a: b",
                "a \":\" is not expected here; put a text that has \": \" in it in quotes, or check the indentation"
            ),
            ("name: [a", "a bracket is open, or a comma missing; close it with } or ], or put the text in quotes"),
            ("name: \"a", "a quote is open; close it"),
            ("name: @home", "no value begins with this character; put it in quotes"),
            ("a: 1\nname: x\nname: y", "\"name\" stands in line 2 already; remove one"),
            ("a: 1\r\nname: x\r\nname: y\r\n", "\"name\" stands in line 2 already; remove one"),
            ("a: &a x\nname: [*a:y]", "an alias has a colon after it without a blank; write a blank after the colon"),
            ("name: *home", "no `&` gives this alias a value; put a text that begins with * in quotes"),
        ])
    func complaints(text: String, message: String) {
        let problem = #expect(throws: ScenarioProblems.self) { try read(text) }?.problems.first
        #expect(problem.map { "\($0.message); \($0.hint)" } == message)
    }

    @Test(arguments: ["\n", "\r\n"])
    func theMessageShowsTheLineAndWhatWasMeant(lineEnd: String) throws {
        let lines = ["name: x", "steps:", "  - opne: { path: / }", "expect: { route: main }"]
        let problem = #expect(throws: ScenarioProblems.self) { try read(lines.joined(separator: lineEnd)) }
        #expect(
            problem?.description == """
                login.yaml:3:5: error[scenario/unknown-step]: no step is called "opne"; did you mean "open"?
                 3 |   - opne: { path: / }
                   |     ^
                """)
    }

    @Test func aFileBeyondTheLimitIsNotRead() {
        let text = String(repeating: "#", count: ScenarioFile.sizeLimit + 1)
        #expect(
            #expect(throws: ScenarioProblems.self) { try read(text) }?.problems.map(\.code.rawValue) == [
                "scenario/too-large"
            ])
    }

    @Test func randomTextEndsInScenariosOrAProblem() {
        var generator = SeededGenerator(seed: 11)
        let words = [
            "name: x\n", "steps:\n", "  - open: ", "{ path: / }\n", "expect: ", "{ route: x }\n", "---\n", "&a ", "*a ",
            "[",
            "}", "!!binary ", "\u{0}", "é", "- ", ": ", "\t", "\"", "|\n", "? ",
        ]
        for _ in 0..<3_000 {
            let text = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
                words[Int.random(in: 0..<words.count, using: &generator)]
            }.joined()
            _ = try? read(text)
        }
    }
}
