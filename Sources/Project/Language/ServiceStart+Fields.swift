import BridgePrimitives
import Scenarios

extension ServiceStart {
    /// What may stand in `${…}` in the environment of a backend.
    package static let placeholders = [
        TextTemplate.port, "auth", "auth-host", "certificates", "project", "service-account", "tls-certificate",
        "tls-key",
    ]

    static let ofBackend = settings(question: "what starts your backend?", example: "npm run start", placeholders, "")
    static let ofPage = settings(
        question: "what serves your page?", example: "npm run dev -- --port $PORT", placeholders + ["backend"],
        ", and `${backend}` for your backend's address")

    private static func settings(
        question: String, example: String, _ placeholders: [String], _ further: String
    ) -> Settings<ServiceStart> {
        Settings(
            "start", startingWith: ServiceStart(),
            [
                Field("command", \.command, .command, "For the shell, run in the project file's folder.")
                    .required(question, "add `command: \(example)`"),
                Field(
                    "ready", \.ready, .urlTemplate,
                    "A URL that answers with a status below 400 once it is ready; unless given any answer of `url` will"
                        + " do."),
                Field("within", \.within, .duration, "How long it may take to get ready."),
                Field(
                    "environment", \.environment, .texts(placeholders: placeholders),
                    "Variables on top of what the command gets anyway; an empty text takes one away. `${port}`, `${auth}`,"
                        + " `${auth-host}`, `${certificates}`, `${project}` and `${service-account}` stand for the"
                        + " world's, `${tls-certificate}` and `${tls-key}` for files that a server on this machine speaks"
                        + " TLS with\(further)."),
                Field(
                    "inherit", \.inherit, FieldType<String>.variable.list,
                    "The variables of your environment that the command gets, beside PATH, HOME and the like, by their"
                        + " names. Unless given, all but known secrets, which SECURITY.md lists."),
            ])
    }

    /// What is wrong with a `${port}` that nobody chooses; nil where nothing is.
    static func complaint(about url: TextTemplate?, _ start: ServiceStart?) -> Vocabulary.Complaint? {
        guard let url else { return nil }
        let isChosen = url.mentions(TextTemplate.port)
        guard let start else {
            return !isChosen
                ? nil
                : Vocabulary.Complaint(
                    ProjectReason.contradiction,
                    message: "${port} is a port that `start` chooses, and there is no `start`",
                    fix: "write the port, or add `start: { command: … }`")
        }
        guard !isChosen, let place = start.placeOfPort else { return nil }
        return Vocabulary.Complaint(
            ProjectReason.contradiction, message: "\(place) names ${port}, and `url` has a port of its own",
            fix: "write ${port} in `url` too, or the port in both")
    }

    /// Where it speaks of the port that is chosen for it; nil for nowhere.
    private var placeOfPort: String? {
        if ready?.mentions(TextTemplate.port) ?? false { return "`start.ready`" }
        return environment.first { TextTemplate($0.text).mentions(TextTemplate.port) }
            .map { "`start.environment.\($0.name)`" }
    }
}
