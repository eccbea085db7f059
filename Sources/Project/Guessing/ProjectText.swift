import BridgePrimitives

/// A commented project file.
public enum ProjectText: Sendable {
    /// The file's text. What has no answer stands there as a comment, to be filled in.
    public static func text(_ answers: ProjectAnswers) -> String {
        let parts = [head, auth(answers), backend(answers), web(answers), handover(answers)]
        return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    private static let head = [
        "# Your own app, for session-bridge. All keys: docs/project-file.md, or `session-bridge schema --project-file`.",
        "version: 1",
    ]

    /// Quoted as JSON is, which YAML reads as well.
    private static func quoted(_ text: String) -> String { JSONValue.string(text).text() }

    /// A line, or a comment where there is no value.
    private static func line(_ key: String, _ value: String, example: String, indent: String = "  ") -> String {
        value.isEmpty ? "\(indent)# \(key): \(example)" : "\(indent)\(key): \(quoted(value))"
    }

    private static func auth(_ answers: ProjectAnswers) -> [String] {
        [
            "# The auth service that stands in for your Firebase project.",
            "auth:",
            line("project", answers.projectID.isEmpty ? "demo-bridge" : answers.projectID, example: ""),
            line("api-key", answers.apiKey, example: "AIza…"),
            "  # lenient: for an Admin SDK under FIREBASE_AUTH_EMULATOR_HOST. strict: for a verifier of your own.",
            "  strictness: \(answers.hasAdminSDK ? "lenient" : "strict")",
        ]
    }

    private static func backend(_ answers: ProjectAnswers) -> [String] {
        guard !answers.backendURL.isEmpty else {
            return [
                "# Your backend; without it the built-in one, which answers with the cookie customtoken.",
                "# backend:",
                "#   url: http://localhost:${port}",
                "#   start: { command: npm start, within: 60s }",
                "#   exchange:",
                "#     request: { path: /auth/exchange, json: { id_token: \"${id-token}\" } }",
                "#     token: { json: data.customToken }",
            ]
        }
        let start =
            answers.command.isEmpty
            ? ["  # start: { command: npm start, within: 60s }"]
            : [
                "  # It gets PORT where the URL has ${port}.", "  start:", "    command: \(quoted(answers.command))",
                "    within: 60s",
            ]
        return [
            "# Your backend: where it is, and how your app trades its ID token for a custom token.",
            "backend:",
            "  url: \(quoted(answers.backendURL))",
        ] + start + [
            "  exchange:",
            "    request:",
            "      path: \(quoted(answers.exchangePath))",
            "      json: { \(quoted(answers.idTokenName)): \"${id-token}\" }    # or form:, bearer:, headers:",
            "    token: \(tokenPlace(answers.tokenPlace))    # or cookie:, header:, query:, fragment:",
        ]
    }

    private static func tokenPlace(_ text: String) -> String {
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 2, ["cookie", "header", "query", "fragment", "json"].contains(words[0]) else {
            return "{ json: \(quoted(text)) }"
        }
        return "{ \(words[0]): \(quoted(words[1])) }"
    }

    private static func web(_ answers: ProjectAnswers) -> [String] {
        guard !answers.page.isEmpty else {
            return [
                "# Your page; without it the sample page.",
                "web:",
                "  # folder: dist, or what serves it:",
                "  # url: http://localhost:${port}",
                "  # start: { command: npm run dev -- --port $PORT, within: 60s }",
                "  cookie-name: \(name(of: answers))",
            ]
        }
        let isURL = answers.page.contains("://")
        return [
            "# Your page, and what its guard goes by.",
            "web:",
            line(isURL ? "url" : "folder", answers.page, example: ""),
        ] + (isURL ? ["  # start: { command: npm run dev, within: 60s }    # gets PORT where the URL has ${port}"] : [])
            + [
                line("sign-in-path", answers.signInPath, example: "/signin"),
                "  cookie-name: \(name(of: answers))",
            ]
    }

    /// The cookie that the page reads.
    private static func name(of answers: ProjectAnswers) -> String {
        quoted(answers.cookieName.isEmpty ? "customtoken" : answers.cookieName)
    }

    private static func handover(_ answers: ProjectAnswers) -> [String] {
        return [
            "# What your app does with the custom token before it opens the page.",
            "handover:",
            "  # - user-script: { file: Bridge.js, at: document-start }    # your own, with ${token} in it",
            "  - cookie-store: { name: \(name(of: answers)), attributes: \"Path=/\" }",
        ]
    }
}
