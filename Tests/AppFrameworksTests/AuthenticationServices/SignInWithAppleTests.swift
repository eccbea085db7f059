import AppFrameworks
import BridgePrimitives
import BridgeTrace
import IdentityProviders
import SimulatedDevice
import Testing
import Tokens

/// As an app's view controller does it: one nonce for each sign-in, the raw one kept, the hash in the request.
@MainActor
private final class LoginScreen: ASAuthorizationControllerDelegate,
    ASAuthorizationControllerPresentationContextProviding
{
    private(set) var currentNonce: SignInNonce?
    private(set) var earlierNonces: [SignInNonce] = []
    private(set) var outcomes: [Result<ASAuthorizationAppleIDCredential, any Error>] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var random = SeededGenerator(seed: 5)

    func startSignInWithApple(scopes: [ASAuthorization.Scope]? = [.fullName, .email]) throws {
        if let currentNonce { earlierNonces.append(currentNonce) }
        let nonce = try SignInNonce(using: &random)
        currentNonce = nonce
        let request = ASAuthorizationAppleIDProvider().createRequest()
        request.requestedScopes = scopes
        request.nonce = nonce.hash
        request.state = "state"
        let controller = ASAuthorizationController(authorizationRequests: [request])
        controller.delegate = self
        controller.presentationContextProvider = self
        controller.performRequests()
        request.nonce = "too late"  // the request has been performed
    }

    func perform(_ requests: [ASAuthorizationRequest]) {
        let controller = ASAuthorizationController(authorizationRequests: requests)
        controller.delegate = self
        controller.performRequests()
    }

    /// Returns once `count` requests have ended.
    func ended(_ count: Int) async {
        while outcomes.count < count { await withCheckedContinuation { waiting.append($0) } }
    }

    var credential: ASAuthorizationAppleIDCredential? { outcomes.last.flatMap { try? $0.get() } }
    var error: (any Error)? { if case .failure(let error) = outcomes.last { error } else { nil } }

    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
        ASPresentationAnchor()
    }

    func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {
        guard let credential = authorization.credential as? ASAuthorizationAppleIDCredential else { return }
        end(.success(credential))
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
        end(.failure(error))
    }

    private func end(_ outcome: Result<ASAuthorizationAppleIDCredential, any Error>) {
        outcomes.append(outcome)
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}

@Suite("Sign in with Apple, as apps call it", .timeLimit(.minutes(5))) @MainActor
struct SignInWithAppleTests {
    private let phone: Phone
    private let screen = LoginScreen()

    init() throws { phone = try Phone() }

    private func signIn(_ count: Int = 1, scopes: [ASAuthorization.Scope]? = [.fullName, .email]) async throws {
        try await phone.process.run { try screen.startSignInWithApple(scopes: scopes) }
        await screen.ended(count)
    }

    private func claims() throws -> JSONObject {
        let data = try #require(screen.credential?.identityToken)
        return try UnverifiedToken(parsing: String(decoding: data, as: UTF8.self)).payload
    }

    // MARK: - Somebody agrees

    @Test func nameAndAddressAreToldOnce() async throws {
        try await signIn()
        let first = try #require(screen.credential)
        #expect(first.fullName?.givenName == "Taro" && first.fullName?.familyName == "Yamada")
        #expect(first.email == "taro@icloud.com" && first.realUserStatus == .likelyReal)
        #expect(first.user == phone.taro.subject(in: "TEAM123456") && first.state == "state")
        #expect(first.authorizedScopes == [.fullName, .email])
        #expect(try claims()["nonce"]?.stringValue == screen.currentNonce?.hash)
        #expect(try claims()["aud"] == "com.example.shop")

        try await signIn(2)
        let second = try #require(screen.credential)
        #expect(second.email == nil && second.fullName?.givenName == nil && second.user == first.user)
        #expect(try claims()["email"] == "taro@icloud.com")  // the token still has it
        #expect(second.authorizationCode != first.authorizationCode)
    }

    @Test func theAddressCanBeHidden() async throws {
        phone.sheet.behave(.agree(hidesEmail: true))
        try await signIn()
        #expect(screen.credential?.email == phone.taro.relayAddress(in: "TEAM123456"))
        #expect(try claims()["is_private_email"] == true)
        #expect(screen.credential?.email?.hasSuffix("@privaterelay.appleid.com") == true)
    }

    @Test func whatIsNotAskedForIsNotTold() async throws {
        try await signIn(scopes: nil)
        let credential = try #require(screen.credential)
        #expect(credential.email == nil && credential.fullName == nil && credential.authorizedScopes.isEmpty)
    }

    // MARK: - It ends without a credential

    @Test(
        arguments: [
            (.cancel, .canceled, 1001, "apple-sheet/cancelled"),
            (.fail(.failed), .failed, 1004, "apple-sheet/scripted"),
            (.fail(.unknown), .unknown, 1000, "apple-sheet/scripted"),
            (.fail(.invalidResponse), .invalidResponse, 1002, "apple-sheet/scripted"),
            (.fail(.notHandled), .notHandled, 1003, "apple-sheet/scripted"),
        ] as [(AppleIDSheet.Behaviour, ASAuthorizationError.Code, Int, String)])
    func everyErrorReachesTheDelegate(
        behaviour: AppleIDSheet.Behaviour, code: ASAuthorizationError.Code, number: Int, reason: String
    ) async throws {
        phone.sheet.behave(behaviour)
        try await signIn()
        let error = try #require(screen.error as? ASAuthorizationError)
        #expect(error.code == code && error.reason.rawValue == reason)
        let bridged = error as NSError
        #expect(bridged.domain == "com.apple.AuthenticationServices.AuthorizationError" && bridged.code == number)
        #expect(bridged.domain == ASAuthorizationErrorDomain)
        #expect(phone.trace.events.contains { $0.reasons.map(\.rawValue) == [reason] })
        // As apps write it.
        switch error.code {
        case .canceled: #expect(behaviour == .cancel)
        case .unknown, .invalidResponse, .notHandled, .failed, .notInteractive: #expect(behaviour != .cancel)
        }
        do { throw error as any Error } catch ASAuthorizationError.canceled {
            #expect(behaviour == .cancel)
        } catch {
            #expect(behaviour != .cancel)
        }
    }

    @Test func aDeviceWithoutAppleAccountSaysUnknown() async throws {
        phone.sheet.accountID = nil
        try await signIn()
        #expect((screen.error as? ASAuthorizationError)?.reason.rawValue == "apple-sheet/no-account")
        #expect((screen.error as? ASAuthorizationError)?.code == .unknown)
        phone.sheet.accountID = "somebody who is no more"
        try await signIn(2)
        #expect((screen.error as? ASAuthorizationError)?.code == .notHandled)
    }

    @Test func anAppInTheBackgroundMayShowNothing() async throws {
        phone.process.enterBackground()
        try await signIn()
        #expect((screen.error as? ASAuthorizationError)?.code == .notInteractive)
        phone.process.enterForeground()
        try await signIn(2)
        #expect(screen.credential != nil)
    }

    @Test func anAppThatAppleDoesNotKnowFails() async throws {
        let other = try Phone(clients: .registered([AppleClient(id: "com.example.other", teamID: "TEAM123456")]))
        try await other.process.run { try screen.startSignInWithApple() }
        await screen.ended(1)
        #expect((screen.error as? ASAuthorizationError)?.reason.rawValue == "apple-sheet/unknown-client")
        #expect((screen.error as? ASAuthorizationError)?.code == .failed)
    }

    @Test func whatIsMissingIsNamed() async throws {
        try screen.startSignInWithApple()  // outside of an app
        await screen.ended(1)
        #expect((screen.error as? ASAuthorizationError)?.reason.rawValue == "apple-sheet/no-process")
        try await phone.process.run { screen.perform([]) }
        await screen.ended(2)
        #expect((screen.error as? ASAuthorizationError)?.reason.rawValue == "apple-sheet/no-request")
        phone.device.services.remove(AppleIDSheet.self)
        try await signIn(3)
        #expect((screen.error as? ASAuthorizationError)?.reason.rawValue == "apple-sheet/no-sheet")
    }

    // MARK: - Two requests at a time

    /// The second request replaces the app's nonce; the answer to the first then looks like a forgery.
    @Test func aSecondRequestOverwritesTheNonce() async throws {
        phone.sheet.behave(.leaveOpen)
        try await phone.process.run {
            try screen.startSignInWithApple()
            await phone.sheet.waitForOpenRequests(1)
            try screen.startSignInWithApple()
            await phone.sheet.waitForOpenRequests(2)
        }
        let requests = phone.sheet.openRequests
        #expect(requests.map(\.request.nonce) == [screen.earlierNonces[0].hash, screen.currentNonce?.hash])
        phone.sheet.answer(requests[0], with: .leaveOpen)  // says nothing
        phone.sheet.answer(requests[0], with: .agree())
        await screen.ended(1)
        let nonce = try #require(screen.currentNonce)
        let claim = try claims()["nonce"]?.stringValue
        #expect(nonce.comparison(withClaim: claim) == .refused(.nonceDiffers))
        #expect(
            nonce.comparison(withClaim: claim, earlier: screen.earlierNonces) == .refused(.nonceOfEarlierRequest))
        phone.sheet.answer(requests[1], with: .agree())
        await screen.ended(2)
        #expect(nonce.comparison(withClaim: try claims()["nonce"]?.stringValue) == .hashMatches)
        phone.sheet.answer(requests[1], with: .cancel)  // is gone
        #expect(phone.sheet.openRequests.isEmpty)
    }

    @Test func behavioursFollowOneAnother() async throws {
        phone.sheet.behave(next: [.cancel, .fail(.failed)])
        for count in 1...3 { try await signIn(count) }
        let codes = screen.outcomes.map { outcome -> ASAuthorizationError.Code? in
            if case .failure(let error) = outcome { (error as? ASAuthorizationError)?.code } else { nil }
        }
        #expect(codes == [.canceled, .failed, nil])
    }

    @Test func anAppThatEndsGetsNoCredential() async throws {
        phone.sheet.behave(.leaveOpen)
        try await phone.process.run { try screen.startSignInWithApple() }
        await phone.sheet.waitForOpenRequests(1)
        phone.process.end()
        phone.sheet.answer(try #require(phone.sheet.openRequests.first), with: .agree())
        await screen.ended(1)
        #expect((screen.error as? ASAuthorizationError)?.reason.rawValue == "apple-sheet/process-ended")
        #expect(phone.apple.credentialState(ofUser: phone.taro.subject(in: "TEAM123456"), clientID: "x") == .notFound)
    }

    // MARK: - Users that the app remembers

    @Test func credentialStates() async throws {
        let provider = ASAuthorizationAppleIDProvider()
        let user = phone.taro.subject(in: "TEAM123456")
        func state(_ user: String) async throws -> ASAuthorizationAppleIDProvider.CredentialState {
            try await phone.process.run { try await provider.credentialState(forUserID: user) }
        }
        #expect(try await state(user) == .revoked)  // never agreed
        try await signIn()
        #expect(try await state(user) == .authorized)
        #expect(try await state("nobody") == .notFound)
        phone.apple.withdrawConsent(of: phone.taro.id, from: "com.example.shop")
        #expect(try await state(user) == .revoked)
        await #expect(throws: ASAuthorizationError(.unknown, .noProcess)) {
            _ = try await provider.credentialState(forUserID: user)
        }
    }

    @Test func theCompletionIsCalledToo() async throws {
        let user = phone.taro.subject(in: "TEAM123456")
        let state = try await phone.process.run {
            await withCheckedContinuation { continuation in
                ASAuthorizationAppleIDProvider().getCredentialState(forUserID: user) { state, error in
                    continuation.resume(returning: error == nil ? state : nil)
                }
            }
        }
        #expect(state == .revoked)
    }

    /// After the transfer of the app the old team's user is known by another id, and a new sign-in tells no name.
    @Test func aTransferredAppMeetsItsUsersAsStrangers() async throws {
        try await signIn()
        let old = try #require(screen.credential?.user)
        let process = try phone.device.transfer("com.example.shop", toTeam: "NEWTEAM123").launch(.user)
        let state = try await process.run {
            try await ASAuthorizationAppleIDProvider().credentialState(forUserID: old)
        }
        #expect(state == .transferred)
        try await process.run { try screen.startSignInWithApple() }
        await screen.ended(2)
        #expect(screen.credential?.user == phone.taro.subject(in: "NEWTEAM123") && screen.credential?.user != old)
        #expect(screen.credential?.email == nil)
    }

    @Test(arguments: AppleIDSheetReason.allCases)
    func reasonsHaveTheirTexts(reason: AppleIDSheetReason) {
        #expect(reason.rawValue.hasPrefix("apple-sheet/"))
        #expect(reason.meaning.hasSuffix(".") && reason.fix.hasSuffix("."))
    }
}
