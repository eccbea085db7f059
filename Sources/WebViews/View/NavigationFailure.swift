public import BridgePrimitives
import HTTPLoader

/// A navigation's end without a document: why, and in which words.
public struct NavigationFailure: Error, Hashable, Sendable, CustomStringConvertible {
    public let reason: NavigationReason
    /// The reason of the layer below, where it has one.
    public let detail: ReasonCode?
    /// One clause with the values of this load; may be empty.
    public let cause: String

    init(_ reason: NavigationReason, detail: ReasonCode? = nil, cause: String = "") {
        (self.reason, self.detail, self.cause) = (reason, detail, cause)
    }

    init(_ failure: TransportFailure) {
        let reason: NavigationReason =
            switch failure.code {
            case .couldNotConnect, .hostNotAllowed, .controlEndpoint: .couldNotConnect
            case .hostNotFound: .hostNotFound
            case .tlsUntrusted, .tlsHostMismatch, .tlsFailed, .certificateWanted: .tlsFailed
            case .timedOut: .timedOut
            case .connectionLost, .shutDown: .connectionLost
            case .malformedResponse, .brokenEncoding: .badResponse
            case .tooLarge: .responseTooLarge
            case .cancelled: .cancelled
            case .unsupportedScheme: .unsupportedScheme
            case .invalidMethod, .invalidHeader: .invalidRequest
            case .other: .failed
            }
        self.init(reason, detail: failure.code.code, cause: failure.cause)
    }

    init(_ reason: LoadReason) {
        let mapped: NavigationReason =
            switch reason {
            case .tooManyRedirects: .tooManyRedirects
            case .badLocation: .badRedirect
            case .unsupportedRedirect: .unsupportedScheme
            default: .failed
            }
        self.init(mapped, detail: reason.code)
    }

    /// From the most general to the most particular.
    public var reasons: [ReasonCode] { [reason.code] + (detail.map { [$0] } ?? []) }

    public var description: String { cause.isEmpty ? reason.rawValue : "\(reason.rawValue): \(cause)" }
}
