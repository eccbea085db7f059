public import BridgePrimitives

/// What a guard's script did, as the runner tells it: in the order in which it happened.
public enum GuardOperation: Hashable, Sendable {
    /// The script makes a router of its own.
    case makesRouter(ModuleRouter)
    /// The script registers a guard with the router.
    case registers(GuardKind)
    /// It looked at `currentUser`.
    case asked(isReady: Bool, isSignedIn: Bool)
    /// It waits until auth has read its storage.
    case waits
    /// It read `document.cookie`: whether the token's cookie stood there with a value, and whether user scripts at
    /// document end, which might write it, are still to run.
    case read(findsToken: Bool, isEarly: Bool)
    /// It asked a cookie library for a name.
    case lookedFor(name: String, finds: Bool)
    /// The library threw, since the cookie's encoding is broken.
    case unreadable
    /// It called what is not simulated, which threw.
    case misses(GuardError)
    case deletesCookie(name: String)
    case signsIn
    case signedIn
    case signInFailed(ReasonCode)
    /// The router has called a guard's function: whether that has a parameter for `next`.
    case called(call: Int, declaresNext: Bool)
    /// It called `next` of a guard call.
    case next(call: Int, NextArgument)
    /// A guard's function returned, or its promise was fulfilled.
    case returned(call: Int, GuardReturn)
    /// A guard's function threw, or its promise was rejected.
    case threw(call: Int, GuardError)
    /// It called the router's `push` or `replace`.
    case navigates(LocationInput, replaces: Bool)
}

/// The router that a script makes: what it gives `new VueRouter`, or `createRouter`.
public struct ModuleRouter: Hashable, Sendable {
    /// As ``RouteTable/init(json:generation:)`` reads them; a `beforeEnter` is an object for each function, and these
    /// are numbered as the table numbers them.
    public let routes: JSONValue
    public let mode: RouterMode
    public let base: String?

    public init(routes: JSONValue, mode: RouterMode, base: String? = nil) {
        (self.routes, self.mode, self.base) = (routes, mode, base)
    }
}

/// What a guard's script threw.
public struct GuardError: Hashable, Sendable {
    public let value: ThrownValue
    /// The error in words and where it was thrown, `src/router/guard.js:12:5`; holds no secrets.
    public let text: String
    /// Whether it came by a promise.
    public let isRejection: Bool
    /// Why the engine or the service refused, where that is known.
    public let reasons: [ReasonCode]

    public init(_ value: ThrownValue, text: String, isRejection: Bool = false, reasons: [ReasonCode] = []) {
        (self.value, self.text, self.isRejection, self.reasons) = (value, text, isRejection, reasons)
    }
}

/// What is known of a guard call when it decides, from what the script did until then.
struct GuardFacts: Hashable, Sendable {
    enum SignIn { case accepted, refused }

    private(set) var hasAsked = false
    private(set) var foundUser = false
    private(set) var hasRead = false
    private(set) var foundToken = false
    private(set) var readEarly = false
    private var missedName = false
    private var lookedForToken = false
    private var hasBegunSignIn = false
    private(set) var isUnreadable = false
    private(set) var signIn: SignIn?
    private(set) var hasDeletedCookie = false
    /// What the first call of what is not simulated threw.
    private(set) var missed: GuardError?

    /// - Parameter cookieName: the one that has the token.
    mutating func note(_ operation: GuardOperation, cookieName: String) {
        switch operation {
        case .asked(_, let isSignedIn):
            hasAsked = true
            foundUser = foundUser || isSignedIn
        case .waits: hasAsked = true
        case .read(let findsToken, let isEarly):
            hasRead = true
            foundToken = foundToken || findsToken
            readEarly = readEarly || isEarly
        case .lookedFor(let name, let finds):
            missedName = missedName || (!finds && name != cookieName)
            lookedForToken = lookedForToken || name == cookieName
        case .signsIn: hasBegunSignIn = true
        case .unreadable: isUnreadable = true
        case .signedIn: signIn = .accepted
        case .signInFailed: signIn = .refused
        case .deletesCookie(let name): hasDeletedCookie = hasDeletedCookie || name == cookieName
        case .misses(let error): missed = missed ?? error
        case .makesRouter, .registers, .called, .next, .returned, .threw, .navigates: break
        }
    }

    /// Whether the token was there, and what the guard looked for was another cookie, which was not.
    private var looksElsewhere: Bool { foundToken && missedName && !lookedForToken }

    /// Why the guard decided as it did, as far as that can be told from outside.
    func reasons(passing: Bool) -> [GuardReason] {
        switch signIn {
        case .accepted?: return [.tokenAccepted] + (hasDeletedCookie ? [.cookieDeleted] : [])
        case .refused?: return [.tokenRefused] + (looksElsewhere ? [.otherCookie] : [])
        case nil: break
        }
        if foundUser { return [.userPresent] }
        if hasBegunSignIn { return (looksElsewhere ? [.otherCookie] : []) + [.signInNotAwaited] }
        guard hasRead else { return passing ? (hasAsked ? [] : [.noAuthNeeded]) : (hasAsked ? [.cookieNotRead] : []) }
        if isUnreadable { return [.cookieUnreadable] }
        guard foundToken else { return [.cookieAbsent] + (readEarly ? [.readBeforeDocumentEnd] : []) }
        return looksElsewhere ? [.otherCookie] : [.tokenNotUsed]
    }

    /// The same of a guard that came to no decision: what it decided without it has nothing of.
    var reasonsWithoutDecision: [GuardReason] {
        let ofDecisions: Set<GuardReason> = [.cookieNotRead, .tokenNotUsed, .signInNotAwaited]
        return reasons(passing: false).filter { !ofDecisions.contains($0) }
    }
}
