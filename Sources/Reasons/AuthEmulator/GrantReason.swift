/// Why the token endpoint gives a service account no token.
public enum GrantReason: String, Reason {
    case missingGrantType = "grant/missing-grant-type"
    case unsupportedGrantType = "grant/unsupported-grant-type"
    case missingAssertion = "grant/missing-assertion"
    case assertionRefused = "grant/assertion-refused"
    case delegation = "grant/delegation"
    case nothingAskedFor = "grant/nothing-asked-for"
}
