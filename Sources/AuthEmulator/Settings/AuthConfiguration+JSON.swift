public import BridgePrimitives

/// The configuration as the Identity Platform's `Config` resource, in which it is kept, shown and patched.
extension AuthConfiguration {
    public var json: JSONObject {
        var json = productionJSON
        // Production has no such branch; it shows once it says something.
        if limits != AuthLimits() { json["sessionBridge"] = .object(limits.json) }
        return json
    }

    private var productionJSON: JSONObject {
        JSONObject([
            (
                "signIn",
                [
                    "email": ["enabled": .bool(allowsPasswords), "passwordRequired": .bool(!allowsEmailLinks)],
                    "phoneNumber": [
                        "enabled": true,
                        "testPhoneNumbers": .object(
                            JSONObject(
                                testPhoneNumbers.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })),
                    ],
                    "anonymous": ["enabled": .bool(allowsAnonymousUsers)],
                    "allowDuplicateEmails": .bool(allowsDuplicateEmails),
                ]
            ),
            ("mfa", .object(secondFactors.json)),
            ("blockingFunctions", .object(blockingFunctions)),
            ("emailPrivacyConfig", ["enableImprovedEmailPrivacy": .bool(improvedEmailPrivacy)]),
            ("passwordPolicyConfig", .object(passwordPolicy.configuration)),
            ("authorizedDomains", .array(authorizedDomains.map { .string($0) })),
        ])
    }

    /// Members that are absent or of another type are as after a first start.
    public init(json: JSONObject) {
        self.init()
        let signIn = json["signIn"]
        allowsPasswords = signIn?["email"]?["enabled"]?.boolValue ?? allowsPasswords
        allowsEmailLinks = (signIn?["email"]?["passwordRequired"]?.boolValue).map { !$0 } ?? allowsEmailLinks
        allowsAnonymousUsers = signIn?["anonymous"]?["enabled"]?.boolValue ?? allowsAnonymousUsers
        allowsDuplicateEmails = signIn?["allowDuplicateEmails"]?.boolValue ?? false
        for (number, code) in signIn?["phoneNumber"]?["testPhoneNumbers"]?.objectValue ?? JSONObject() {
            testPhoneNumbers[number] = code.stringValue
        }
        if let mfa = json["mfa"], mfa.objectValue?.isEmpty == false { secondFactors = SecondFactorSettings(json: mfa) }
        blockingFunctions = json["blockingFunctions"]?.objectValue ?? blockingFunctions
        improvedEmailPrivacy = json["emailPrivacyConfig"]?["enableImprovedEmailPrivacy"]?.boolValue ?? false
        passwordPolicy = PasswordPolicy(configuration: json["passwordPolicyConfig"])
        limits = AuthLimits(json: json["sessionBridge"])
        authorizedDomains =
            json["authorizedDomains"]?.arrayValue.map { $0.compactMap(\.stringValue) } ?? authorizedDomains
    }

    /// The branches that the emulator knows become what `json` says, or as after a first start.
    mutating func replaceEmulatorBranches(by json: JSONObject) {
        allowsDuplicateEmails = json["signIn"]?["allowDuplicateEmails"]?.boolValue ?? false
        blockingFunctions = json["blockingFunctions"]?.objectValue ?? JSONObject()
        improvedEmailPrivacy = json["emailPrivacyConfig"]?["enableImprovedEmailPrivacy"]?.boolValue ?? false
    }

    /// The three branches that the emulator knows.
    var emulatorJSON: JSONObject {
        JSONObject([
            ("signIn", ["allowDuplicateEmails": .bool(allowsDuplicateEmails)]),
            ("blockingFunctions", .object(blockingFunctions)),
            ("emailPrivacyConfig", ["enableImprovedEmailPrivacy": .bool(improvedEmailPrivacy)]),
        ])
    }
}
