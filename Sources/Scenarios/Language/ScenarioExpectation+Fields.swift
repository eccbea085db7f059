import BridgePrimitives
import BridgeTrace

extension ScenarioExpectation {
    static let settings = Settings(
        "expect", startingWith: ScenarioExpectation(),
        [
            Field("verdict", \.verdict, .word, "How the handoff ended."),
            Field("route", \.route, .text, "The name of the route that is shown."),
            Field(
                "signed-in-as", \.signedInAs, .text(placeholders: ["user.uid"]),
                "The uid of the page's user; `${user.uid}` is the app's."),
            Field("reasons", \.reasons, FieldType.reason.list, "Codes that some event must carry."),
            Field("findings", \.findings, FieldType.reason.list, "Codes that some finding must carry."),
            Field("no-findings", \.noFindings, FieldType.reason.list, "Codes that no finding may carry."),
            Field("cookie", \.cookie, .settings(CookieExpectation.settings), "What became of a cookie."),
            Field(
                "first-request", \.firstRequest, .settings(RequestExpectation.settings),
                "The first request for the page that was opened last."),
        ] + conditions + why,
        complaint: { expectation in
            guard expectation == ScenarioExpectation() else { return nil }
            return Vocabulary.Complaint(
                ScenarioReason.noExpectation, message: "nothing is expected here",
                fix: "say `route:` or `reasons:`")
        })

    /// What is asked of parts of the world, each a table of its own.
    private static let conditions: [Field<ScenarioExpectation>] = [
        Field(
            "cookies", \.cookies, FieldType.settings(CookieCondition.settings).list,
            "Cookies of any store, by their attributes."),
        Field(
            "requests", \.requests, FieldType.settings(RequestCondition.settings).list,
            "Requests: which cookies and headers they had, how they were answered, how many there were."),
        Field(
            "tokens", \.tokens, FieldType.settings(TokenCondition.settings).list,
            "Tokens that the app and the page have at the end."),
        Field(
            "console", \.console, .settings(ConsoleCondition.settings),
            "What the page that was opened last printed."),
        Field(
            "took", \.took, FieldType.settings(TimeCondition.settings).list,
            "How long all of it took, or a step, by the world's clock."),
        Field(
            "auth-calls", \.authCalls, FieldType.settings(AuthCallCondition.settings).list,
            "What the auth service was asked, by app, page and backend."),
    ]

    private static let why: [Field<ScenarioExpectation>] = [
        Field("failure", \.failure, .settings(FailureExpectation.settings), "The step that must fail, and why."),
        Field(
            "because", \.because, .reason,
            "The root cause that a report would give for the ending, or for the step that must fail."
        ).only("who is signed in is so without a cause") { $0.verdict != .signedIn },
        Field(
            "values", \.values, FieldType.value.list,
            "Comparisons of what steps have brought about."),
    ]
}

extension ScenarioExpectation.CookieExpectation {
    static let settings = Settings(
        "cookie", startingWith: Self(name: ""),
        [
            Field("name", \.name, .text, "Which cookie.").required("which cookie?", "add `name: customtoken`"),
            Field("stored", \.isStored, .bool, "Whether the web view's store has it."),
            Field("sent", \.isSent, .bool, "Whether any request for the page carried it."),
            Field("visible-to-script", \.isVisibleToScript, .bool, "Whether document.cookie gave it to the guard."),
        ])
}

extension ScenarioExpectation.RequestExpectation {
    static let settings = Settings(
        "first-request", startingWith: Self(),
        [
            Field("with", \.with, .text, "A cookie that it carries."),
            Field("without", \.without, .text, "A cookie that it does not carry."),
        ])
}

extension ScenarioExpectation.FailureExpectation {
    static let settings = Settings(
        "failure", startingWith: Self(step: nil, reason: ReasonCode(unchecked: "")),
        [
            Field("step", \.step, .stepName, "The step's name; any step unless given."),
            Field("reason", \.reason, .reason, "A code that the failure carries.")
                .required("a failure needs its reason", "add `reason: area/code`"),
        ])
}
