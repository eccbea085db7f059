import Foundation

extension URLError {
    /// As the system fills it in: with words for the user, and the URL that failed.
    ///
    /// Foundation on Linux does neither for an error that it did not make itself.
    init(_ code: Code, loading url: URL?, userInfo: [String: Any] = [:]) {
        var info = userInfo
        info[NSURLErrorFailingURLErrorKey] = url
        info[NSLocalizedDescriptionKey] = code.words
        self.init(code, userInfo: info)
    }
}

extension URLError.Code {
    /// What `localizedDescription` says on a device, for what loading here fails with.
    fileprivate var words: String {
        switch self {
        case .cancelled: "cancelled"
        case .badURL: "bad URL"
        case .timedOut: "The request timed out."
        case .unsupportedURL: "unsupported URL"
        case .cannotFindHost: "A server with the specified hostname could not be found."
        case .cannotConnectToHost: "Could not connect to the server."
        case .networkConnectionLost: "The network connection was lost."
        case .httpTooManyRedirects: "too many HTTP redirects"
        case .resourceUnavailable: "resource unavailable"
        case .badServerResponse: "There was a bad response from the server."
        case .cannotParseResponse: "cannot parse response"
        case .dataLengthExceedsMaximum: "resource exceeds maximum size"
        case .secureConnectionFailed:
            "An SSL error has occurred and a secure connection to the server cannot be made."
        case .serverCertificateUntrusted: "The certificate for this server is invalid."
        case .clientCertificateRequired: "The server requires a client certificate."
        default: "unknown error"
        }
    }
}
