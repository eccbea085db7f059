public import BridgePrimitives

/// What went wrong, in the words of the Firebase SDKs.
public enum AuthErrorCode: String, Reason {
    case invalidCustomToken = "client/invalid-custom-token"
    case customTokenMismatch = "client/custom-token-mismatch"
    case invalidCredential = "client/invalid-credential"
    case userDisabled = "client/user-disabled"
    case operationNotAllowed = "client/operation-not-allowed"
    case emailAlreadyInUse = "client/email-already-in-use"
    case invalidEmail = "client/invalid-email"
    case wrongPassword = "client/wrong-password"
    case tooManyRequests = "client/too-many-requests"
    case userNotFound = "client/user-not-found"
    case requiresRecentLogin = "client/requires-recent-login"
    case invalidUserToken = "client/invalid-user-token"
    case networkError = "client/network-error"
    case userTokenExpired = "client/user-token-expired"
    case invalidAPIKey = "client/invalid-api-key"
    case userMismatch = "client/user-mismatch"
    case credentialAlreadyInUse = "client/credential-already-in-use"
    case weakPassword = "client/weak-password"
    case appNotAuthorized = "client/app-not-authorized"
    case invalidActionCode = "client/invalid-action-code"
    case missingEmail = "client/missing-email"
    case quotaExceeded = "client/quota-exceeded"
    case nullUser = "client/null-user"
    case tenantIDMismatch = "client/tenant-id-mismatch"
    case secondFactorRequired = "client/second-factor-required"
    case adminRestrictedOperation = "client/admin-restricted-operation"
    case passwordDoesNotMeetRequirements = "client/password-does-not-meet-requirements"
    case internalError = "client/internal-error"

    /// The iOS SDK's number.
    public var number: Int { entry.number }

    /// The iOS SDK's name: `emailAlreadyInUse`.
    public var name: String { entry.name }

    public var meaning: String { entry.meaning }
    public var mend: String { entry.mend }

    private var entry: (number: Int, name: String, meaning: String, mend: String) {
        switch self {
        case .invalidCustomToken:
            (
                17000, "invalidCustomToken", "The custom token is malformed, expired or wrongly signed.",
                "Mint a new one."
            )
        case .customTokenMismatch:
            (
                17002, "customTokenMismatch", "The custom token is for another project.",
                "Use one project in the app and in the backend."
            )
        case .invalidCredential:
            (17004, "invalidCredential", "The credential is wrong or too old.", "Sign in with a fresh one.")
        case .userDisabled:
            (17005, "userDisabled", "An administrator disabled the account.", "Enable it, or use another.")
        case .operationNotAllowed:
            (17006, "operationNotAllowed", "The project has this kind of sign-in switched off.", "Switch it on.")
        case .emailAlreadyInUse:
            (17007, "emailAlreadyInUse", "Another account has the address.", "Sign in to that account.")
        case .invalidEmail: (17008, "invalidEmail", "The address is none.", "Correct the address.")
        case .wrongPassword: (17009, "wrongPassword", "The password is wrong.", "Correct the password.")
        case .tooManyRequests: (17010, "tooManyRequests", "There were too many tries.", "Wait, then try again.")
        case .userNotFound: (17011, "userNotFound", "There is no such account.", "Create it, or correct the address.")
        case .requiresRecentLogin:
            (17014, "requiresRecentLogin", "The sign-in is more than five minutes old.", "Re-authenticate first.")
        case .invalidUserToken:
            (17017, "invalidUserToken", "The service does not know the user's token.", "Sign in again.")
        case .networkError:
            (17020, "networkError", "The auth service gave no answer.", "Check that it runs and where the app looks.")
        case .userTokenExpired:
            (17021, "userTokenExpired", "The user's token was revoked or is over.", "Sign in again.")
        case .invalidAPIKey: (17023, "invalidAPIKey", "The API key is not valid.", "Use the project's key.")
        case .userMismatch:
            (17024, "userMismatch", "The credential is another user's.", "Re-authenticate as the same user.")
        case .credentialAlreadyInUse:
            (17025, "credentialAlreadyInUse", "The credential is linked to another account.", "Unlink it there.")
        case .weakPassword: (17026, "weakPassword", "The password is too short.", "Choose six characters or more.")
        case .appNotAuthorized:
            (17028, "appNotAuthorized", "The API key is not for this app.", "Allow the app's bundle id for the key.")
        case .invalidActionCode:
            (17030, "invalidActionCode", "The code is unknown or used up.", "Ask for a new one.")
        case .missingEmail: (17034, "missingEmail", "There is no address.", "Give one.")
        case .quotaExceeded: (17052, "quotaExceeded", "The project's quota is used up.", "Wait, or raise it.")
        case .nullUser: (17067, "nullUser", "Nobody is signed in.", "Sign in first.")
        case .tenantIDMismatch:
            (17072, "tenantIDMismatch", "User and client belong to different tenants.", "Use one tenant for both.")
        case .secondFactorRequired:
            (17078, "secondFactorRequired", "The account has a second factor.", "Finish the sign-in with it.")
        case .adminRestrictedOperation:
            (17085, "adminRestrictedOperation", "Only administrators may do this.", "Switch it on for users.")
        case .passwordDoesNotMeetRequirements:
            (
                17211, "passwordDoesNotMeetRequirements", "The password breaks the project's policy.",
                "Choose one that the policy allows."
            )
        case .internalError:
            (17999, "internalError", "The service answered what the client does not know.", "Read the server's code.")
        }
    }
}
