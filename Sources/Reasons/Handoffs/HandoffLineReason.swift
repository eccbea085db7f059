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
}
