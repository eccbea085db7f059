public import BridgeTrace
import Reasons

/// Something that is to hold before the scenario goes on.
public struct Wait: Hashable, Sendable {
    public enum Condition: Hashable, Sendable {
        /// The view's store has a cookie of the name.
        case cookie(String)
        /// A script gives what JavaScript takes for true. One that throws has not come to that yet.
        case script(PageScript)
        /// The page is at the route of the name.
        case route(String)
        case verdict(Verdict)
    }

    public var condition: Condition
    /// In the world's time; in real time where a real engine shows the page.
    public var within: Duration

    public init(for condition: Condition, within: Duration = .seconds(5)) {
        (self.condition, self.within) = (condition, within)
    }

    /// As a file has it: one of the conditions, each by its key.
    struct Draft: Sendable {
        var cookie: String?
        var script: PageScript?
        var route: String?
        var verdict: Verdict?
        var within = Duration.seconds(5)

        static let fields = [
            Field<Self>("cookie", \.cookie, .text, "Until the view's store has a cookie of the name."),
            Field(
                "script", \.script, .script,
                "Until the script gives what JavaScript takes for true; one that throws does not."),
            Field("route", \.route, .text, "Until the page shows the route of the name."),
            Field("verdict", \.verdict, .word, "Until the handoff has ended like this."),
            Field(
                "within", \.within, .duration,
                "How long at most: by the world's clock in the model, by the machine's in a real engine."),
        ]

        private var conditions: [Condition] {
            [
                cookie.map { .cookie($0) }, script.map { .script($0) }, route.map { .route($0) },
                verdict.map { .verdict($0) },
            ].compactMap(\.self)
        }

        /// Of a draft without a complaint, which has one condition.
        var wait: Wait { Wait(for: conditions.first ?? .verdict(.signedIn), within: within) }

        var complaint: Vocabulary.Complaint? {
            guard conditions.count != 1 else { return nil }
            return Vocabulary.Complaint(
                conditions.isEmpty ? ScenarioReason.missingField : ScenarioReason.wrongType,
                message: conditions.isEmpty ? "what is waited for?" : "one condition at a time",
                fix: "write `wait-for: { route: main, within: 5s }`, or cookie, script or verdict in its place")
        }
    }
}
