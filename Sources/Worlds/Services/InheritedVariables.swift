import Project
import Scenarios

/// Which variables of this process's environment a started command gets.
///
/// The command comes from a project's file, and so does all that it runs: packages that others wrote. It gets what programs
/// need, and no secret that it was not given by name.
enum InheritedVariables {
    /// Names of secrets, `*` for anything. A variable that the project file sets or names under `inherit` is passed on.
    static let secrets = [
        // Access to a cloud.
        "AWS_*", "AZURE_*", "ARM_*", "CLOUDSDK_*", "GOOGLE_APPLICATION_CREDENTIALS", "GOOGLE_CREDENTIALS",
        "GOOGLE_OAUTH_*", "FIREBASE_TOKEN", "DIGITALOCEAN_*", "CLOUDFLARE_*", "HEROKU_*", "KUBECONFIG", "VAULT_*",
        // Access to code, packages and images.
        "GITHUB_TOKEN", "GH_TOKEN", "GH_ENTERPRISE_TOKEN", "GITLAB_*", "CI_JOB_*", "ACTIONS_*", "NPM_CONFIG__AUTH*",
        "NPM_CONFIG_*AUTH*", "NPM_TOKEN", "NODE_AUTH_TOKEN", "TWINE_*", "PYPI_*", "CARGO_REGISTRY_*",
        "DOCKER_AUTH_CONFIG",
        "MATCH_*", "FASTLANE_*", "APP_STORE_CONNECT_*",
        // Agents that sign and decrypt, and what stands for a login.
        "SSH_AUTH_SOCK", "SSH_AGENT_PID", "SSH_ASKPASS*", "GIT_ASKPASS", "GPG_AGENT_INFO", "KRB5CCNAME",
        "DBUS_SESSION_BUS_ADDRESS", "SUDO_ASKPASS",
        // By what they are called, whatever they are for.
        "TOKEN", "*_TOKEN", "*_TOKENS", "SECRET", "*_SECRET", "*_SECRETS", "*_SECRET_*", "*_PASSWORD", "*_PASSWD",
        "*_PASSPHRASE", "PASSWORD", "PGPASSWORD", "PGPASSFILE", "MYSQL_PWD", "API_KEY", "*_API_KEY", "*_APIKEY",
        "*_ACCESS_KEY", "*_ACCESS_KEY_ID", "*_PRIVATE_KEY", "*_SIGNING_KEY", "*_ENCRYPTION_KEY", "*_MASTER_KEY",
        "*_CREDENTIAL", "*_CREDENTIALS", "*_AUTH", "*_PAT",
    ]

    /// What programs cannot do without, also if `inherit` does not name it.
    static let basics = [
        "PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "LANG", "LANGUAGE", "LC_*", "TZ", "TMPDIR", "TMP", "TEMP",
        "PWD",
        "__CF_USER_TEXT_ENCODING",
    ]

    /// The names of those that a command does not get.
    static func withheld(from start: ServiceStart, of environment: some Sequence<String>) -> [String] {
        let set = Set(start.environment.map(\.name))
        return environment.filter { name in
            guard !set.contains(name) else { return false }
            guard let inherit = start.inherit else { return matches(name, secrets) }
            return !inherit.contains(name) && !matches(name, basics)
        }
    }

    /// In any letter case: programs read `npm_config_…` as they do `NPM_CONFIG_…`.
    private static func matches(_ name: String, _ patterns: [String]) -> Bool {
        let name = name.uppercased()
        return patterns.contains { matches(name[...], $0.uppercased()[...]) }
    }

    /// - Complexity: O(n · m) at most; patterns have two stars.
    private static func matches(_ name: Substring, _ pattern: Substring) -> Bool {
        guard let first = pattern.first else { return name.isEmpty }
        guard first == "*" else { return name.first == first && matches(name.dropFirst(), pattern.dropFirst()) }
        let rest = pattern.dropFirst()
        return rest.isEmpty || name.indices.contains { matches(name[$0...], rest) }
    }
}
