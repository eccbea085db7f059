/// What `HTTPCookie` lost or let pass of a header that was written for browsers.
public enum FoundationReason: String, Reason {
    case noCookie = "foundation/no-cookie"
    case partitionedIgnored = "foundation/partitioned-ignored"
    case foreignDomainAccepted = "foundation/foreign-domain-accepted"
    case publicSuffixAccepted = "foundation/public-suffix-accepted"
    case secureFromInsecureAccepted = "foundation/secure-from-insecure-accepted"
    case splitAtComma = "foundation/split-at-comma"
}
