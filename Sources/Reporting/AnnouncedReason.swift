public import BridgePrimitives

/// What is odd about an address of the user's own that is announced in place of ours. The services start all the same: it
/// may come up later.
public enum AnnouncedReason: String, FailureReason {
    case unreachable = "announced/unreachable"
    case notTrusted = "announced/not-trusted"
    case redirects = "announced/redirects"

    public var kind: BridgeFailure.Kind { .unavailable }

    public var meaning: String {
        switch self {
        case .unreachable: "Nothing answers at the address that is announced."
        case .notTrusted: "The certificate at the address that is announced is trusted by nobody, or for another name."
        case .redirects: "The address that is announced leads to another origin, where cookies are others."
        }
    }

    public var fix: String {
        switch self {
        case .unreachable: "Start it, or correct the address."
        case .notTrusted: "Use the name that the certificate is for, and an authority that the device trusts."
        case .redirects: "Announce the address that it leads to."
        }
    }
}
