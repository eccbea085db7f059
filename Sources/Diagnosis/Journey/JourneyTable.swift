import BridgePrimitives
import BridgeTrace
import Reasons

/// How the page was seen to end, and how it was to end.
struct Ending {
    let verdict: Verdict
    /// Nil for signed in.
    let expected: Verdict?

    var wantsSignedOut: Bool { expected == .signedOut }
}

/// One row of the table by which a journey that broke is explained: what is asked, at which station, and what it answers.
///
/// The rows are asked in their order, and the first answer is the cause. What decides against the user is asked first, from the
/// load of the page to what the page came to; a row that only repeats the ending comes last.
struct JourneyRow: Sendable {
    /// What can be known of a page: its guard's steps, or only what came out of it.
    enum View: Sendable { case both, guarded, outside }

    let station: Station
    let view: View
    /// What the row asks, in a few words.
    let condition: String
    let gap: @Sendable (Journey, Ending) -> Gap?

    init(
        _ station: Station, _ condition: String, of view: View = .both,
        _ gap: @escaping @Sendable (Journey, Ending) -> Gap?
    ) {
        (self.station, self.condition, self.view, self.gap) = (station, condition, view, gap)
    }

    /// The cause: what the first row says that has something to say.
    static func first(of journey: Journey, _ ending: Ending) -> Gap? {
        let isOutside = journey.isInEngine
        return table.lazy.filter { $0.view == .both || ($0.view == .outside) == isOutside }
            .compactMap { $0.gap(journey, ending) }.first
    }

    static let table = load + guarded + outside
}

// MARK: - The page's load

extension JourneyRow {
    fileprivate static let load = [
        JourneyRow(.presented, "The page asks for something that the app has to show", of: .outside) { journey, _ in
            // The engine's own words for these are that a policy interrupted the load.
            [PageWishReason.download, .credentialsWanted].lazy.compactMap { journey.gap(ifEndedIn: $0) }.first
        },
        JourneyRow(.presented, "The page did not load") { journey, _ in journey.failedLoad(in: journey.page) },
        JourneyRow(.presented, "The engine had no page to show", of: .outside) { journey, _ in journey.notShown },
        JourneyRow(.presented, "The page is not the web app's") { journey, _ in journey.leftTheApp },
        JourneyRow(.accepted, "The server answered with an error, and said why", of: .outside) { journey, _ in
            journey.hasEnded(in: .errorStatus) ? journey.refusalOnErrorPage : nil
        },
        JourneyRow(.accepted, "The server answered with an error, in words that are known", of: .outside) {
            journey, _ in
            journey.hasEnded(in: .errorStatus) ? journey.wordsOnErrorPage : nil
        },
        JourneyRow(.kept, "The server answered with an error, and the session was kept back", of: .outside) {
            journey, _ in
            journey.hasEnded(in: .errorStatus) ? journey.keptBack : nil
        },
        JourneyRow(.presented, "The server answered with an error", of: .outside) { journey, _ in
            journey.hasEnded(in: .errorStatus)
                ? journey.errorPage ?? journey.gap(endingIn: PageReason.errorStatus) : nil
        },
    ]
}

// MARK: - A guard whose steps are known

extension JourneyRow {
    fileprivate static let guarded = [
        JourneyRow(.presented, "The page has no routes", of: .guarded) { journey, _ in journey.noRoutes },
        JourneyRow(.presented, "The router reads its route from behind the #", of: .guarded) { journey, ending in
            ending.wantsSignedOut ? journey.pathOutsideHash : nil
        },
        JourneyRow(.held, "The guard does not end, and the page was to stay signed out", of: .guarded) {
            journey, ending in
            ending.verdict != .signedOut && ending.wantsSignedOut ? journey.guardDefect : nil
        },
        JourneyRow(.read, "The guard cannot be run", of: .guarded) { journey, _ in journey.brokenModule },
        JourneyRow(.held, "The guard did not wait for the session that is there", of: .guarded) { journey, _ in
            journey.authNotReady
        },
        JourneyRow(.held, "The service ended the session that was there", of: .guarded) { journey, _ in
            journey.endedSession
        },
        JourneyRow(.read, "The guard decided without a look at the cookies", of: .guarded) { journey, ending in
            guard journey.read == nil else { return nil }
            return journey.cookieNotRead ?? journey.publicPage ?? journey.guardDefect
                ?? (ending.wantsSignedOut ? nil : journey.passedUnlooked)
        },
        JourneyRow(.held, "The token was accepted, and the guard went wrong", of: .guarded) { journey, _ in
            journey.read != nil && journey.isTokenAccepted ? journey.guardMistake : nil
        },
        JourneyRow(.read, "The cookie cannot be read", of: .guarded) { journey, _ in
            journey.isUnsettled ? journey.unreadable : nil
        },
        JourneyRow(.accepted, "The auth service refused the token", of: .guarded) { journey, _ in
            guard journey.isUnsettled, let signIn = journey.signInByGuard else { return nil }
            let refused = journey.refusedToken(after: signIn)
            let hasNoToken = refused?.code == AuthReason.missingCustomToken.code
            return (hasNoToken ? journey.unusedToken : nil) ?? refused ?? journey.guardMistake
        },
        JourneyRow(.read, "The guard did not sign in with what it had found", of: .guarded) { journey, _ in
            journey.isUnsettled && journey.signInByGuard == nil ? journey.unusedToken ?? journey.unusedCookie : nil
        },
        JourneyRow(.presented, "The guard could not see the cookie", of: .guarded) { journey, ending in
            guard journey.isUnsettled, journey.signInByGuard == nil, !journey.guardSawCookie else { return nil }
            // A page that was to stay signed out needs no cookie.
            if ending.wantsSignedOut { return journey.guardDefect }
            // A guard that hung before the cookie could have come too late is what came first.
            let absence = journey.absence(from: .script)
            guard ending.verdict == .hanging || ending.verdict == .looping, let defect = journey.guardDefect,
                defect.isBefore(absence)
            else { return absence }
            return defect
        },
    ]
}

// MARK: - A page that is known from outside

extension JourneyRow {
    fileprivate static let outside = [
        JourneyRow(.accepted, "A server said that it does not know the user", of: .outside) { journey, _ in
            journey.turnedAway
        },
        JourneyRow(.accepted, "The auth service refused the token", of: .outside) { journey, _ in
            journey.refusedToken(after: (journey.pageStart ?? 0) - 1)
        },
        JourneyRow(.presented, "A server refused, and its session is known", of: .outside) { journey, ending in
            ending.wantsSignedOut ? nil : journey.server.gap
        },
        JourneyRow(.held, "The page went on while it signed in", of: .outside) { journey, _ in
            journey.leftWhileSigningIn
        },
        JourneyRow(.presented, "The page cannot be asked", of: .outside) { journey, _ in
            [PageReason.busy, .badProof].lazy.compactMap { journey.gap(ifEndedIn: $0) }.first
        },
        JourneyRow(.presented, "The page's policy blocks a request", of: .outside) { journey, _ in journey.policy },
        // A page that was to stay signed out and did is not at fault.
        JourneyRow(.held, "The page was to stay signed out", of: .outside) { journey, ending in
            ending.wantsSignedOut ? journey.exception ?? journey.gapAtEnding : nil
        },
        JourneyRow(.held, "The page did not wait for the session that is there", of: .outside) { journey, _ in
            journey.storedSessionIgnored
        },
        JourneyRow(.answered, "The page is signed in, and its server has no session", of: .outside) { journey, _ in
            journey.hasEnded(in: .signedInTooLate)
                ? journey.ownFailedRequest ?? journey.exception ?? journey.mistakeAfterSignIn ?? journey.server.unset
                    ?? journey.gapAtEnding : nil
        },
        JourneyRow(.kept, "The session was kept back", of: .outside) { journey, _ in
            journey.hasEnded(in: .noProof) ? journey.keptBack : nil
        },
        JourneyRow(.presented, "The page that was to sign in did not find the token, or left it", of: .outside) {
            journey, _ in
            guard let ended = journey.ended, journey.hasEnded(in: .noProof), !journey.hasEnded(in: .neverAsked),
                !journey.customTokens.isEmpty, !journey.hasSignedInByToken,
                journey.isHandedOverInCookie || journey.otherName != nil
            else { return nil }
            let isEndless = journey.hasEnded(in: .looping) || journey.hasEnded(in: .waiting)
            return journey.gapAtLook(isEndless: isEndless, endedAt: ended)
        },
        JourneyRow(.presented, "Something that the page needs did not come", of: .outside) { journey, _ in
            journey.hasEnded(in: .noProof)
                ? journey.exception ?? journey.missingScript ?? journey.keptScript ?? journey.failedRequest
                    ?? journey.server.unset ?? journey.gapAtEnding : nil
        },
        JourneyRow(.accepted, "The sign-in got no answer", of: .outside) { journey, _ in
            journey.unanswered ?? journey.notSimulated
        },
        JourneyRow(.presented, "The page's scripts did not find the cookie, or left it", of: .outside) { journey, _ in
            // An app that waits to be asked has put nothing where a look could have found it.
            guard let ended = journey.ended,
                journey.isHandedOverInCookie || !journey.hasEnded(in: .neverAsked) && journey.lookInEngine != nil
            else { return nil }
            let isEndless = journey.hasEnded(in: .looping) || journey.hasEnded(in: .waiting)
            return journey.gapAtLook(isEndless: isEndless, endedAt: ended)
        },
        JourneyRow(.asked, "The page did not ask the app", of: .outside) { journey, _ in
            journey.gap(ifEndedIn: PageReason.neverAsked)
        },
        JourneyRow(.presented, "A script of the page failed, or did not run", of: .outside) { journey, _ in
            journey.exception ?? journey.missingScript ?? journey.keptScript ?? journey.failedRequest
        },
        JourneyRow(.asked, "No request asked the server for a session", of: .outside) { journey, _ in
            journey.server.unset
        },
        JourneyRow(.held, "What the page came to", of: .outside) { journey, _ in journey.gapAtEnding },
    ]
}

// MARK: - A recording of the network

/// One row of what is asked of a recording: each may have several answers, and the first of all is the cause.
struct RecordedRow: Sendable {
    let station: Station
    /// What the row asks, in a few words.
    let condition: String
    /// Whether it is asked only where no row above it has an answer.
    let isLastResort: Bool
    let gaps: @Sendable (RecordedJourney) -> [Gap?]

    init(
        _ station: Station, _ condition: String, isLastResort: Bool = false,
        _ gaps: @escaping @Sendable (RecordedJourney) -> [Gap?]
    ) {
        (self.station, self.condition, self.isLastResort, self.gaps) = (station, condition, isLastResort, gaps)
    }

    /// Never empty.
    static func gaps(of journey: RecordedJourney) -> [Gap] {
        table.reduce([]) { gaps, row in
            row.isLastResort && !gaps.isEmpty ? gaps : gaps + row.gaps(journey).compactMap(\.self)
        }
    }

    private static let table = [
        RecordedRow(.kept, "Cookies and credentials were left out") { [$0.leftOut] },
        RecordedRow(.read, "A header that a server refused holds no token") { $0.unusableHeaders },
        RecordedRow(.presented, "A server refused, and its session is known") { [$0.serverGap] },
        RecordedRow(.kept, "The handoff's cookie was refused, or lost on its way") { $0.losses },
        RecordedRow(.presented, "The handoff's cookie is for another host than the page") { $0.otherHosts },
        RecordedRow(.received, "A request got no answer, and why is known") { [$0.unanswered] },
        RecordedRow(.accepted, "A token was refused") { $0.refusedTokens },
        RecordedRow(.accepted, "The auth service refused a sign-in") { $0.refusedSignIns },
        RecordedRow(.presented, "No script of the page can read the token") { $0.hidden },
        RecordedRow(.accepted, "A token would be refused, and was not tried") { $0.doubtfulTokens },
        RecordedRow(.presented, "A token is in an address") { $0.shown },
        RecordedRow(.presented, "The model would not have sent a cookie") { $0.unexplained },
        RecordedRow(.presented, "The page was redirected without an end") { [$0.endlessRedirects] },
        // Where the session was handed over, cookies of others are of no weight.
        RecordedRow(.held, "The auth service accepted the token", isLastResort: true) {
            [$0.facts.acceptedSignIn == nil ? nil : $0.agreement]
        },
        RecordedRow(.kept, "Another cookie was refused, or lost on its way") { $0.lossesOfOthers },
        RecordedRow(.asked, "No request asked the server for a session") { [$0.unset] },
        RecordedRow(.answered, "No request and no answer has the handoff's cookie") { [$0.neverSeen] },
        RecordedRow(.presented, "The recording is as the model has it", isLastResort: true) { [$0.agreement] },
    ]

    /// What is worth knowing, and no cause.
    static let notes = [
        RecordedRow(.kept, "A cookie was there before") { [$0.fromElsewhere] },
        RecordedRow(.accepted, "Production would refuse a token, and an emulator would take it") {
            $0.tokensForEmulators
        },
    ]
}

extension Journey {
    /// The guard's look at the cookies.
    fileprivate var read: Int? { routing.first { $0.event.step == .read }?.sequence }

    fileprivate var isTokenAccepted: Bool {
        routing.contains { $0.event.reasons.contains(GuardReason.tokenAccepted.code) }
    }

    /// The guard looked, and nobody was signed in by what it found.
    fileprivate var isUnsettled: Bool { read != nil && !isTokenAccepted }

    fileprivate var signInByGuard: Int? {
        read.flatMap { read in routing.first { $0.event.step == .signIn && $0.sequence > read }?.sequence }
    }

    fileprivate var guardSawCookie: Bool {
        guardRead.map { $0.event.visible.contains { $0.name == cookieName } } ?? false
    }

    /// The guard saw the cookie, and made nothing of it.
    fileprivate var unusedCookie: Gap? {
        guard let seen = guardRead, let found = seen.event.visible.first(where: { $0.name == cookieName }),
            let read = routing.first(where: { $0.event.step == .read })
        else { return nil }
        let foundNone = routing.contains { $0.event.reasons.contains(GuardReason.cookieAbsent.code) }
        if !foundNone, let guardDefect { return guardDefect }
        guard found.value == MaskedText.noValue else {
            return Gap(
                GuardReason.otherCookie,
                "At \(read.event.path) the guard read \(read.event.detail), and \(cookieName) was visible, with a value.",
                at: seen.sequence)
        }
        return Gap(HandoffReason.emptyCookie, "The guard found \(cookieName) without a value.", at: seen.sequence)
    }

    /// Whether the page asked the auth service to sign in.
    fileprivate var hasSignedInByToken: Bool { routing.contains { $0.event.step == .signIn } }

    fileprivate var wordsOnErrorPage: Gap? {
        guard let last = pageAnswers.last, let pageStart else { return nil }
        return ServerWords(journey: self).gap(
            because: "The page's server answered \(last.url) with \(last.status)", from: pageStart)
    }

    fileprivate func hasEnded(in reason: PageReason) -> Bool {
        ended.map { $0.event.reasons.contains(reason.code) } ?? false
    }

    fileprivate func gap(ifEndedIn reason: some Reason) -> Gap? {
        ended.flatMap { $0.event.reasons.contains(reason.code) ? gap(endingIn: reason) : nil }
    }

    /// The page signed in before and has its session still; opened again, it ended on its sign-in page without asking
    /// anybody to sign it in.
    fileprivate var storedSessionIgnored: Gap? {
        guard let pageStart, hasEnded(in: .onSignInPage), let ended, let user = pageUser(before: pageStart),
            !routing.contains(where: { $0.sequence >= pageStart && $0.event.step == .signIn }),
            lookInEngine?.event.visible.contains(where: { $0.name == cookieName }) != true
        else { return nil }
        switch loss(from: .script, before: pageStart).gap?.code {
        // A cookie that has served may go.
        case nil, GuardReason.cookieDeleted.code: break
        default: return nil
        }
        return Gap(
            GuardReason.authNotReady,
            "The page signed in as \(user) before, and nothing took that session away. Opened again, it went to"
                + " \(ended.event.path) and asked nobody to sign it in: its guard looked at currentUser before the SDK had read"
                + " the stored session.", at: ended.sequence)
    }
}
