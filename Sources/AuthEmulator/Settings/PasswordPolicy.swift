import BridgePrimitives

/// A project's rules for passwords.
public struct PasswordPolicy: Hashable, Sendable {
    public var minimumLength = 6
    public var maximumLength = 4096
    public var needsLowercase = false
    public var needsUppercase = false
    public var needsDigit = false
    public var needsSymbol = false
    /// Whether a password that breaks the policy is refused, or only remarked upon.
    public var isEnforced = false
    /// Whether a password that breaks the policy is refused at sign-in too.
    public var forcesUpgradeOnSignIn = false

    /// What counts as a symbol, as production lists it.
    static let symbols = Array("^$*.[]{}()?\"!@#%&/\\,><':;|_~".utf8).map { String(UnicodeScalar($0)) }

    public init() {}

    /// One requirement that a password misses.
    struct Miss: Hashable, Sendable {
        /// As `userNotifications` name it.
        let code: String
        let message: String
    }

    /// Lengths are counted in UTF-16 code units, as browsers count them.
    func misses(of password: String) -> [Miss] {
        var misses: [Miss] = []
        let length = password.utf16.count
        if length < minimumLength {
            misses.append(
                Miss(
                    code: "MINIMUM_PASSWORD_LENGTH",
                    message: "Password must contain at least \(minimumLength) characters"))
        }
        if length > maximumLength {
            misses.append(
                Miss(
                    code: "MAXIMUM_PASSWORD_LENGTH",
                    message: "Password may contain at most \(maximumLength) characters"))
        }
        func need(_ isNeeded: Bool, _ code: String, _ what: String, _ test: (UInt8) -> Bool) {
            guard isNeeded, !password.utf8.contains(where: test) else { return }
            misses.append(Miss(code: code, message: "Password must contain \(what) character"))
        }
        need(needsLowercase, "MISSING_LOWERCASE_CHARACTER", "a lower case") { $0 >= 0x61 && $0 <= 0x7A }
        need(needsUppercase, "MISSING_UPPERCASE_CHARACTER", "an upper case") { $0 >= 0x41 && $0 <= 0x5A }
        need(needsDigit, "MISSING_NUMERIC_CHARACTER", "a numeric") { $0 >= 0x30 && $0 <= 0x39 }
        let symbols = Set(Self.symbols.flatMap { Array($0.utf8) })
        need(needsSymbol, "MISSING_NON_ALPHANUMERIC_CHARACTER", "a non-alphanumeric") { symbols.contains($0) }
        return misses
    }

    /// Fewer than six characters are refused everywhere; the rest of the policy is production's.
    func refusal(of password: String, strictness: Strictness) -> AuthRefusal? {
        let shortest = 6
        let isPlain = !isEnforced || minimumLength == shortest
        if password.utf16.count < shortest, isPlain || !StrictnessRule.passwordPolicy.isEnforced(by: strictness) {
            return AuthRefusal(.weakPassword, "Password should be at least \(shortest) characters")
        }
        guard StrictnessRule.passwordPolicy.isEnforced(by: strictness) else { return nil }
        let missed = misses(of: password).filter { isEnforced || $0.code == "MAXIMUM_PASSWORD_LENGTH" }
        guard !missed.isEmpty else { return nil }
        return AuthRefusal(
            .passwordDoesNotMeetRequirements,
            "Missing password requirements: [\(missed.map(\.message).joined(separator: ", "))]")
    }
}

extension PasswordPolicy {
    private var strengthOptions: JSONObject {
        JSONObject([
            ("minPasswordLength", .integer(Int64(minimumLength))),
            ("maxPasswordLength", .integer(Int64(maximumLength))),
            ("containsLowercaseCharacter", .bool(needsLowercase)),
            ("containsUppercaseCharacter", .bool(needsUppercase)), ("containsNumericCharacter", .bool(needsDigit)),
            ("containsNonAlphanumericCharacter", .bool(needsSymbol)),
        ])
    }

    /// What clients read at `passwordPolicy`; version 1 is the only one that they know.
    var clientForm: JSONObject {
        JSONObject([
            ("customStrengthOptions", .object(strengthOptions)),
            ("allowedNonAlphanumericCharacters", .array(Self.symbols.map { .string($0) })),
            ("enforcementState", isEnforced ? "ENFORCE" : "OFF"),
            ("forceUpgradeOnSignin", .bool(forcesUpgradeOnSignIn)), ("schemaVersion", 1),
        ])
    }

    /// `passwordPolicyConfig` of the project's configuration.
    var configuration: JSONObject {
        JSONObject([
            ("passwordPolicyEnforcementState", isEnforced ? "ENFORCE" : "OFF"),
            ("forceUpgradeOnSignin", .bool(forcesUpgradeOnSignIn)),
            ("passwordPolicyVersions", [["customStrengthOptions": .object(strengthOptions), "schemaVersion": 1]]),
        ])
    }

    /// Lengths outside of what production allows (6 to 30, at most 4096) are brought inside.
    init(configuration json: JSONValue?) {
        self.init()
        isEnforced = json?["passwordPolicyEnforcementState"]?.stringValue == "ENFORCE"
        forcesUpgradeOnSignIn = json?["forceUpgradeOnSignin"]?.boolValue ?? false
        let options = json?["passwordPolicyVersions"]?.arrayValue?.first?["customStrengthOptions"]
        func length(_ name: String, _ range: ClosedRange<Int>, _ usual: Int) -> Int {
            guard let value = options?[name]?.integerValue else { return usual }
            return min(max(Int(clamping: value), range.lowerBound), range.upperBound)
        }
        minimumLength = length("minPasswordLength", 6...30, 6)
        maximumLength = length("maxPasswordLength", max(minimumLength, 6)...4096, 4096)
        needsLowercase = options?["containsLowercaseCharacter"]?.boolValue ?? false
        needsUppercase = options?["containsUppercaseCharacter"]?.boolValue ?? false
        needsDigit = options?["containsNumericCharacter"]?.boolValue ?? false
        needsSymbol = options?["containsNonAlphanumericCharacter"]?.boolValue ?? false
    }
}
