public import Scenarios

/// Somebody's own app, as a project file describes it: who signs in, the backend, the page, and what the native app does
/// between them. What is nil is as in the sample app.
public struct AppProject: Hashable, Sendable {
    /// Where the file is, without a slash at the end: names of files are relative to it.
    public var folder = "."
    public var auth = ProjectAuth()
    /// Certificates in PEM form, the content of each file: servers are trusted whose chains lead to one of them.
    public var trusted: [String] = []
    /// Nil for the built-in one.
    public var backend: OwnBackend?
    public var web = OwnPage()
    /// What the app does with the token before it opens the page; nil for what a scenario or the demonstration says.
    public var handover: [Handover]?

    /// The variables of the environment that the file asks for, by their names.
    public var environment: Set<String> = []

    public init() {}

    /// The cookie that the page's guard reads: as `web` says, or else the first that is handed over, or else the one that
    /// the backend answers with; nil for the usual one.
    public var cookieName: String? {
        if let name = web.cookieName { return name }
        if let name = handover?.lazy.compactMap(\.cookieName).first { return name }
        if case .cookie(let name)? = backend?.exchange.token { return name }
        return nil
    }

    /// Where a file is that the project file names.
    public func place(of file: String) -> String { file.hasPrefix("/") ? file : "\(folder)/\(file)" }
}

/// The auth service that stands in for the user's Firebase project.
public struct ProjectAuth: Hashable, Sendable {
    public enum TokenForm: String, CaseIterable, Sendable { case signed, unsigned }
    /// What becomes of requests that name another project.
    public enum SingleProject: String, CaseIterable, Sendable { case off, warn, error }

    public var projectID: String?
    public var apiKey: String?
    public var strictness: Scenario.Strictness?
    /// Nil for off.
    public var emailEnumerationProtection: Bool?
    /// Nil for what the strictness implies.
    public var tokens: TokenForm?
    /// Nil for `off`: every project is served.
    public var singleProject: SingleProject?
    /// Where the auth service listens, for a backend that runs already and must know it; nil for the emulator's usual
    /// one where the backend runs already, and else for any free one.
    public var port: Int?
    /// A file of users, tenants and settings to begin with.
    public var users: String?
    /// Whose session is handed over, unless a scenario says.
    public var user: Scenario.User?

    public init() {}
}
