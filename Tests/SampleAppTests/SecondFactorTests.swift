import AppFrameworks
import AuthEmulator
import BridgePrimitives
import FirebaseAuthClient
import Foundation
import SampleApp
import Testing
import Worlds

/// System D: accounts with a verified address and a second factor, by async/await.
@Suite("Second factors", .timeLimit(.minutes(5)))
@MainActor
struct SecondFactorTests {
    private static let (email, password) = ("hanako@example.com", "correct-horse")

    /// An account whose address is verified.
    @discardableResult
    private func verifiedUser(_ world: World, _ accounts: AccountService) async throws -> User {
        guard
            case .needsVerifiedEmail(let user) = try await accounts.register(
                email: Self.email, password: Self.password)
        else { throw AuthErrorCode.internalError }
        try await Auth.auth().applyActionCode(try world.inbox.mailedCode(to: Self.email))
        _ = try await accounts.refreshVerification()
        return user
    }

    /// Signed out, with a phone enrolled.
    private func enrolledUser(_ world: World, number: String = "+819012345678") async throws -> User {
        let user = try await verifiedUser(world, AccountService())
        try await SecondFactors().enroll(phoneNumber: number, displayName: "Mine") { try world.inbox.smsCode(to: $0) }
        try Auth.auth().signOut()
        return user
    }

    private func resolver(_ accounts: AccountService) async throws -> MultiFactorResolver {
        guard
            case .needsSecondFactor(let resolver) = try await accounts.login(
                email: Self.email, password: Self.password)
        else { throw AuthErrorCode.internalError }
        return resolver
    }

    private func messages(_ world: World) throws -> Int { try world.inbox.contents()["sms"]?.arrayValue?.count ?? 0 }

    // MARK: - The whole way

    @Test("Register, verify, enrol, sign in with the second factor", arguments: ["+819012345678", "+8109012345678"])
    func theWholeWay(number: String) async throws {
        try await inApp { world in
            let accounts = AccountService()
            let user = try await verifiedUser(world, accounts)
            guard case .needsEnrollment = accounts.state(of: user) else {
                Issue.record("the app lets in nobody without a factor")
                return
            }
            #expect(throws: AccountService.Failure.secondFactorMandatory) { try accounts.requireMember() }
            try await SecondFactors().enroll(phoneNumber: number, displayName: "Mine") {
                try world.inbox.smsCode(to: $0)
            }
            #expect(user.multiFactor.enrolledFactors.map(\.displayName) == ["Mine"])
            #expect(try accounts.requireMember().uid == user.uid)
            try Auth.auth().signOut()

            let sentBefore = try messages(world)
            let screen = try SecondFactorScreen(try await resolver(accounts))
            #expect(screen.hint.hasSuffix("5678") && screen.hint != number)
            // Nothing is sent before the button is tapped.
            #expect(try messages(world) == sentBefore)
            await #expect(throws: SecondFactorScreen.Failure.nothingSent) { try await screen.submit("123456") }
            try await screen.sendCode()
            #expect(try messages(world) == sentBefore + 1)
            let wrong = await #expect(throws: AuthError.self) { try await screen.submit("000000") }
            #expect(wrong?.authCode == .invalidVerificationCode)
            let result = try await screen.submit(try world.inbox.smsCode(to: screen.hint))
            #expect(result.user.uid == user.uid)
            #expect(try accounts.requireMember().uid == user.uid)
        }
    }

    // MARK: - Login

    @Test("An app without that rule lets in who has no factor", arguments: [true, false])
    func mandatory(isMandatory: Bool) async throws {
        try await inApp { world in
            let accounts = AccountService(requiresSecondFactor: isMandatory)
            try await verifiedUser(world, accounts)
            try Auth.auth().signOut()
            switch try await accounts.login(email: Self.email, password: Self.password) {
            case .signedIn: #expect(!isMandatory)
            case .needsEnrollment: #expect(isMandatory)
            case .needsSecondFactor, .needsVerifiedEmail: Issue.record("neither is so")
            }
        }
    }

    @Test func anAddressThatNobodyVerifiedComesFirst() async throws {
        try await inApp { _ in
            let accounts = AccountService()
            _ = try await accounts.register(email: Self.email, password: Self.password)
            guard case .needsVerifiedEmail = try await accounts.login(email: Self.email, password: Self.password)
            else {
                Issue.record("the address is not verified")
                return
            }
            #expect(throws: AccountService.Failure.secondFactorMandatory) { try accounts.requireMember() }
        }
    }

    @Test(
        "Errors of a login pass through, each an NSError of the SDK's domain",
        arguments: [
            ("hanako@example.com", "wrong-horse", AuthErrorCode.wrongPassword),
            ("nobody@example.com", "correct-horse", .userNotFound), ("hanako", "correct-horse", .invalidEmail),
        ])
    func errorsOfALogin(email: String, password: String, code: AuthErrorCode) async throws {
        try await inApp { _ in
            let accounts = AccountService()
            _ = try await accounts.register(email: Self.email, password: Self.password)
            do {
                _ = try await accounts.login(email: email, password: password)
                Issue.record("nobody has that password")
            } catch let error as NSError where error.domain == AuthErrorDomain {
                let codes = [code.rawValue, AuthErrorCode.invalidCredential.rawValue]
                #expect(codes.contains(error.code))
                #expect(error.userInfo[AuthErrorUserInfoNameKey] as? String != nil)
            }
        }
    }

    @Test func aCodeThatIsThrownByItselfIsMatchedLikeTheSDKsErrors() {
        for code in AuthErrorCode.allCases {
            let error = code as any Error as NSError
            #expect(error.domain == AuthErrorDomain && AuthErrorCode(rawValue: error.code) == code)
            #expect(error.userInfo[AuthErrorUserInfoNameKey] as? String != nil)
        }
    }

    @Test func anErrorThatIsNoSecondFactorPassesThrough() async throws {
        try await inApp { _ in
            await #expect(throws: AuthErrorCode.wrongPassword) {
                try await SecondFactors().finish(after: AuthErrorCode.wrongPassword, prefersTOTP: false) { _ in
                    ""
                } totp: {
                    ""
                }
            }
        }
    }

    // MARK: - The verification mail

    @Test func theMailIsSentAgainWhileTheServiceLetsIt() async throws {
        try await inApp { world in
            try world.authService.configure { $0.limits.quotas = [.verificationMails: 2] }
            let accounts = AccountService()
            await #expect(throws: AccountService.Failure.nobodySignedIn) { try await accounts.resendVerificationMail() }
            _ = try await accounts.register(email: Self.email, password: Self.password)
            let first = try world.inbox.mailedCode(to: Self.email)
            try await accounts.resendVerificationMail()
            let second = try world.inbox.mailedCode(to: Self.email)
            #expect(second != first)
            let refusal = await #expect(throws: AuthError.self) { try await accounts.resendVerificationMail() }
            #expect(refusal?.authCode == .quotaExceeded)
            // The last link that came is good all the same.
            try await Auth.auth().applyActionCode(second)
            guard case .needsEnrollment = try await accounts.refreshVerification() else {
                Issue.record("the address is verified")
                return
            }
            await #expect(throws: AccountService.Failure.emailVerifiedAlready) {
                try await accounts.resendVerificationMail()
            }
        }
    }

    // MARK: - Messages

    @Test func whoAsksTooOftenIsToldSo() async throws {
        try await inApp { world in
            _ = try await enrolledUser(world)
            let screen = try SecondFactorScreen(try await resolver(AccountService()))
            try world.authService.configure { $0.limits.quotas = [.messagesPerHour: 1] }
            try await screen.sendCode()
            let refusal = await #expect(throws: AuthError.self) { try await screen.sendCode() }
            #expect(refusal?.authCode == .tooManyRequests)
        }
    }

    @Test func aWrongNumberIsNoPhone() async throws {
        try await inApp { world in
            try await verifiedUser(world, AccountService())
            let refusal = await #expect(throws: AuthError.self) {
                try await SecondFactors().enroll(phoneNumber: "09012345678", displayName: nil) { _ in "" }
            }
            #expect(refusal?.authCode == .invalidPhoneNumber)
        }
    }
}
