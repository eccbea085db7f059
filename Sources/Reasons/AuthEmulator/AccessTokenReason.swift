/// Why an administrator's bearer opens nothing at Google's hosts.
public enum AccessTokenReason: String, Reason {
    case emulatorOwner = "access-token/emulator-owner"
    case notIssued = "access-token/not-issued"
    case expired = "access-token/expired"
    case insufficientScope = "access-token/insufficient-scope"
}
