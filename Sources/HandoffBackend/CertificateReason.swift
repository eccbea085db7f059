public import BridgePrimitives

/// How the keys that a token was checked with were come by.
public enum CertificateReason: String, Reason {
    case cached = "certificates/cached"
    case fetched = "certificates/fetched"
    case refetched = "certificates/refetched-for-unknown-key"
    case stale = "certificates/stale"

    public var meaning: String {
        switch self {
        case .cached: "The certificates were in memory and their time was not over."
        case .fetched: "The certificates were fetched, because none that may still be used were in memory."
        case .refetched: "The certificates were fetched again, because none of those in memory has the key id."
        case .stale: "The certificates were in memory, and their Cache-Control no longer allowed to use them."
        }
    }

    public var fix: String {
        switch self {
        case .cached, .fetched: ""
        case .refetched: "Nothing needs doing if keys were rotated; if not, look at where the token comes from."
        case .stale: "Keep certificates no longer than their Cache-Control says."
        }
    }
}
