import AppFrameworks
import BridgePrimitives
import Diagnosis
import FirebaseAuthClient
import SampleApp
import SimulatedDevice
import Testing
import WorldTestSupport
import Worlds

/// System E: a user who stays signed in when the app moves to another team.
@Suite("The transfer of an app", .timeLimit(.minutes(5)))
@MainActor
struct AppTransferTests {
    private nonisolated static let appID = "1:12345:ios:0123456789abcdef"

    private func signIn() async throws -> String {
        try await Auth.auth().createUser(withEmail: "taro@example.com", password: "correct-horse").user.uid
    }

    /// The first start of the new team's version, in a process of its own.
    private func afterTransfer(_ world: World, _ body: @MainActor () async throws -> Void) async throws {
        world.installedApp.process?.end()
        try world.device.transfer(world.installedApp.bundle.bundleID, toTeam: "NEWTEAM001", version: "2.0")
        let environment = try FirebaseEnvironment(
            process: try world.installedApp.launch(.user), transport: try SharedMaterial.material.get().transport,
            service: world.addresses.auth)
        do { try await environment.run { try await body() } } catch {
            await environment.end()
            throw error
        }
        await environment.end()
    }

    // MARK: - The whole way

    @Test(
        "Kept at the start or at the sign-in, sealed or as articles keep it; written back before configure",
        arguments: [("secret", true), (nil, true), ("secret", false), (nil, false)] as [(String?, Bool)])
    func theWholeWay(secret: String?, isKeptAtSignIn: Bool) async throws {
        try await withWorld(WorldSettings(), material: SharedMaterial.material.get()) { world in
            let outcomes = Log()
            func app() -> TransferringApp {
                TransferringApp(CredentialTransfer(googleAppID: Self.appID, secret: secret)) { outcomes.add($0) }
            }
            let uid = try await world.app.run {
                let uid = try await signIn()
                let copy = CredentialTransfer(googleAppID: Self.appID, secret: secret)
                if isKeptAtSignIn { app().signedIn() } else { outcomes.add(copy.keepCopy()) }
                return uid
            }
            try await afterTransfer(world) {
                // The old team's items cannot be read, and no code of the app's is told that they are there.
                #expect(KeychainListing().items.isEmpty)
                #expect(KeychainListing().status == errSecItemNotFound)
                app().start()
                #expect(Auth.auth().currentUser?.uid == uid)
                #expect(KeychainListing().firebaseUsers.map(\.accessGroup) == ["NEWTEAM001.com.example.shop"])
                try app().signOut()
                #expect(UserDefaults.standard.data(forKey: CredentialTransfer.key) == nil)
            }
            #expect(outcomes.all == [.keptCopy, .restored, .keptCopy, .deletedCopy])
        }
    }

    @Test func aUserWhoSignedInAfterTheStartIsLostByACopyAtTheStartAlone() async throws {
        try await withWorld(WorldSettings(), material: SharedMaterial.material.get()) { world in
            try await world.app.run {
                let transfer = CredentialTransfer(googleAppID: Self.appID, secret: nil)
                #expect(transfer.keepCopy() == .nobodyToKeep)
                _ = try await signIn()
            }
            try await afterTransfer(world) {
                #expect(CredentialTransfer(googleAppID: Self.appID, secret: nil).restore() == .noCopy)
                FirebaseApp.configure()
                #expect(Auth.auth().currentUser == nil)
            }
        }
    }

    @Test func writtenBackAfterConfigureTheUserComesTooLate() async throws {
        try await withWorld(WorldSettings(), material: SharedMaterial.material.get()) { world in
            let outcomes = Log()
            let transfer = { CredentialTransfer(googleAppID: Self.appID, secret: "secret") }
            try await world.app.run {
                _ = try await signIn()
                outcomes.add(transfer().keepCopy())
            }
            try await afterTransfer(world) {
                TransferringApp(transfer()) { outcomes.add($0) }.start(restoring: .afterConfigure)
                #expect(Auth.auth().currentUser == nil)
            }
            #expect(outcomes.all == [.keptCopy, .restoredTooLate, .keptCopy])
        }
    }

    private final class Log: Sendable {
        private let outcomes = Mutex<[CredentialTransfer.Outcome]>([])
        var all: [CredentialTransfer.Outcome] { outcomes.withLock(\.self) }
        func add(_ outcome: CredentialTransfer.Outcome) { outcomes.withLock { $0.append(outcome) } }
    }

    // MARK: - The key

    @Test(
        "The Google app id and the app's name are parts of the key; the listing shows what there is",
        arguments: [
            (appID, CredentialTransfer.defaultAppName, CredentialTransfer.Outcome.keptCopy),
            ("1:99999:ios:0123456789abcdef", CredentialTransfer.defaultAppName, .otherKey),
            (appID, "secondary", .otherKey), (appID, "", .otherKey), ("", CredentialTransfer.defaultAppName, .otherKey),
        ])
    func theKey(googleAppID: String, appName: String, outcome: CredentialTransfer.Outcome) async throws {
        try await inApp { _ in
            let transfer = CredentialTransfer(googleAppID: googleAppID, appName: appName, secret: "secret")
            #expect(transfer.keepCopy() == .nobodyToKeep)
            #expect(KeychainListing().firebaseUsers.isEmpty)
            _ = try await signIn()
            #expect(transfer.keepCopy() == outcome)
            let users = KeychainListing().firebaseUsers
            #expect(users.map(\.service) == ["firebase_auth_\(Self.appID)"])
            #expect(users.map(\.account) == ["firebase_auth_1___FIRAPP_DEFAULT_firebase_user"])
            #expect(users.map(\.accessGroup) == ["TEAM123456.com.example.shop"])
        }
    }

    @Test func anAppOfAnotherNameIsFoundUnderItsName() async throws {
        try await inApp { _ in
            let options = try #require(FirebaseApp.app()?.options)
            FirebaseApp.configure(name: "secondary", options: options)
            let auth = Auth.auth(app: try #require(FirebaseApp.app(name: "secondary")))
            try await auth.createUser(withEmail: "taro@example.com", password: "correct-horse")
            #expect(CredentialTransfer(googleAppID: Self.appID, secret: nil).keepCopy() == .otherKey)
            let named = CredentialTransfer(googleAppID: Self.appID, appName: "secondary", secret: nil)
            #expect(named.keepCopy() == .keptCopy)
        }
    }

    // MARK: - The copy

    @Test(
        "A sealed copy is only good for the app that made it, and for who knows the secret",
        arguments: [
            (appID, CredentialTransfer.defaultAppName, "secret", CredentialTransferReason.alreadySignedIn),
            (appID, CredentialTransfer.defaultAppName, "other", .copyUnreadable),
            (appID, "secondary", "secret", .copyUnreadable),
            ("1:99999:ios:0123456789abcdef", CredentialTransfer.defaultAppName, "secret", .copyUnreadable),
        ])
    func theCopyIsSealed(
        googleAppID: String, appName: String, secret: String, outcome: CredentialTransferReason
    ) async throws {
        try await inApp { _ in
            let transfer = CredentialTransfer(googleAppID: Self.appID, secret: "secret")
            #expect(transfer.restore() == .noCopy)
            _ = try await signIn()
            #expect(transfer.keepCopy() == .keptCopy)
            let copy = try #require(UserDefaults.standard.data(forKey: CredentialTransfer.key))
            #expect(!String(decoding: copy, as: UTF8.self).contains("taro@example.com"))
            let other = CredentialTransfer(googleAppID: googleAppID, appName: appName, secret: secret)
            #expect(other.restore() == outcome)
            #expect(transfer.deleteCopy() == .deletedCopy)
            #expect(transfer.restore() == .noCopy)
        }
    }

    @Test func theArticlesCopyIsReadByWhoeverReadsThePreferences() async throws {
        try await inApp { _ in
            let refreshToken = try await Auth.auth().createUser(
                withEmail: "taro@example.com", password: "correct-horse"
            ).user.refreshToken
            let transfer = CredentialTransfer(googleAppID: Self.appID, secret: nil)
            #expect(transfer.keepCopy() == .keptCopy)
            let copy = try #require(UserDefaults.standard.data(forKey: CredentialTransfer.key))
            #expect(String(decoding: copy, as: UTF8.self).contains(try #require(refreshToken)))
        }
    }

    @Test func theCopyIsWrittenBackIntoAnEmptyKeychain() async throws {
        try await inApp { _ in
            let transfer = CredentialTransfer(googleAppID: Self.appID, secret: "secret")
            _ = try await signIn()
            _ = transfer.keepCopy()
            try Auth.auth().signOut()
            #expect(transfer.restore() == .restored)
            #expect(transfer.restore() == .alreadySignedIn)
        }
    }

    @Test(
        "Bytes that are no copy sign nobody in",
        arguments: [[], [0], Array(repeating: 7, count: 28), Array(repeating: 7, count: 400)] as [[UInt8]])
    func garbage(bytes: [UInt8]) async throws {
        try await inApp { _ in
            UserDefaults.standard.set(Data(bytes), forKey: CredentialTransfer.key)
            let transfer = CredentialTransfer(googleAppID: Self.appID, secret: "secret")
            #expect(transfer.restore() == .copyUnreadable)
        }
    }
}
