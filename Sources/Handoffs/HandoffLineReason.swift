public import BridgePrimitives

/// Why a line that asks for a handoff cannot be obeyed.
public enum HandoffLineReason: String, FailureReason {
    case notJSON = "stdio/not-json"
    case tooLong = "stdio/too-long"
    case unknownOp = "stdio/unknown-op"
    case unknownMember = "stdio/unknown-member"
    case badMember = "stdio/bad-member"
    case unknownProfile = "stdio/unknown-profile"
    case noSuchDevice = "stdio/no-such-device"
    case otherProfile = "stdio/other-profile"
    case tooManyDevices = "stdio/too-many-devices"

    public var kind: BridgeFailure.Kind { .unreadableInput }

    public var meaning: String {
        switch self {
        case .notJSON: "The line is no JSON object."
        case .tooLong: "The line is longer than 1 MiB."
        case .unknownOp: "There is no op of that name."
        case .unknownMember: "The op takes no member of that name."
        case .badMember: "A member is missing, or has a value that it cannot have."
        case .unknownProfile: "There is no profile of that name."
        case .noSuchDevice: "No device of that name was made yet."
        case .otherProfile: "The device was made with another profile, and keeps it."
        case .tooManyDevices: "There are as many devices as one process keeps."
        }
    }

    public var fix: String {
        switch self {
        case .notJSON: "Write one JSON object a line."
        case .tooLong: "Write a shorter line."
        case .unknownOp: "Use handoff, sign-in, exchange, open, relaunch, forget, stats or quit."
        case .unknownMember: "Leave it out, or correct its name."
        case .badMember: "Give the member its value, as session-bridge handoff --help shows."
        case .unknownProfile: "Choose a name that session-bridge profiles lists."
        case .noSuchDevice: "Begin with sign-in or handoff, which make one."
        case .otherProfile: "Give a device of another name, or send forget first."
        case .tooManyDevices: "Send forget for some, or leave the device out: such a handoff keeps none."
        }
    }
}
