/// How the keys that a token was checked with were come by.
public enum CertificateReason: String, Reason {
    case cached = "certificates/cached"
    case fetched = "certificates/fetched"
    case refetched = "certificates/refetched-for-unknown-key"
    case stale = "certificates/stale"
}
