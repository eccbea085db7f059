import BridgePrimitives
import BridgeTrace
import HandoffBackend
import Testing
import Tokens

@Suite("Who registers and who is found", .timeLimit(.minutes(5)))
struct UserDirectoryTests {
    @Test func registersAndFindsTheCurrentUser() async throws {
        try await withStory { story in
            let token = try story.idToken(changing: [("picture", "https://pic.test/1")])
            let user: JSONValue = [
                "type": "users", "id": "1",
                "attributes": [
                    "uid": "u1", "name": "Taro", "email": "taro@example.com", "picture": "https://pic.test/1",
                    "sign-in-provider": "twitter.com", "created-at": "2026-11-21T09:00:00.000Z",
                ],
                "links": ["self": "/v1/users/1"],
            ]
            func document(at path: String) -> JSONValue {
                ["jsonapi": ["version": "1.1"], "links": ["self": .string(path)], "data": user]
            }
            let created = await story.ask("POST", "/v1/users", token)
            #expect(created.status == 201)
            #expect(created.document == document(at: "/v1/users"))
            #expect(created.location == "/v1/users/1")

            story.clock.advance(by: .seconds(60))
            let again = await story.ask("POST", "/v1/users", token)
            #expect(again.status == 200)
            #expect(again.document == created.document)  // created when it was
            #expect(again.location == nil)
            for path in ["/v1/users/me", "/v1/users/1"] {
                let found = await story.ask("GET", path, token)
                #expect(found.status == 200)
                #expect(found.document == document(at: path))
            }
            #expect(
                story.accountEvents == [
                    AccountEvent(.created, uid: "u1", provider: "twitter.com"),
                    AccountEvent(.found, uid: "u1", provider: "twitter.com"),
                    AccountEvent(.found, uid: "u1", provider: "twitter.com"),
                    AccountEvent(.found, uid: "u1", provider: "twitter.com"),
                ])
            #expect(story.trace.events.allSatisfy { $0.actor == .backend })
        }
    }

    @Test func aGoodTokenOfSomebodyWhoHasNotRegistered() async throws {
        try await withStory { story in
            let answer = await story.ask("GET", "/v1/users/me", try story.idToken())
            #expect(answer.status == 404)
            #expect(answer.code == "users/not-registered")
            #expect(answer.challenge == nil)
            #expect(story.tokenEvents.map(\.action) == [.accepted])
            #expect(
                story.accountEvents == [
                    AccountEvent(
                        .refused, uid: "u1", provider: "password", reasons: [UsersReason.notRegistered.code])
                ])
            #expect(try story.store.all().isEmpty)
        }
    }

    @Test func nobodySeesAnother() async throws {
        try await withStory { story in
            _ = await story.ask("POST", "/v1/users", try story.idToken(uid: "u1"))
            let other = try story.idToken(uid: "u2")
            #expect(await story.ask("POST", "/v1/users", other).location == "/v1/users/2")
            // One that is another's and one that is nobody's look the same.
            let answers = [
                await story.ask("GET", "/v1/users/1", other), await story.ask("GET", "/v1/users/99", other),
            ]
            #expect(answers.map(\.status) == [404, 404])
            #expect(answers[0].document == answers[1].document)
            #expect(answers[0].code == "users/no-such-user")
        }
    }

    /// Two uids that are one text to somebody who cuts at a NUL, or folds letters or accents, are two users.
    @Test func uidsAreComparedByteByByte() async throws {
        let uids = ["a", "a\0", "a\0b", "A", "é", "e\u{301}", " a", "a ", "'; DROP TABLE user; --", "👩🏽‍💻"]
        try await withStory { story in
            for uid in uids {
                #expect(await story.ask("POST", "/v1/users", try story.idToken(uid: uid)).status == 201, "\(uid)")
            }
            for uid in uids {
                let found = await story.ask("GET", "/v1/users/me", try story.idToken(uid: uid))
                let shown = found.attribute("uid")?.stringValue ?? ""
                #expect(shown.utf8.elementsEqual(uid.utf8))
            }
            #expect(try story.store.all().count == uids.count)
        }
    }

    @Test func claimsThatAreMissingOrNoTextAreNull() async throws {
        try await withStory { story in
            let token = try story.idToken(changing: [("name", 1), ("email", nil), ("firebase", "x")])
            let answer = await story.ask("POST", "/v1/users", token)
            #expect(answer.status == 201)
            for name in ["name", "email", "picture", "sign-in-provider"] {
                #expect(answer.attribute(name) == .null, "\(name)")
            }
        }
    }

    @Test func manyFirstCallsAtOnceMakeOneUser() async throws {
        try await withStory { story in
            let token = try story.idToken()
            let statuses = await withTaskGroup(of: Int.self) { group in
                for _ in 0..<20 { group.addTask { await story.ask("POST", "/v1/users", token).status } }
                return await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.sorted() == Array(repeating: 200, count: 19) + [201])
            #expect(try story.store.all().count == 1)
        }
    }

    @Test func theBackendsClockCounts() async throws {
        try await withStory { story in
            let token = try story.idToken()
            story.clock.setSkew(.seconds(-3), of: .backend)
            #expect(await story.ask("POST", "/v1/users", token).code == "token/issued-in-future")
            story.clock.setSkew(.seconds(60), of: .backend)
            let answer = await story.ask("POST", "/v1/users", token)
            #expect(answer.attribute("created-at") == "2026-11-21T09:01:00.000Z")
        }
    }

    @Test func lenientChecksTakeWhatAnEmulatorGives() async throws {
        var configuration = Backend.Configuration()
        configuration.checks = .lenient
        try await withStory(configuration: configuration) { story in
            let unsigned = try story.idToken(unsigned: true)
            #expect(await story.ask("POST", "/v1/users", unsigned).status == 201)
            #expect(story.tokenEvents.last?.reasons.map(\.rawValue).contains("token/wrong-algorithm") == true)
            #expect(await story.ask("GET", "/v1/users/me", try story.idToken(project: "other")).status == 401)
        }
    }

    // MARK: - A store that fails

    @Test func aFullStoreRefusesTheNewAndKeepsTheOld() async throws {
        try await withStory(store: UserStore(path: nil, sizeLimit: 40_000)) { story in
            let known = try story.idToken(uid: "known")
            #expect(await story.ask("POST", "/v1/users", known).status == 201)
            let large = try story.idToken(changing: [("name", .string(String(repeating: "n", count: 40_000)))])
            let refused = await story.ask("POST", "/v1/users", large)
            #expect(refused.status == 503)
            #expect(refused.code == "user-database/disk-full")
            #expect(story.accountEvents.last?.reasons.map(\.rawValue) == ["user-database/disk-full"])
            #expect(await story.ask("GET", "/v1/users/me", known).status == 200)
        }
    }

    @Test func aStoreThatIsClosed() async throws {
        try await withStory { story in
            try story.store.close()
            for (method, path) in [("POST", "/v1/users"), ("GET", "/v1/users/me")] {
                let answer = await story.ask(method, path, try story.idToken())
                #expect(answer.status == 500)
                #expect(answer.code == "user-database/failed")
            }
        }
    }
}
