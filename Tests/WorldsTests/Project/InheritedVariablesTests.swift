import Project
import Scenarios
import Testing

@testable import Worlds

@Suite("What a started command inherits", .timeLimit(.minutes(5)))
struct InheritedVariablesTests {
    private static let secrets = [
        "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE", "GITHUB_TOKEN", "GH_TOKEN", "NPM_TOKEN", "npm_config__authToken",
        "MY_API_KEY",
        "STRIPE_SECRET", "STRIPE_SECRET_KEY", "DB_PASSWORD", "PGPASSWORD", "GOOGLE_APPLICATION_CREDENTIALS",
        "SSH_AUTH_SOCK",
        "ACTIONS_ID_TOKEN_REQUEST_TOKEN", "token", "SESSION_BRIDGE_CONTROL_TOKEN",
    ]
    private static let needed = [
        "PATH", "HOME", "LANG", "LC_ALL", "NODE_ENV", "DATABASE_URL", "PORT", "VIRTUAL_ENV", "KEYBOARD",
        "TOKENIZERS_PARALLELISM",
        "npm_config_registry", "PWD", "OLDPWD",
    ]

    private static func start(inherit: [String]? = nil, setting names: [String] = []) -> ServiceStart {
        var start = ServiceStart()
        (start.inherit, start.environment) = (inherit, names.map { NamedText($0, "x") })
        return start
    }

    @Test func knownSecretsAreWithheld() {
        #expect(InheritedVariables.withheld(from: Self.start(), of: Self.secrets + Self.needed) == Self.secrets)
    }

    @Test func whatTheFileSetsIsPassedOn() {
        let start = Self.start(setting: ["AWS_PROFILE", "DB_PASSWORD"])
        let withheld = InheritedVariables.withheld(from: start, of: Self.secrets)
        #expect(withheld == Self.secrets.filter { $0 != "AWS_PROFILE" && $0 != "DB_PASSWORD" })
    }

    /// Columns: what is inherited, a variable, and whether the command gets it.
    @Test(arguments: [
        (["NODE_ENV"], "NODE_ENV", true), (["NODE_ENV"], "PATH", true), (["NODE_ENV"], "LC_ALL", true),
        (["NODE_ENV"], "DATABASE_URL", false), (["NODE_ENV"], "GITHUB_TOKEN", false),
        (["GITHUB_TOKEN"], "GITHUB_TOKEN", true),
        ([], "NODE_ENV", false), ([], "HOME", true),
    ])
    func namesNarrowIt(inherit: [String], name: String, isPassed: Bool) {
        #expect(InheritedVariables.withheld(from: Self.start(inherit: inherit), of: [name]).isEmpty == isPassed)
    }
}
