public import BridgePrimitives

/// Why a text is no URL that a jar could be asked about.
public enum CookieURLProblem: String, Reason, Error {
    case tooLong = "url/too-long"
    case noScheme = "url/no-scheme"
    case noHost = "url/no-host"
    case controlCharacter = "url/control-character"
    case hostNotASCII = "url/host-not-ascii"
    case invalidHost = "url/invalid-host"
    case invalidPort = "url/invalid-port"

    public var meaning: String {
        switch self {
        case .tooLong: "The URL is longer than a megabyte."
        case .noScheme: "The text does not start with a scheme and a colon."
        case .noHost: "A URL of this scheme needs a host."
        case .controlCharacter: "A control character stands inside the URL."
        case .hostNotASCII: "The host has characters outside ASCII."
        case .invalidHost: "The host has a character that no host may have, or is no valid address."
        case .invalidPort: "The port is not a number below 65536."
        }
    }

    public var fix: String {
        switch self {
        case .tooLong: "Use a shorter URL."
        case .noScheme: "Write the whole URL, such as https://app.test/."
        case .noHost: "Write the host after the two slashes."
        case .controlCharacter: "Percent-encode it."
        case .hostNotASCII: "Write the host in its punycode form (xn--…)."
        case .invalidHost: "Check the host's spelling."
        case .invalidPort: "Use a port from 0 to 65535."
        }
    }
}
