import BridgePrimitives
public import Foundation
public import Reasons

public let ASAuthorizationErrorDomain = "com.apple.AuthenticationServices.AuthorizationError"

/// How an authorisation ended without a credential.
public struct ASAuthorizationError: Error, Hashable, Sendable {
    public enum Code: Int, CaseIterable, Sendable {
        case unknown = 1000
        /// The user closed the sheet.
        case canceled = 1001
        case invalidResponse = 1002
        case notHandled = 1003
        case failed = 1004
        /// The app may show nothing now.
        case notInteractive = 1005

        /// So that `catch ASAuthorizationError.canceled` works, as it does with Apple's.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? ASAuthorizationError)?.code == code
        }
    }

    public let code: Code
    /// Why, where the code alone does not say; Apple's has no such thing.
    public let reason: AppleIDSheetReason

    public init(_ code: Code, _ reason: AppleIDSheetReason) { (self.code, self.reason) = (code, reason) }

    public static var unknown: Code { .unknown }
    public static var canceled: Code { .canceled }
    public static var invalidResponse: Code { .invalidResponse }
    public static var notHandled: Code { .notHandled }
    public static var failed: Code { .failed }
    public static var notInteractive: Code { .notInteractive }
}

extension ASAuthorizationError: CustomNSError {
    public static var errorDomain: String { ASAuthorizationErrorDomain }
    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] {
        [
            NSLocalizedDescriptionKey:
                "The operation couldn’t be completed. (\(ASAuthorizationErrorDomain) error \(code.rawValue).)",
            "reason": reason.rawValue,
        ]
    }
}
