import AuthEmulator
import Reasons
import TestSupport
import Testing

@Suite("Reasons of the auth service", .timeLimit(.minutes(5)))
struct AuthReasonTests {
    @Test(arguments: [
        (AuthReason.emailExists, "EMAIL_EXISTS"),
        (.invalidRequestType, "INVALID_REQ_TYPE"),
        (.federatedUserIDAlreadyLinked, "FEDERATED_USER_ID_ALREADY_LINKED"),
        (.duplicateLocalID, "DUPLICATE_LOCAL_ID"),
        (.credentialTooOldLoginAgain, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"),
    ])
    func areTheWireCodesInTheProjectsSpelling(reason: AuthReason, wireCode: String) {
        #expect(reason.wireCode == wireCode)
        #expect(AuthReason(wireCode: wireCode) == reason)
    }

    /// Two reasons share a code on the wire; a reader of a reply can say the general one only.
    @Test(arguments: [("INVALID_ARGUMENT", AuthReason.invalidArgument), ("NO_SUCH_CODE", nil), ("", nil)])
    func areReadFromReplies(wireCode: String, reason: AuthReason?) {
        #expect(AuthReason(wireCode: wireCode) == reason)
        #expect(AuthReason.unsupportedMFAProvider.wireCode == AuthReason.invalidArgument.wireCode)
    }

    @Test(arguments: AuthReason.allCases)
    func haveCodesThatOtherSDKsCanSplit(reason: AuthReason) {
        // JavaScript splits at space-colon-space, the other SDKs at the first colon: a code has neither.
        #expect(!reason.wireCode.contains(":") && !reason.wireCode.contains(" "))
    }
}
