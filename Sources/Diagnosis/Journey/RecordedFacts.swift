package import BridgePrimitives
package import BridgeTrace
import Reasons
package import Tokens

/// A token that a recording has in a cookie or a header.
package struct RecordedToken: Sendable {
    /// Whether the recording shows what was made of it.
    package enum Outcome: Sendable { case accepted, refused, untried }

    /// The cookie's name; nil for `Authorization`.
    package let cookie: String?
    package let hop: Int
    /// Whether an answer set it; else a request had it.
    package let isSet: Bool
    package let inspected: InspectedCredential
    /// What its reader would have said then.
    package let verdict: ReaderVerdict
    package let age: Duration?
    /// Of a custom token; others are traded nowhere.
    package let outcome: Outcome

    package init(
        cookie: String?, hop: Int, isSet: Bool, _ inspected: InspectedCredential, at time: Instant, _ outcome: Outcome
    ) {
        self.cookie = cookie
        self.hop = hop
        self.isSet = isSet
        self.inspected = inspected
        verdict = inspected.verdict(of: inspected.kind.reader, projectID: nil, keys: KnownKeys(), now: time)
        age = inspected.issueTime.map { time - $0 }
        self.outcome = inspected.kind == .customToken ? outcome : .untried
    }

    package var isUntried: Bool { inspected.kind == .customToken && outcome == .untried }
    /// Whether an emulator would take it: which service the page would have asked is not known.
    var isForEmulatorOnly: Bool {
        isUntried && verdict.refusals.allSatisfy { $0 == .mintedForEmulator || $0 == .wrongAlgorithm }
    }
}

/// What a recording has of one client besides the events of its trace.
package struct RecordedFacts: Sendable {
    package let masking: Masking
    /// Whether other clients made requests too.
    package var isPart = false
    /// Whether an app made these requests itself, with no page and no scripts.
    package var isApps = false
    /// What is said of a recording that has no cookies at all; nil for one that has some.
    package var leftOut: String?
    package var tokens: [RecordedToken] = []
    /// How a header is written that a server refused and that holds no token, with what it says if that is no secret.
    package var unusableHeaders: [(hop: Int, code: ReasonCode, word: String)] = []
    /// Calls with a custom token that the auth service refused, in its words.
    package var refusedSignIns: [(hop: Int, words: String)] = []
    /// The call with a custom token that it accepted.
    package var acceptedSignIn: Int?
    /// Cookies that no answer set; `isKnown` is one that an answer to another client set.
    package var foreign: [(name: String, hop: Int, isHeld: Bool, isKnown: Bool)] = []
    /// Cookies that the model would have sent, and that it would not, with what explains it.
    package var differences: [(hop: Int, missing: [String], extra: [String], explanation: String)] = []
    /// Tokens that addresses have.
    package var inAddresses: [TraceEvent] = []

    package init(masking: Masking) { self.masking = masking }
}
