/// Why a text is no URL that can be loaded, or that a jar could be asked about.
public enum URLReason: String, FailureReason, Error {
    case empty = "url/empty"
    case tooLong = "url/too-long"
    case noScheme = "url/no-scheme"
    case missingScheme = "url/missing-scheme"
    case unsupportedScheme = "url/unsupported-scheme"
    case credentials = "url/credentials"
    case noHost = "url/no-host"
    case controlCharacter = "url/control-character"
    case forbiddenCharacter = "url/forbidden-character"
    case hostNotASCII = "url/host-not-ascii"
    case invalidHost = "url/invalid-host"
    case invalidPort = "url/invalid-port"
    case malformed = "url/malformed"

    public var kind: BridgeFailure.Kind { .usage }

    public var meaning: String {
        switch self {
        case .empty: "The URL is empty."
        case .tooLong: "The URL is longer than is taken."
        case .noScheme: "The text does not start with a scheme and a colon."
        case .missingScheme: "The text does not start with http:// or https://."
        case .unsupportedScheme: "Only http and https can be loaded."
        case .credentials: "The URL carries a user name or a password."
        case .noHost: "A URL of this scheme needs a host."
        case .controlCharacter: "A control character stands inside the URL."
        case .forbiddenCharacter: "The URL contains a space or a control character."
        case .hostNotASCII: "The host has characters outside ASCII."
        case .invalidHost: "The host has a character that no host may have, or is no valid address."
        case .invalidPort: "The port is not a number below 65536."
        case .malformed: "The text is no URL."
        }
    }

    public var fix: String {
        switch self {
        case .empty, .malformed: "Write it as https://host/path."
        case .tooLong: "Use a shorter URL; large values go into a body."
        case .noScheme: "Write the whole URL, such as https://app.test/."
        case .missingScheme: "Write https:// before the host."
        case .unsupportedScheme: "Use an http:// or https:// URL."
        case .credentials: "Take what stands before the @ out and send an Authorization header."
        case .noHost: "Write the host after the two slashes."
        case .controlCharacter: "Percent-encode it."
        case .forbiddenCharacter: "Write a space as %20, and take line breaks, tabs and NUL out."
        case .hostNotASCII: "Write the host in its punycode form (xn--…)."
        case .invalidHost: "Check the host's spelling."
        case .invalidPort: "Use a port from 0 to 65535."
        }
    }
}
