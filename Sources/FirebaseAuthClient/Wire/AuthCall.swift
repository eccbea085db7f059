/// A call of the auth service, by the names that the SDKs use on the wire.
enum AuthCall: CaseIterable, Sendable {
    case signUp, signInWithPassword, signInWithCustomToken, signInWithEmailLink, signInWithProvider
    case sendVerificationCode, signInWithPhoneNumber, sendCode, resetPassword, lookup, update, delete, createAuthURI
    case startEnrollment, finalizeEnrollment, withdrawEnrollment, startSecondFactor, finalizeSecondFactor, revokeToken

    /// The path as the iOS SDK writes it: version 3 for all but second factors.
    var iosPath: String {
        switch place {
        case .accounts(_, let legacyName): "/www.googleapis.com/identitytoolkit/v3/relyingparty/\(legacyName)"
        case .second(let path): "/identitytoolkit.googleapis.com/v2/\(path)"
        }
    }

    /// The path as the JavaScript SDK writes it.
    var webPath: String {
        switch place {
        case .accounts(let verb, _): "/identitytoolkit.googleapis.com/v1/accounts:\(verb)"
        case .second(let path): "/identitytoolkit.googleapis.com/v2/\(path)"
        }
    }

    private enum Place {
        case accounts(verb: String, legacyName: String)
        case second(String)
    }

    private var place: Place {
        switch self {
        case .signUp: .accounts(verb: "signUp", legacyName: "signupNewUser")
        case .signInWithPassword: .accounts(verb: "signInWithPassword", legacyName: "verifyPassword")
        case .signInWithCustomToken: .accounts(verb: "signInWithCustomToken", legacyName: "verifyCustomToken")
        case .signInWithEmailLink: .accounts(verb: "signInWithEmailLink", legacyName: "emailLinkSignin")
        case .signInWithProvider: .accounts(verb: "signInWithIdp", legacyName: "verifyAssertion")
        case .sendVerificationCode: .accounts(verb: "sendVerificationCode", legacyName: "sendVerificationCode")
        case .signInWithPhoneNumber: .accounts(verb: "signInWithPhoneNumber", legacyName: "verifyPhoneNumber")
        case .sendCode: .accounts(verb: "sendOobCode", legacyName: "getOobConfirmationCode")
        case .resetPassword: .accounts(verb: "resetPassword", legacyName: "resetPassword")
        case .lookup: .accounts(verb: "lookup", legacyName: "getAccountInfo")
        case .update: .accounts(verb: "update", legacyName: "setAccountInfo")
        case .delete: .accounts(verb: "delete", legacyName: "deleteAccount")
        case .createAuthURI: .accounts(verb: "createAuthUri", legacyName: "createAuthUri")
        case .startEnrollment: .second("accounts/mfaEnrollment:start")
        case .finalizeEnrollment: .second("accounts/mfaEnrollment:finalize")
        case .withdrawEnrollment: .second("accounts/mfaEnrollment:withdraw")
        case .startSecondFactor: .second("accounts/mfaSignIn:start")
        case .finalizeSecondFactor: .second("accounts/mfaSignIn:finalize")
        case .revokeToken: .second("accounts:revokeToken")
        }
    }
}
