import BridgePrimitives
import BridgeTrace
import FirebaseAuthClient
import Foundation
import SimulatedDevice
import TestSupport
import Testing

@Suite("Client: what a start finds in the keychain", .timeLimit(.minutes(5)))
struct StartUpTests {
    private func signIn(_ fixture: Fixture) async throws {
        try await fixture.run { _ in
            FirebaseApp.configure()
            try await Auth.auth().signIn(withEmail: "taro@example.com", password: "correct-horse")
        }
    }

    @Test func theUserIsThereAtOnce() async throws {
        try await Fixture.lend { fixture in
            try await signIn(fixture)
            #expect(
                fixture.storedUsers == [
                    Keychain.ItemKey(
                        service: "firebase_auth_1:77:ios:0123456789abcdef",
                        account: "firebase_auth_1___FIRAPP_DEFAULT_firebase_user", accessGroup: Fixture.accessGroup)
                ])
            let requests = fixture.transport.requests.count
            try await fixture.run { _ in
                FirebaseApp.configure()
                #expect(Auth.auth().currentUser?.email == "taro@example.com")
                #expect(fixture.transport.requests.count == requests)
            }
        }
    }

    /// The keychain outlives the app; the app's own deletion of its Firebase app does not.
    @Test func aReinstalledAppIsSignedIn() async throws {
        try await Fixture.lend { fixture in
            try await signIn(fixture)
            let app = try fixture.device.reinstall("com.example.shop", as: Fixture.bundle)
            let environment = try FirebaseEnvironment(
                process: try app.launch(.user), transport: fixture.transport, service: fixture.host)
            try await environment.run {
                FirebaseApp.configure()
                #expect(Auth.auth().currentUser?.uid == "taro")
                let firebase = try #require(FirebaseApp.app())
                #expect(await firebase.delete())
                #expect(FirebaseApp.app() == nil && fixture.storedUsers.isEmpty)
            }
            await environment.end()
        }
    }

    /// Prewarmed before the first unlock, the app sees nobody; the user is announced when the device is unlocked.
    @Test func aLockedDeviceSignsNobodyOut() async throws {
        try await Fixture.lend { fixture in
            try await signIn(fixture)
            fixture.device.reboot()
            try await fixture.run(.prewarm) { environment in
                FirebaseApp.configure()
                let auth = Auth.auth()
                let log = ListenerTests.Log()
                _ = auth.addStateDidChangeListener { _, user in log.users.append(user?.uid) }
                await environment.settle()
                #expect(await log.users == [nil])
                #expect(fixture.storedUsers.count == 1)
                fixture.device.unlock()
                // The user is there a moment before the announcement is on its way.
                await environment.settleAfterUnlock()
                await environment.settle()
                #expect(auth.currentUser?.uid == "taro")
                #expect(await log.users == [nil, "taro"])
                let reasons = fixture.trace.events.flatMap(\.reasons).map(\.rawValue)
                #expect(reasons.contains("client/waiting-for-unlock"))
            }
        }
    }

    /// With an empty keychain the probe tells a locked device from nobody; the wait ends with the environment.
    @Test func aLockedDeviceWithoutAUserWaitsInVain() async throws {
        try await Fixture.lend { fixture in
            fixture.device.reboot()
            try await fixture.run(.prewarm) { _ in
                FirebaseApp.configure()
                #expect(Auth.auth().currentUser == nil)
            }
            fixture.device.unlock()
            try await fixture.run { _ in
                FirebaseApp.configure()
                #expect(Auth.auth().currentUser == nil)
            }
            #expect(
                fixture.device.keychain.keys.map(\.account) == ["firebase_auth_keychain_accessibility_check"])
        }
    }

    @Test func anItemOfTheFirstReleasesIsMoved() async throws {
        try await Fixture.lend { fixture in
            try await signIn(fixture)
            let key = try #require(fixture.storedUsers.first)
            guard case .found(let data) = fixture.device.keychain.item(for: key, entitledTo: key.accessGroup) else {
                Issue.record("the user is not in the keychain")
                return
            }
            fixture.device.keychain.removeItem(for: key)
            let legacy = Keychain.ItemKey(
                service: "", account: "__FIRAPP_DEFAULT_firebase_user", accessGroup: Fixture.accessGroup)
            fixture.device.keychain.set(data, for: legacy)
            try await fixture.run { _ in
                FirebaseApp.configure()
                #expect(Auth.auth().currentUser?.uid == "taro")
            }
            #expect(fixture.storedUsers == [key])
        }
    }

    /// An item that is no user signs nobody in, and the trace says so.
    @Test func anItemThatIsNoUserIsNobody() async throws {
        try await Fixture.lend { fixture in
            try await signIn(fixture)
            let key = try #require(fixture.storedUsers.first)
            fixture.device.keychain.set(Secret(Array("no archive".utf8)), for: key)
            try await fixture.run { _ in
                FirebaseApp.configure()
                #expect(Auth.auth().currentUser == nil)
            }
            #expect(fixture.trace.events.last?.reasons == [ClientReason.archiveUnreadable.code])
        }
    }

    /// Another team's app does not see the item, and does not harm it.
    @Test func afterATransferNobodyIsSignedIn() async throws {
        try await Fixture.lend { fixture in
            try await signIn(fixture)
            var bundle = Fixture.bundle
            bundle.team = "NEWTEAM123"
            let app = try fixture.device.reinstall("com.example.shop", as: bundle)
            let environment = try FirebaseEnvironment(
                process: try app.launch(.user), transport: fixture.transport, service: fixture.host)
            environment.run {
                FirebaseApp.configure()
                #expect(Auth.auth().currentUser == nil)
            }
            await environment.end()
            #expect(fixture.storedUsers.map(\.accessGroup) == [Fixture.accessGroup])
        }
    }

    @Test func aGroupSharesItsUser() async throws {
        let group = "TEAM123456.shared"
        var bundle = Fixture.bundle
        bundle.keychainAccessGroups = [Fixture.accessGroup, group]
        try await Fixture.lend(bundle: bundle) { fixture in
            try await fixture.run { _ in
                FirebaseApp.configure()
                try await Auth.auth().signIn(withEmail: "taro@example.com", password: "correct-horse")
                let foreign = try await authError { try Auth.auth().useUserAccessGroup("OTHER.group") }
                #expect(
                    foreign?.authCode == .keychainError
                        && foreign?.keychainReason?.rawValue == "keychain/missing-entitlement")
                #expect(Auth.auth().currentUser != nil && Auth.auth().userAccessGroup == nil)
                // The group has nobody yet, and the app's own user goes.
                try Auth.auth().useUserAccessGroup(group)
                #expect(Auth.auth().currentUser == nil && fixture.storedUsers.isEmpty)
                try await Auth.auth().signIn(withEmail: "taro@example.com", password: "correct-horse")
                #expect(
                    fixture.storedUsers == [
                        Keychain.ItemKey(
                            service: "AIzaSy-test", account: "firebase_auth_firebase_user", accessGroup: group)
                    ])
            }
            // The choice is in the app's defaults.
            try await fixture.run { _ in
                FirebaseApp.configure()
                #expect(Auth.auth().currentUser?.uid == "taro" && Auth.auth().userAccessGroup == group)
                try Auth.auth().signOut()
                #expect(fixture.storedUsers.isEmpty)
            }
        }
    }

    /// A process that has ended changes nothing any more.
    @Test func whatTheKeychainRefusesFails() async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client(keychain: true)
            let user = try await auth.signIn(withEmail: "taro@example.com", password: "correct-horse").user
            fixture.app.process?.end()
            let error = try await authError { try auth.signOut() }
            #expect(error?.authCode == .keychainError && error?.keychainReason?.rawValue == "keychain/process-ended")
            #expect(auth.currentUser === user && fixture.storedUsers.count == 1)
            let signIn = try await authError { try await auth.signInAnonymously() }
            #expect(signIn?.authCode == .keychainError && auth.currentUser === user)
        }
    }
}
