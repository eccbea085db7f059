import BridgePrimitives
import BridgeTrace
import HTTPLoader
import HandoffBackend
import Testing
import Tokens

@Suite("The certificate cache", .timeLimit(.minutes(5)))
struct CertificateCacheTests {
    @Test(arguments: [
        (0, 1), (21_599, 1), (21_600, 2), (21_601, 2),  // max-age is exclusive (RFC 9111 §4.2)
        (-1, 2),  // a clock that was put back
    ])
    func obeysMaxAgeOnTheWorldsClock(seconds: Int, requests: Int) async throws {
        try await withStory { story async throws in
            #expect(try await story.exchange(story.idToken()).status == 200)
            #expect(story.auth.requests == 1)
            story.clock.advance(by: .seconds(seconds))
            #expect(try await story.exchange(story.idToken()).status == 200)
            #expect(story.auth.requests == requests)
        }
    }

    @Test(
        arguments: [
            (nil, nil, 0),  // says nothing: fetched each time
            ("no-store", nil, 0), ("max-age=600, no-cache", nil, 0), ("private", nil, 0),
            ("max-age=0", nil, 0), ("max-age=-1", nil, 0), ("max-age=", nil, 0), ("max-age=1.5", nil, 0),
            ("max-age=600", nil, 600), ("Public,MAX-AGE=600 ,x=\"max-age=1\"", nil, 600),
            ("max-age=600", "100", 500),  // 100 seconds old already
            ("max-age=600", "600", 0), ("max-age=600", "700", 0), ("max-age=600", "old", 600),
            ("max-age=99999999999999999999999", nil, 365 * 86_400),  // a year at most
        ] as [(String?, String?, Int)])
    func freshness(cacheControl: String?, age: String?, seconds: Int) async throws {
        try await withStory { story in
            story.auth.change { ($0.cacheControl, $0.age) = (cacheControl, age) }
            _ = await story.exchange(try story.idToken())
            if seconds > 0 {
                story.clock.advance(by: .seconds(seconds - 1))
                _ = await story.exchange(try story.idToken())
                #expect(story.auth.requests == 1)
                story.clock.advance(by: .seconds(1))
            }
            _ = await story.exchange(try story.idToken())
            #expect(story.auth.requests == 2)
        }
    }

    @Test func theBackendsFaceOfTheClockCounts() async throws {
        try await withStory { story in
            _ = await story.exchange(try story.idToken())
            story.clock.setSkew(.seconds(21_600), of: .backend)
            _ = await story.exchange(try story.idToken())
            #expect(story.auth.requests == 2)
        }
    }

    // MARK: - Rotation

    @Test func anUnknownKeyIDIsReasonToFetchOnce() async throws {
        try await withStory { story in
            let next = try Story.keys.get().next
            _ = await story.exchange(try story.idToken())
            let unknown = await story.exchange(try story.idToken(key: next))
            #expect(unknown.status == 401)
            #expect(unknown.code == "token/unknown-key-id")
            #expect(story.auth.requests == 2)

            try story.auth.publish(Story.keys.get().current, next)
            #expect(try await story.exchange(story.idToken(key: next)).status == 200)
            #expect(story.auth.requests == 3)
            #expect(try await story.exchange(story.idToken(key: next)).status == 200)
            #expect(try await story.exchange(story.idToken()).status == 200)
            #expect(story.auth.requests == 3)
        }
    }

    @Test func aFirstFetchIsNotRepeatedForAnUnknownKeyID() async throws {
        try await withStory { story in
            let answer = await story.exchange(try story.idToken(key: Story.keys.get().next))
            #expect(answer.code == "token/unknown-key-id")
            #expect(story.auth.requests == 1)
        }
    }

    @Test func aDroppedKeyIsForgottenWithTheNextFetch() async throws {
        try await withStory { story in
            #expect(try await story.exchange(story.idToken()).status == 200)
            try story.auth.publish(Story.keys.get().next)
            #expect(try await story.exchange(story.idToken()).status == 200)  // still fresh here
            story.clock.advance(by: .seconds(21_600))
            #expect(try await story.exchange(story.idToken()).code == "token/unknown-key-id")
        }
    }

    @Test func anotherKeyUnderTheSameIDIsNoticed() async throws {
        try await withStory { story in
            #expect(try await story.exchange(story.idToken()).status == 200)
            let imposter = try SigningKey(pem: Story.keys.get().next.pem, keyID: "k1")
            try story.auth.publish(imposter)
            story.clock.advance(by: .seconds(21_600))
            #expect(try await story.exchange(story.idToken()).code == "token/bad-signature")
            #expect(try await story.exchange(story.idToken(key: imposter)).status == 200)
        }
    }

    @Test func tokensThatNoKeyCanSaveCauseNoRequest() async throws {
        try await withStory { story in
            for token in ["", "x", "a.b.c", try story.idToken(unsigned: true)] { _ = await story.exchange(token) }
            #expect(story.auth.requests == 0)
        }
    }

    @Test func manyAtOnceFetchOnce() async throws {
        try await withStory { story in
            let token = try story.idToken()
            let statuses = await withTaskGroup(of: Int.self) { group in
                for _ in 0..<20 { group.addTask { await story.exchange(token).status } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses == Array(repeating: 200, count: 20))
            #expect(story.auth.requests == 1)
        }
    }

    // MARK: - Failures

    @Test func anAuthServiceThatIsDown() async throws {
        // Port 1 of the loopback address: nobody listens there.
        let story = try Story(auth: CertificateServer(), authURL: "http://127.0.0.1:1/x509")
        let answer = await story.exchange(try story.idToken())
        #expect(answer.status == 503)
        #expect(answer.code == "backend/keys-unavailable")
        #expect((answer.setCookie == nil))
        #expect(
            story.trace.events.flatMap(\.reasons).map(\.rawValue) == [
                "transport/could-not-connect", "backend/keys-unavailable",
            ])
    }

    @Test(
        arguments: [
            (500, nil, 503, "backend/keys-unavailable"),
            (404, nil, 503, "backend/keys-unavailable"),
            (302, nil, 503, "backend/keys-unavailable"),  // keys are not fetched from elsewhere
            (200, "", 500, "backend/keys-unreadable"),
            (200, "<html>", 500, "backend/keys-unreadable"),
            (200, "[]", 500, "backend/keys-unreadable"),
            (200, #"{"error":"no"}"#, 500, "backend/keys-unreadable"),
            (200, #"{"k1":1}"#, 500, "backend/keys-unreadable"),
            (
                200, #"{"k1":"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"}"#, 500,
                "backend/keys-unreadable"
            ),
            (200, "{}", 401, "token/unknown-key-id"),  // readable, and there are none
        ] as [(Int, String?, Int, String)])
    func badAnswersOfTheAuthService(status: Int, text: String?, expected: Int, code: String) async throws {
        try await withStory { story in
            story.auth.change { ($0.status, $0.text) = (status, text) }
            let answer = await story.exchange(try story.idToken())
            #expect(answer.status == expected)
            #expect(answer.code == code)
            // It is asked again, and all is well once it is.
            story.auth.change { ($0.status, $0.text) = (200, nil) }
            #expect(try await story.exchange(story.idToken()).status == 200)
        }
    }

    @Test func keysThatAreFreshOutliveAnOutage() async throws {
        try await withStory { story async throws in
            #expect(try await story.exchange(story.idToken()).status == 200)
            story.auth.change { $0.status = 500 }
            #expect(try await story.exchange(story.idToken()).status == 200)
            // Whether this key id is good cannot be known now.
            #expect(try await story.exchange(story.idToken(key: Story.keys.get().next)).status == 503)
            #expect(try await story.exchange(story.idToken()).status == 200)
            story.clock.advance(by: .seconds(21_600))
            #expect(try await story.exchange(story.idToken()).status == 503)
        }
    }
}
