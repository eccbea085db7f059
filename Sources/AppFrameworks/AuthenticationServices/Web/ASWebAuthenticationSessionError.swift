public import BridgePrimitives
public import Foundation

public let ASWebAuthenticationSessionErrorDomain = "com.apple.AuthenticationServices.WebAuthenticationSession"

/// How a web authentication session ended without a callback.
public struct ASWebAuthenticationSessionError: Error, Hashable, Sendable {
    public enum Code: Int, CaseIterable, Sendable {
        case canceledLogin = 1
        case presentationContextNotProvided = 2
        case presentationContextInvalid = 3

        /// So that `catch ASWebAuthenticationSessionError.canceledLogin` works, as it does with Apple's.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? ASWebAuthenticationSessionError)?.code == code
        }
    }

    public let code: Code
    /// Why, first one first; Apple's has no such thing.
    public let reasons: [ReasonCode]
    /// The address or the page's words.
    public let detail: String

    public init(_ code: Code, reasons: [ReasonCode] = [], detail: String = "") {
        (self.code, self.reasons, self.detail) = (code, reasons, detail)
    }

    public static var canceledLogin: Code { .canceledLogin }
    public static var presentationContextNotProvided: Code { .presentationContextNotProvided }
    public static var presentationContextInvalid: Code { .presentationContextInvalid }
}

extension ASWebAuthenticationSessionError: CustomNSError {
    public static var errorDomain: String { ASWebAuthenticationSessionErrorDomain }
    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] {
        [
            NSLocalizedDescriptionKey:
                "The operation couldn’t be completed. "
                + "(\(ASWebAuthenticationSessionErrorDomain) error \(code.rawValue).)",
            "reasons": reasons.map(\.rawValue),
        ]
    }
}
