/// What `session-bridge init` writes down: guessed, or answered by a person. What is empty is left as in the sample app.
public struct ProjectAnswers: Hashable, Sendable {
    public var projectID = ""
    public var apiKey = ""
    /// Whether the backend uses an Admin SDK under the emulator's variable.
    public var hasAdminSDK = false
    /// Empty for the built-in backend.
    public var backendURL = ""
    /// Empty for a backend that runs already.
    public var command = ""
    public var exchangePath = ""
    /// The JSON member that carries the ID token.
    public var idTokenName = ""
    /// Where the answer has the custom token: `cookie NAME`, `header NAME`, or a JSON member.
    public var tokenPlace = ""
    /// A URL, or a folder; empty for the sample page.
    public var page = ""
    public var signInPath = ""
    public var cookieName = ""

    public init() {}

    /// One thing that a person is asked.
    public struct Question: Sendable {
        public let text: String
        public let path: any WritableKeyPath<ProjectAnswers, String> & Sendable
        /// Whether it is worth asking after the answers so far.
        public let isAsked: @Sendable (ProjectAnswers) -> Bool

        init(
            _ text: String, _ path: any WritableKeyPath<ProjectAnswers, String> & Sendable,
            if isAsked: @escaping @Sendable (ProjectAnswers) -> Bool = { _ in true }
        ) {
            (self.text, self.path, self.isAsked) = (text, path, isAsked)
        }
    }

    /// In the order in which they are asked.
    public static let questions = [
        Question("Your Firebase project's id", \.projectID),
        Question("Your backend's URL (empty: the built-in one)", \.backendURL),
        Question("The command that starts it (empty: it runs already)", \.command) { !$0.backendURL.isEmpty },
        Question("The path of the exchange", \.exchangePath) { !$0.backendURL.isEmpty },
        Question("The JSON member that carries the ID token", \.idTokenName) { !$0.backendURL.isEmpty },
        Question("Where the answer has the custom token (a JSON member, `cookie NAME` or `header NAME`)", \.tokenPlace)
        {
            !$0.backendURL.isEmpty
        },
        Question("Your page: a URL, or the folder that your bundler makes (empty: the sample page)", \.page),
        Question("Where your page sends users without a session", \.signInPath) { !$0.page.isEmpty },
        Question("The cookie that your page reads the custom token from", \.cookieName),
    ]
}
