public import BridgePrimitives

/// Why the auth service cannot start, keep its state or take what it is given.
public enum AuthServiceReason: String, FailureReason {
    case strictNeedsSigned = "usage/strict-needs-signed"
    case unreadableKeys = "state/unreadable-keys"
    case otherProject = "state/other-project"
    case unreadableExport = "state/unreadable-export"
    case nothingKept = "state/nothing-kept"
    case unreadableSeeds = "seeds/unreadable"
    case passwordNotHashed = "auth/password-not-hashed"

    public var kind: BridgeFailure.Kind {
        switch self {
        case .strictNeedsSigned: .usage
        case .unreadableKeys, .otherProject, .unreadableExport, .nothingKept, .unreadableSeeds: .unreadableInput
        case .passwordNotHashed: .internalFault
        }
    }

    public var meaning: String {
        switch self {
        case .strictNeedsSigned: "Strict services refuse unsigned tokens, their own too."
        case .unreadableKeys: "The file of the auth service's keys is damaged."
        case .otherProject: "The service account that was kept belongs to another project."
        case .unreadableExport: "The export cannot be read."
        case .nothingKept: "There is no state of a served world in the folder."
        case .unreadableSeeds: "The seeds cannot be read."
        case .passwordNotHashed: "The password could not be hashed."
        }
    }

    public var fix: String {
        switch self {
        case .strictNeedsSigned: "Pass --lenient with --tokens unsigned."
        case .unreadableKeys:
            "Put back a copy, or move it away: new keys are made, and tokens of the old ones are then worth nothing."
        case .otherProject: "Pass --project with its project, or another --state directory."
        case .unreadableExport: "Send what GET /__bridge/state gave, or an emulator's accounts.json."
        case .nothingKept: "Name the --state folder of a world that `serve` has kept there."
        case .unreadableSeeds:
            "A user has uid, email, password, displayName, phoneNumber, emailVerified, disabled, claims, secondFactors, tenant."
        case .passwordNotHashed: "Look for too little memory."
        }
    }
}
