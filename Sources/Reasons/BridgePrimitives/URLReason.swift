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
}
