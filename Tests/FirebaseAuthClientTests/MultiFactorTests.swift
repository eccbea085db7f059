import AuthEmulator
import BridgePrimitives
import FirebaseAuthClient
import Foundation
import Testing

@Suite("Client: second factors", .timeLimit(.minutes(5)))
struct MultiFactorTests {
    static let number = "+819012345678"

    /// A verified user who is signed in with a password.
    private func lend(
        _ strictness: Strictness = .strict, _ body: (Fixture, Auth, User) async throws -> Void
    ) async throws {
        try await Fixture.lend(strictness) { fixture in
            try fixture.verifyEmail(of: "taro")
            let auth = try fixture.client()
            let user = try await auth.signIn(withEmail: "taro@example.com", password: "correct-horse").user
            try await body(fixture, auth, user)
        }
    }

    private func enroll(_ number: String, name: String? = nil, _ user: User, _ auth: Auth, _ fixture: Fixture)
        async throws
    {
        let provider = PhoneAuthProvider.provider(auth: auth)
        let id = try await provider.verifyPhoneNumber(number, multiFactorSession: try await user.multiFactor.session())
        let credential = provider.credential(withVerificationID: id, verificationCode: try fixture.sms(to: number))
        try await user.multiFactor.enroll(
            with: PhoneMultiFactorGenerator.assertion(with: credential), displayName: name)
    }

    /// The resolver of a sign-in that asks for a second factor.
    private func resolver(_ auth: Auth) async throws -> MultiFactorResolver {
        let error = try await authError {
            try await auth.signIn(withEmail: "taro@example.com", password: "correct-horse")
        }
        #expect(error?.authCode == .secondFactorRequired)
        return try #require(
            (error as NSError?)?.userInfo[AuthErrorUserInfoMultiFactorResolverKey] as? MultiFactorResolver)
    }

    enum Obstacle: CaseIterable {
        case none, signedOut, unverified, oldSignIn, expiredToken, badNumber, emptyNumber, wrongCode, emptyCode, emptyID
        case unknownID, lateCode, sameNumber, customToken, anonymous, disabledUser, factorsOff
    }

    /// Every way in which enrolling a phone fails, each with a code of its own or the one that the SDK gives it.
    @Test(
        arguments: [
            (.none, nil),
            (.signedOut, .nullUser),
            (.unverified, .unverifiedEmail),
            (.oldSignIn, .requiresRecentLogin),  // 301 seconds
            (.expiredToken, .userTokenExpired),  // a session is made of the token at hand, which the SDK does not renew
            (.badNumber, .invalidPhoneNumber),
            (.emptyNumber, .missingPhoneNumber),
            (.wrongCode, .invalidVerificationCode),
            (.emptyCode, .missingVerificationCode),
            (.emptyID, .missingVerificationID),
            (.unknownID, .invalidVerificationID),
            (.lateCode, .sessionExpired),
            (.sameNumber, .secondFactorAlreadyEnrolled),
            (.customToken, .unsupportedFirstFactor),
            (.anonymous, .unsupportedFirstFactor),
            (.disabledUser, .userDisabled),
            (.factorsOff, .operationNotAllowed),
        ] as [(Obstacle, AuthErrorCode?)])
    func enrollmentIsRefused(obstacle: Obstacle, code: AuthErrorCode?) async throws {
        try await Fixture.lend { fixture in
            if obstacle != .unverified { try fixture.verifyEmail(of: "taro") }
            let auth = try fixture.client()
            let user =
                switch obstacle {
                case .customToken: try await auth.signIn(withCustomToken: fixture.customToken("taro")).user
                case .anonymous: try await auth.signInAnonymously().user
                default: try await auth.signIn(withEmail: "taro@example.com", password: "correct-horse").user
                }
            let error = try await authError {
                switch obstacle {
                case .signedOut: try auth.signOut()
                case .oldSignIn: fixture.clock.advance(by: .seconds(301))
                case .expiredToken: fixture.clock.advance(by: .seconds(3601))
                case .disabledUser: try fixture.service.setDisabled(true, of: "taro")
                case .factorsOff:
                    _ = try fixture.service.updateConfiguration(
                        WireBody(JSONObject([("mfa", ["state": "DISABLED"])])), mask: "mfa")
                case .sameNumber: try await enroll(Self.number, user, auth, fixture)
                default: break
                }
                let provider = PhoneAuthProvider.provider(auth: auth)
                let number =
                    switch obstacle {
                    case .badNumber: "09012345678"
                    case .emptyNumber: ""
                    default: Self.number
                    }
                let id = try await provider.verifyPhoneNumber(
                    number, multiFactorSession: try await user.multiFactor.session())
                var (sentID, sentCode) = (id, try fixture.sms(to: number))
                switch obstacle {
                case .wrongCode: sentCode = sentCode == "000000" ? "000001" : "000000"
                case .emptyCode: sentCode = ""
                case .emptyID: sentID = ""
                case .unknownID: sentID = "unknown"
                case .lateCode: fixture.clock.advance(by: .seconds(3000))
                default: break
                }
                let credential = provider.credential(withVerificationID: sentID, verificationCode: sentCode)
                try await user.multiFactor.enroll(
                    with: PhoneMultiFactorGenerator.assertion(with: credential), displayName: nil)
            }
            #expect(error?.authCode == code, "\(obstacle): \(error?.message ?? "")")
            #expect(user.multiFactor.enrolledFactors.count == (code == nil || obstacle == .sameNumber ? 1 : 0))
        }
    }

    @Test func anEnrollmentRenewsTheTokens() async throws {
        try await lend { fixture, auth, user in
            try await enroll(Self.number, name: "Private", user, auth, fixture)
            let factor = try #require(user.multiFactor.enrolledFactors.first as? PhoneMultiFactorInfo)
            #expect(factor.displayName == "Private" && factor.factorID == PhoneMultiFactorID)
            #expect(factor.phoneNumber == "+********5678")  // the strict service hides it from the user too
            #expect(factor.enrollmentDate == Date(timeIntervalSince1970: 1_795_251_600))
            #expect(try await user.getIDTokenResult().signInSecondFactor == "phone")
            #expect(auth.currentUser === user)
        }
    }

    @Test(arguments: [Strictness.strict, .lenient])
    func everyHintResolvesTheSignIn(strictness: Strictness) async throws {
        try await lend(strictness) { fixture, auth, user in
            let numbers = [Self.number, "+15555550100"]
            for number in numbers { try await enroll(number, name: number, user, auth, fixture) }
            try await enrollApp(user, auth, fixture)
            for index in 0..<3 {
                try auth.signOut()
                // Authenticator codes count once, so each sign-in has a step of its own.
                fixture.clock.advance(by: .seconds(60))
                let resolver = try await resolver(auth)
                #expect(resolver.hints.map(\.factorID) == ["phone", "phone", "totp"])
                #expect(
                    resolver.hints.compactMap { ($0 as? PhoneMultiFactorInfo)?.phoneNumber }
                        == ["+********5678", "+*******0100"])
                #expect(auth.currentUser == nil)
                let assertion: MultiFactorAssertion
                if let phone = resolver.hints[index] as? PhoneMultiFactorInfo {
                    let provider = PhoneAuthProvider.provider(auth: auth)
                    let id = try await provider.verifyPhoneNumber(with: phone, multiFactorSession: resolver.session)
                    assertion = PhoneMultiFactorGenerator.assertion(
                        with: provider.credential(
                            withVerificationID: id, verificationCode: try fixture.sms(to: numbers[index])))
                } else {
                    assertion = TOTPMultiFactorGenerator.assertionForSignIn(
                        withEnrollmentID: resolver.hints[index].uid,
                        oneTimePassword: try fixture.totpCode(of: "taro"))
                }
                let result = try await resolver.resolveSignIn(with: assertion)
                #expect(result.user.uid == "taro" && auth.currentUser === result.user)
                #expect(try await result.user.getIDTokenResult().signInSecondFactor == (index == 2 ? "totp" : "phone"))
            }
        }
    }

    private func enrollApp(_ user: User, _ auth: Auth, _ fixture: Fixture) async throws {
        let environment = FirebaseEnvironment(
            transport: fixture.transport, clock: fixture.clock, trace: fixture.trace, service: fixture.host)
        let session = try await user.multiFactor.session()
        let secret = try await environment.run {
            FirebaseApp.configure(options: try FirebaseOptions(propertyList: Array(Fixture.plist.utf8)))
            return try await TOTPMultiFactorGenerator.generateSecret(with: session)
        }
        await environment.end()
        #expect(secret.sharedSecretKey().count == 32 && secret.enrollmentCompletionDeadline != nil)
        #expect(
            secret.generateQRCodeURL(withAccountName: "taro@example.com", issuer: "The Shop")
                == "otpauth://totp/The%20Shop:taro%40example.com?secret=\(secret.sharedSecretKey())"
                + "&issuer=The%20Shop&algorithm=SHA1&digits=6&period=30")
        let wrong = try await authError {
            try await user.multiFactor.enroll(
                with: TOTPMultiFactorGenerator.assertionForEnrollment(with: secret, oneTimePassword: "0"),
                displayName: "App")
        }
        #expect(wrong?.authCode == .invalidVerificationCode)
        try await user.multiFactor.enroll(
            with: TOTPMultiFactorGenerator.assertionForEnrollment(
                with: secret, oneTimePassword: try fixture.totpCode(of: user.uid)), displayName: "App")
        #expect(user.multiFactor.enrolledFactors.last is TOTPMultiFactorInfo)
    }

    @Test func aFactorIsTakenAway() async throws {
        try await lend { fixture, auth, user in
            try await enroll(Self.number, user, auth, fixture)
            let factor = try #require(user.multiFactor.enrolledFactors.first)
            let unknown = try await authError { try await user.multiFactor.unenroll(withFactorUID: "nobody's") }
            #expect(unknown?.authCode == .multiFactorInfoNotFound)
            try await user.multiFactor.unenroll(with: factor)
            #expect(user.multiFactor.enrolledFactors.isEmpty)
            try auth.signOut()
            #expect(try await auth.signIn(withEmail: "taro@example.com", password: "correct-horse").user.uid == "taro")
        }
    }

    @Test func takingOneAwayNeedsARecentSignIn() async throws {
        try await lend { fixture, auth, user in
            try await enroll(Self.number, user, auth, fixture)
            let factor = try #require(user.multiFactor.enrolledFactors.first)
            fixture.clock.advance(by: .seconds(301))
            let error = try await authError { try await user.multiFactor.unenroll(with: factor) }
            #expect(error?.authCode == .requiresRecentLogin)
            #expect(user.multiFactor.enrolledFactors.count == 1 && auth.currentUser === user)
        }
    }

    enum Slip: CaseIterable { case wrongCode, lateCode, lateSession, otherKind, enrollmentSession }

    @Test(
        arguments: [
            (.wrongCode, .invalidVerificationCode),
            (.lateCode, .invalidMultiFactorSession),  // the first factor is as old as the code
            (.lateSession, .invalidMultiFactorSession),
            (.otherKind, .missingMultiFactorInfo),  // an enrolment's assertion
            (.enrollmentSession, .missingMultiFactorSession),
        ] as [(Slip, AuthErrorCode)])
    func aSecondFactorIsRefused(slip: Slip, code: AuthErrorCode) async throws {
        try await lend { fixture, auth, user in
            try await enroll(Self.number, user, auth, fixture)
            let enrollment = try await user.multiFactor.session()
            try auth.signOut()
            let resolver = try await resolver(auth)
            let hint = try #require(resolver.hints.first as? PhoneMultiFactorInfo)
            let provider = PhoneAuthProvider.provider(auth: auth)
            let error = try await authError {
                if slip == .lateSession { fixture.clock.advance(by: .seconds(601)) }
                let session = slip == .enrollmentSession ? enrollment : resolver.session
                let id = try await provider.verifyPhoneNumber(with: hint, multiFactorSession: session)
                var sms = try fixture.sms(to: Self.number)
                if slip == .wrongCode { sms = sms == "000000" ? "000001" : "000000" }
                if slip == .lateCode { fixture.clock.advance(by: .seconds(3000)) }
                let credential = provider.credential(withVerificationID: id, verificationCode: sms)
                if slip == .otherKind {
                    return try await resolver.resolveSignIn(
                        with: TOTPMultiFactorGenerator.assertionForEnrollment(
                            with: try await secret(auth, fixture), oneTimePassword: "1"))
                }
                return try await resolver.resolveSignIn(with: PhoneMultiFactorGenerator.assertion(with: credential))
            }
            #expect(error?.authCode == code, "\(error?.message ?? "")")
            #expect(auth.currentUser == nil)
        }
    }

    /// The secret of somebody else's authenticator app.
    private func secret(_ auth: Auth, _ fixture: Fixture) async throws -> FirebaseAuthClient.TOTPSecret {
        let environment = FirebaseEnvironment(
            transport: fixture.transport, clock: fixture.clock, trace: fixture.trace, service: fixture.host)
        let secret = try await environment.run {
            FirebaseApp.configure(options: try FirebaseOptions(propertyList: Array(Fixture.plist.utf8)))
            let user = try await Auth.auth().createUser(withEmail: "jiro@example.com", password: "secret").user
            try fixture.verifyEmail(of: user.uid)
            return try await TOTPMultiFactorGenerator.generateSecret(with: try await user.multiFactor.session())
        }
        await environment.end()
        return secret
    }
}
