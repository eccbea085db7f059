import AuthEmulator
import BridgePrimitives
import CookieStores
import FirebaseAuthClient
import SampleApp
public import Scenarios
import SimulatedDevice
import WebViews

// What the signed-in user does beside signing in.
extension NativeApp {
    /// Has the verification mail sent, opens its link, and tells the app.
    ///
    /// - Parameter sendsMail: false for a mail that was sent before.
    public func verifyEmail(sendingMail sendsMail: Bool = true) async throws(StepFailure) {
        do {
            let user = try signedInUser("verify-email")
            if sendsMail { try await user.sendEmailVerification() }
            try await auth.applyActionCode(try inbox.mailedCode(to: user.email ?? ""))
            try await user.reload()
            // Other services believe the token, so it must say so too.
            _ = try await user.getIDToken(forcingRefresh: true)
        } catch {
            throw StepFailure(step: "verify-email", error)
        }
    }

    /// Has the verification mail sent, or sent once more.
    func sendVerification() async throws(StepFailure) {
        do {
            _ = try signedInUser("send-verification")
            try await run { try await AccountService().resendVerificationMail() }
        } catch {
            throw StepFailure(step: "send-verification", error)
        }
    }

    /// The app's own door: what it says of who has no second factor.
    func requireMember(insistsOnSecondFactor: Bool) async throws(StepFailure) {
        let step = "require-member"
        let user = try signedInUser(step)
        do {
            _ = try await run { try await AccountService(requiresSecondFactor: insistsOnSecondFactor).requireMember() }
        } catch AccountService.Failure.secondFactorMandatory {
            throw StepFailure(
                step: step, AppReason.secondFactorMandatory,
                message: user.isEmailVerified ? "the user has no second factor" : "the user's address is not verified")
        } catch {
            throw StepFailure(step: step, error)
        }
    }

    /// Adds a second factor.
    public func enroll(_ factor: Enrollment) async throws(StepFailure) {
        do {
            _ = try signedInUser("enroll")
            let (inbox, clock) = (inbox, installedApp.device.clock)
            try await run {
                switch factor {
                case .sms(let number):
                    try await SecondFactors().enroll(phoneNumber: number, displayName: "Phone") { number in
                        try inbox.smsCode(to: number)
                    }
                case .totp:
                    try await SecondFactors().enrollTOTP(displayName: "Authenticator") { secret in
                        let shared = AuthEmulator.TOTPSecret(base32: secret.sharedSecretKey())
                        return shared?.code(at: clock.now(on: .device)) ?? ""
                    }
                }
            }
        } catch {
            throw StepFailure(step: "enroll", error)
        }
    }

    /// Takes all second factors away.
    public func unenroll() async throws(StepFailure) {
        do {
            _ = try signedInUser("unenroll")
            try await run { try await SecondFactors().unenrollAll() }
        } catch {
            throw StepFailure(step: "unenroll", error)
        }
    }

    /// Signs out, and forgets what `signOut` says beside that.
    public func signOut(_ signOut: SignOut = SignOut()) throws(StepFailure) {
        try requireProcess(for: "sign-out")
        do { try auth.signOut() } catch { throw StepFailure(step: "sign-out", error) }
        guard signOut.forgetsEverything else { return }
        installedApp.cookieStorage.jar.deleteAll()
        state.withLock { $0.answer = nil }
        environment.run { note(credentialTransfer.deleteCopy()) }
    }

    private func signedInUser(_ step: String) throws(StepFailure) -> User {
        try requireProcess(for: step)
        guard let user = auth.currentUser else {
            throw StepFailure(step: step, HandoffReason.notSignedIn)
        }
        return user
    }
}
