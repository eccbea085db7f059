import BridgePrimitives
import FirebaseAuthClient
import Foundation
import Testing

@Suite("Client: listeners", .timeLimit(.minutes(5)))
@MainActor
struct ListenerTests {
    @MainActor final class Log {
        nonisolated init() {}
        var users: [String?] = []
        var tokens: [String?] = []
        var environments: Set<ObjectIdentifier> = []
    }

    /// A new token is no news to whoever asks for users only.
    @Test func usersAndTokensAreAnnouncedApart() async throws {
        try await Fixture.lend { fixture in
            try await fixture.run { environment in
                FirebaseApp.configure()
                let auth = Auth.auth()
                let log = Log()
                let users = auth.addStateDidChangeListener { _, user in
                    log.users.append(user?.uid)
                    if let current = FirebaseEnvironment.current { log.environments.insert(ObjectIdentifier(current)) }
                }
                let tokens = auth.addIDTokenDidChangeListener { _, user in log.tokens.append(user?.uid) }
                await environment.settle()
                let user = try await auth.signIn(withEmail: "taro@example.com", password: "correct-horse").user
                fixture.clock.advance(by: .seconds(1))
                _ = try await user.getIDToken(forcingRefresh: true)
                _ = try await user.getIDToken()  // the same token again
                await environment.settle()
                #expect(log.users == [nil, "taro"] && log.tokens == [nil, "taro", "taro"])
                try auth.signOut()
                try auth.signOut()
                await environment.settle()
                #expect(log.users == [nil, "taro", nil] && log.tokens == [nil, "taro", "taro", nil])
                #expect(log.environments == [ObjectIdentifier(environment)])
                auth.removeStateDidChangeListener(users)
                auth.removeIDTokenDidChangeListener(tokens)
                try await auth.signInAnonymously()
                await environment.settle()
                #expect(log.users.count == 3 && log.tokens.count == 4)
            }
        }
    }

    /// Two apps in one test process have nothing in common but the service.
    @Test func environmentsAreApart() async throws {
        try await Fixture.lend { fixture in
            try await fixture.run { _ in
                FirebaseApp.configure()
                try await Auth.auth().signIn(withEmail: "taro@example.com", password: "correct-horse")
                let other = FirebaseEnvironment(
                    transport: fixture.transport, clock: fixture.clock, trace: fixture.trace, service: fixture.host)
                try other.run {
                    #expect(FirebaseApp.app() == nil && FirebaseApp.allApps == nil)
                    FirebaseApp.configure(options: try FirebaseOptions(propertyList: Array(Fixture.plist.utf8)))
                    #expect(Auth.auth().currentUser == nil)
                    #expect(Auth.auth().app === FirebaseApp.app())
                }
                #expect(Auth.auth().currentUser?.uid == "taro")
                await other.end()
            }
        }
    }

    @Test func afterTheEndNobodyIsCalled() async throws {
        try await Fixture.lend { fixture in
            let log = Log()
            var auth: Auth?
            try await fixture.run { environment in
                FirebaseApp.configure()
                auth = Auth.auth()
                _ = auth?.addStateDidChangeListener { _, user in log.users.append(user?.uid) }
                await environment.settle()
            }
            try await auth?.signIn(withCustomToken: fixture.customToken("taro"))
            #expect(log.users == [nil])
        }
    }
}
