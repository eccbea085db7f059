import Foundation
import Reasons

extension TransportReason {
    /// The code of NSURLErrorDomain for a request without an answer.
    var urlErrorCode: URLError.Code {
        switch self {
        case .couldNotConnect: .cannotConnectToHost
        case .hostNotFound: .cannotFindHost
        case .tlsUntrusted, .tlsHostMismatch: .serverCertificateUntrusted
        case .tlsFailed: .secureConnectionFailed
        case .certificateWanted: .clientCertificateRequired
        case .timedOut: .timedOut
        case .connectionLost, .shutDown: .networkConnectionLost
        case .malformedResponse: .cannotParseResponse
        case .brokenEncoding: .cannotDecodeRawData
        case .tooLarge: .dataLengthExceedsMaximum
        case .cancelled: .cancelled
        case .unsupportedScheme: .unsupportedURL
        case .invalidMethod, .invalidHeader: .badURL
        case .hostNotAllowed, .controlEndpoint: .cannotConnectToHost
        case .other: .unknown
        }
    }
}
