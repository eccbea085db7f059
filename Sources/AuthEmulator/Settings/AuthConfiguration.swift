public import BridgePrimitives

/// What a project's owner can switch; as after a first start when made without arguments.
public struct AuthConfiguration: Hashable, Sendable {
    /// Whether people may sign up and in with a password.
    public var allowsPasswords: Bool
    /// Whether people may sign up without any credential.
    public var allowsAnonymousUsers: Bool
    /// Whether people may sign in by a link in an e-mail.
    public var allowsEmailLinks = true
    /// Whether replies hide which addresses have accounts (`emailPrivacyConfig`).
    public var improvedEmailPrivacy: Bool
    /// Whether several accounts may share an address; identity providers' addresses are then no account's.
    public var allowsDuplicateEmails = false
    public var secondFactors = SecondFactorSettings.enabled
    public var passwordPolicy = PasswordPolicy()
    /// Numbers that get no message, and the code that they always have.
    public var testPhoneNumbers: [String: String] = [:]
    /// `triggers` and `forwardInboundCredentials`, as an administrator sent them.
    public var blockingFunctions = JSONObject()
    public var authorizedDomains = ["localhost"]
    public var limits = AuthLimits()

    public init(allowsPasswords: Bool = true, allowsAnonymousUsers: Bool = true, improvedEmailPrivacy: Bool = false) {
        (self.allowsPasswords, self.allowsAnonymousUsers) = (allowsPasswords, allowsAnonymousUsers)
        self.improvedEmailPrivacy = improvedEmailPrivacy
    }
}

/// Which second factors users may enrol (`mfa`, `mfaConfig`).
public struct SecondFactorSettings: Hashable, Sendable {
    public enum State: String, CaseIterable, Sendable {
        case disabled = "DISABLED"
        case enabled = "ENABLED"
        case mandatory = "MANDATORY"
    }

    public var state: State
    /// Codes by SMS.
    public var allowsPhones: Bool
    /// Authenticator apps: how many steps of 30 seconds a code may be early or late, 0 to 10; nil when not allowed.
    public var totpAdjacentIntervals: Int64?

    public static let enabled = Self(state: .enabled, allowsPhones: true, totpAdjacentIntervals: 5)
    public static let disabled = Self(state: .disabled, allowsPhones: false, totpAdjacentIntervals: nil)

    public init(state: State, allowsPhones: Bool, totpAdjacentIntervals: Int64?) {
        (self.state, self.allowsPhones) = (state, allowsPhones)
        self.totpAdjacentIntervals = totpAdjacentIntervals
    }

    public var isEnabled: Bool { state != .disabled }

    var json: JSONObject {
        var object = JSONObject([
            ("state", .string(state.rawValue)), ("enabledProviders", allowsPhones ? ["PHONE_SMS"] : []),
        ])
        if let totpAdjacentIntervals {
            object["providerConfigs"] = [
                ["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": .integer(totpAdjacentIntervals)]]
            ]
        }
        return object
    }

    /// Absent members are the defaults of a tenant: nothing is allowed.
    init(json: JSONValue?) {
        let state = json?["state"]?.stringValue.flatMap(State.init(rawValue:)) ?? .disabled
        let providers = json?["enabledProviders"]?.arrayValue ?? []
        let totp = (json?["providerConfigs"]?.arrayValue ?? []).first { $0["totpProviderConfig"] != nil }
        let isOn = totp.map { ($0["state"]?.stringValue ?? "ENABLED") != "DISABLED" } ?? false
        let intervals = totp?["totpProviderConfig"]?["adjacentIntervals"]?.integerValue ?? 5
        self.init(
            state: state, allowsPhones: providers.contains("PHONE_SMS"),
            totpAdjacentIntervals: isOn ? min(max(intervals, 0), 10) : nil)
    }
}
