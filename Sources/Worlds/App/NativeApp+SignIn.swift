import AppFrameworks
package import BridgePrimitives
import FirebaseAuthClient
import HTTPLoader
import IdentityProviders
import SampleApp
public import Scenarios
import SimulatedDevice

extension NativeApp {
    /// Signs in, with a person at the phone who does what `signIn` says. With a password the account is made when there
    /// is none.
    public func signIn(_ signIn: SignIn = SignIn()) async throws(StepFailure) {
        try requireProcess(for: "sign-in")
        do {
            do {
                switch signIn.method {
                case .password:
                    try await signInWithPassword(
                        email: signIn.email ?? settings.user.email, password: settings.user.password)
                case .apple: try await signInWithApple(signIn)
                case .twitter: try await signInWithTwitter(signIn)
                case .google: try await signInWithGoogle(as: signIn.email ?? settings.user.email)
                case .sms: try await signInByMessage(to: signIn.phone ?? SignIn.usualNumber)
                case .emailLink: try await signInByLink(to: signIn.email ?? settings.user.email)
                case .anonymous: try await auth.signInAnonymously()
                case .gameCenter: try await auth.signIn(with: try await GameCenterAuthProvider.getCredential())
                }
            } catch {
                guard let factor = signIn.secondFactor else { throw error }
                if signIn.codeRequest == .atOnce {
                    try await finish(with: factor, of: signIn.email ?? settings.user.email, after: error)
                } else {
                    try await finishOnScreens(signIn, after: error)
                }
            }
        } catch {
            throw StepFailure(step: "sign-in", error)
        }
        environment.run { if state.withLock(\.carriesCredentials) { transferring.signedIn() } }
    }

    /// Signs somebody in with a password; the account is made when there is none.
    package func signIn(email: String, password: Secret<String>) async throws(StepFailure) {
        try requireProcess(for: "sign-in")
        do { try await signInWithPassword(email: email, password: password.reveal()) } catch {
            throw StepFailure(step: "sign-in", error)
        }
    }

    private func signInWithPassword(email: String, password: String) async throws {
        do {
            try await auth.signIn(withEmail: email, password: password)
        } catch let error as AuthError {
            guard error.authCode == .userNotFound || error.authCode == .invalidCredential else { throw error }
            do { try await auth.createUser(withEmail: email, password: password) } catch let refusal as AuthError {
                guard refusal.authCode == .emailAlreadyInUse else { throw refusal }
                // Somebody else has just made it; or else the password is wrong, and this says so.
                try await auth.signIn(withEmail: email, password: password)
            }
        }
    }

    private func finish(
        with factor: SignIn.SecondFactor, of email: String, after error: any Error
    ) async throws {
        let inbox = inbox
        try await run {
            _ = try await SecondFactors().finish(
                after: error, prefersTOTP: factor == .totp,
                sms: { number in factor == .wrongCode ? Self.wrongCode : try inbox.smsCode(to: number) },
                totp: { factor == .wrongCode ? Self.wrongCode : try inbox.totpCode(ofUserWith: email) })
        }
    }

    /// What somebody types who has not looked.
    private static let wrongCode = "000000"

    /// The same on screens that come and go: each is made anew, and the last one takes the code.
    private func finishOnScreens(_ signIn: SignIn, after error: any Error) async throws {
        let (inbox, resolver) = (inbox, try SecondFactors.resolver(in: error))
        @MainActor func appear() async throws -> SecondFactorScreen {
            let screen = try SecondFactorScreen(resolver)
            if signIn.codeRequest == .whenShown { try await screen.sendCode() }
            return screen
        }
        _ = try await run {
            for _ in 1..<signIn.screenAppears { _ = try await appear() }
            let screen = try await appear()
            if signIn.codeRequest == .onTap { try await screen.sendCode() }
            let code = signIn.secondFactor == .wrongCode ? Self.wrongCode : try inbox.smsCode(to: await screen.hint)
            return try await screen.submit(code)
        }
    }

    // MARK: - Messages and mails

    private func signInByMessage(to number: String) async throws {
        let inbox = inbox
        _ = try await run { try await PhoneSignIn().signIn(phoneNumber: number) { try inbox.smsCode(to: $0) } }
    }

    /// The link is opened on this phone, in the app that asked for it.
    private func signInByLink(to email: String) async throws {
        let (inbox, page) = (inbox, addresses.web.origin)
        _ = try await run {
            guard let continueURL = URL(string: page) else { throw AuthErrorCode.invalidContinueURI }
            let links = await EmailLinkSignIn(continueURL: continueURL)
            try await links.sendLink(to: email)
            try await links.open(try inbox.mailedLink(to: email))
        }
    }

    // MARK: - Apple

    private func signInWithApple(_ signIn: SignIn) async throws {
        let sheet = installedApp.device.services.service(AppleIDSheet.self)
        if let sheet, let email = signIn.email {
            guard let account = sheet.provider.accounts.first(where: { $0.email == email }) else {
                throw StepFailure(
                    step: "sign-in", AppleReason.accountUnknown, message: "Apple has no account \(email)")
            }
            sheet.accountID = account.id
        }
        sheet?.behave(behaviour(of: signIn.person))
        if signIn.nonce == .randomFails { installedApp.device.services.provide(DeviceRandomness.failing) }
        defer {
            if signIn.nonce == .randomFails { installedApp.device.services.provide(randomness.service) }
        }
        let apple = await AppleSignIn(use: Self.use(of: signIn.nonce))
        guard signIn.nonce == .overwritten, let sheet else {
            try await run { _ = try await apple.signIn() }
            return
        }
        // Two taps on the button: the second request's nonce takes the place of the first one's, then the first one
        // is answered.
        sheet.behave(next: [.leaveOpen, .leaveOpen])
        try await run {
            await apple.signIn { _, _ in }
            await sheet.waitForOpenRequests(1)
            async let outcome = apple.signIn()
            await sheet.waitForOpenRequests(2)
            let open = sheet.openRequests
            if let oldest = open.first { sheet.answer(oldest, with: behaviour(of: signIn.person)) }
            defer { for request in open.dropFirst() { sheet.answer(request, with: .cancel) } }
            _ = try await outcome
        }
    }

    private static func use(of nonce: SignIn.Nonce) -> AppleSignIn.NonceUse {
        switch nonce {
        case .hashed, .overwritten, .randomFails: { AppleSignIn.hashed($0) }
        case .hashTwice: { (RandomNonce.sha256($0), RandomNonce.sha256($0)) }
        case .base64: { (SignInNonce(raw: Secret($0)).hashInBase64, $0) }
        case .missing: { (RandomNonce.sha256($0), nil) }
        }
    }

    private func behaviour(of person: SignIn.Person) -> AppleIDSheet.Behaviour {
        switch person {
        case .agrees: .agree(hidesEmail: false)
        case .hidesEmail: .agree(hidesEmail: true)
        case .cancels, .declines: .cancel
        case .fails: .fail(.failed)
        }
    }
}
