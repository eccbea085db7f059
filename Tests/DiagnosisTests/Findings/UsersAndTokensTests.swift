import AuthEmulator
import BridgePrimitives
import BridgeTrace
import CookieStores
import Testing

@Suite("Findings: users and their tokens", .timeLimit(.minutes(5)))
struct UsersAndTokensTests {
    private let events = FindingEvents()

    @Test(arguments: [Masking.Policy.fingerprints, .revealed])
    func theTokenOfAUserWhoHasLeftIsTold(policy: Masking.Policy) {
        let events = FindingEvents(policy)
        let (out, write) = (events.account(.signedOut, "u1"), events.write(FindingEvents.token(of: "u1")))
        #expect(events.codes([out, write]) == ["handoff/script-still-installed"])
        #expect(events.codes([write, out]) == [])
        #expect(events.codes([out, events.write(FindingEvents.token(of: "u2"))]) == [])
        #expect(events.codes([out, events.write("abc")]) == [])
        #expect(events.codes([out, events.account(.signedIn, "u1"), write]) == [])
        // Another user's sign-in changes nothing about whose token it is.
        #expect(
            events.codes([out, events.account(.signedIn, "u2"), write]) == ["handoff/script-still-installed"])
        // A phone that was set back has its user without a sign-in.
        #expect(events.codes([out, events.token(.issued, of: "u1"), write]) == [])
    }

    @Test func layersOfDifferentUsersAreNamed() throws {
        let app = events.account(.signedIn, "u1")
        let page = events.account(.signedIn, "u2", by: .page)
        let found = events.findings([page, app, events.entered()])
        #expect(found.map(\.code.rawValue) == ["handoff/uid-differs"])
        #expect(found.first?.message == "Not all are one user: the app's user is u1, the page's user is u2.")
        #expect(found.first?.evidence == [0, 1])
        let rows: [([FindingEvents.Event], Bool)] = [
            ([app, events.account(.signedIn, "u1", by: .page), events.entered()], false),
            ([app, page], false),  // no page was entered yet
            ([page, events.entered()], false),  // nobody is signed in natively
            ([app, page, events.account(.signedOut, "u2", by: .page), events.entered()], false),
            (
                [
                    events.token(.accepted, .idToken, of: "u1", by: .backend),
                    events.token(.issued, of: "u2", by: .backend),
                ], true
            ),
            (
                [
                    events.token(.accepted, .idToken, of: "u1", by: .backend),
                    events.token(.issued, of: "u1", by: .backend),
                ], false
            ),
            // The old user's token is nobody's fault until it is used.
            (
                [
                    events.token(.accepted, .idToken, of: "u1", by: .backend), events.account(.signedIn, "u2"),
                    events.token(.issued, of: "u2", by: .backend),
                ], false
            ),
        ]
        for (index, row) in rows.enumerated() {
            #expect(events.codes(row.0) == (row.1 ? ["handoff/uid-differs"] : []), "row \(index)")
        }
    }

    @Test func claimsThatChangedAfterThePagesTokenAreTold() {
        let change: FindingEvents.Event = (
            .auth,
            .account(AccountEvent(.updated, uid: "u1", reasons: [AccountChangeReason.claimsChanged.code]))
        )
        let refresh = "refresh-token-of-the-page"
        let signIn = [
            events.token(.issued, .refreshToken, of: "u1", refresh), events.account(.signedIn, "u1", by: .page),
        ]
        let fresh = events.token(.accepted, .refreshToken, of: "u1", refresh)
        let another = events.token(.accepted, .refreshToken, of: "u1", "refresh-token-of-the-app")
        let code = ["handoff/stale-claims"]
        #expect(events.codes(signIn + [change, events.entered()]) == code)
        #expect(events.codes(signIn + [change, another, events.entered()]) == code)
        #expect(events.codes(signIn + [change, fresh, events.entered()]) == [])
        #expect(events.codes([change] + signIn + [events.entered()]) == [])
        #expect(events.codes(signIn + [change]) == [])
        // A change of something else, and somebody else's.
        #expect(events.codes(signIn + [events.account(.updated, "u1", by: .auth), events.entered()]) == [])
        let others: FindingEvents.Event = (
            .auth,
            .account(AccountEvent(.updated, uid: "u2", reasons: [AccountChangeReason.claimsChanged.code]))
        )
        #expect(events.codes(signIn + [others, events.entered()]) == [])
    }

    @Test func aSessionCookieOfEndedSessionsIsTold() {
        let end: FindingEvents.Event = (
            .auth,
            .account(AccountEvent(.updated, uid: "u1", reasons: [AccountChangeReason.sessionsEnded.code]))
        )
        let made = events.token(.issued, .sessionCookie, of: "u1", by: .backend, "first")
        let taken = events.token(.accepted, .sessionCookie, of: "u1", by: .backend, "first")
        let code = ["handoff/ended-session-accepted"]
        #expect(events.codes([made, end, taken]) == code)
        #expect(events.codes([made, end, taken, taken]) == code)
        #expect(events.codes([made, taken, end]) == [])
        #expect(events.codes([end, made, taken]) == [])
        // Another one of the same user that was made since, a refusal, and a change of something else.
        let later = events.token(.issued, .sessionCookie, of: "u1", by: .backend, "second")
        let takenLater = events.token(.accepted, .sessionCookie, of: "u1", by: .backend, "second")
        #expect(events.codes([made, end, later, takenLater]) == [])
        #expect(
            events.codes([made, end, events.token(.refused, .sessionCookie, of: "u1", by: .backend, "first")]) == [])
        #expect(events.codes([made, events.account(.updated, "u1", by: .auth), taken]) == [])
    }

    @Test func aWorkerThatComesAfterTheFirstRequestIsTold() {
        let first = events.request("https://app.test/")
        let later = events.request("https://app.test/", notes: [ServiceWorkerReason.headersAdded.code])
        #expect(events.codes([first, later, later]) == ["handoff/worker-too-late"])
        #expect(events.codes([first, first]) == [])
        // It was there from an earlier visit.
        #expect(events.codes([later, first, later]) == [])
        // Not a request for a page.
        #expect(events.codes([events.request("https://app.test/api", by: .page), later]) == [])
    }

    @Test func oneTokenThatServesTwiceIsTold() {
        let accepted = events.token(.accepted)
        #expect(events.codes([accepted, accepted, accepted]) == ["handoff/token-redeemed-twice"])
        #expect(events.codes([accepted, events.token(.accepted, of: "u2")]) == [])
        #expect(events.codes([accepted, events.token(.refused)]) == [])
        // The backend and the auth service both look at ID tokens, often.
        let idToken = events.token(.accepted, .idToken)
        #expect(events.codes([idToken, idToken]) == [])
    }

    @Test(arguments: [Masking.Policy.fingerprints, .revealed])
    func anIDTokenInTheCookieIsTold(policy: Masking.Policy) {
        let events = FindingEvents(policy)
        #expect(events.codes([events.write(FindingEvents.token(.idToken))]) == ["handoff/id-token-in-cookie"])
        #expect(events.codes([events.write(FindingEvents.token())]) == [])
    }

    @Test(arguments: [(3300, false), (3301, true), (3599, true), (3600, false), (0, false)] as [(Int64, Bool)])
    func anIDTokenThatIsNearlyOverIsTold(now: Int64, isTold: Bool) {
        let kind = events.token(.accepted, .idToken, by: .backend)
        let found = events.findings([kind], at: Instant(secondsSinceEpoch: now)).map(\.code.rawValue)
        #expect(found == (isTold ? ["handoff/id-token-near-its-end"] : []))
    }

    /// The token was issued at 00:00 by its issuer's clock.
    @Test(
        arguments: [
            (-10, "whoever issued it has a clock that is 10 s fast"), (5, "the verifier's clock is more than 5 s slow"),
        ] as [(Int64, String)])
    func aTokenOfTheFutureIsToldWithTheSkew(now: Int64, words: String) {
        let kind = events.token(.refused, .idToken, by: .backend, reasons: [TokenReason.issuedInFuture.code])
        let found = events.findings([kind, kind], at: Instant(secondsSinceEpoch: now))
        #expect(found.map(\.code.rawValue) == ["token/issued-in-future"])
        #expect(found.first?.message.contains(words) == true)
    }
}
