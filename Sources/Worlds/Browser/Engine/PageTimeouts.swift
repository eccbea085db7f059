/// When a page in an engine is judged: at once when it is signed in and at rest, and otherwise once nothing has changed for
/// long enough, as assertions of web tests are tried again until their timeout.
public struct PageTimeouts: Hashable, Sendable {
    /// Of a page without requests and events: it is at rest then.
    public var quiet = Duration.milliseconds(300)
    /// At rest on the sign-in page, with an exception, or with a server's error: it may still go on from there.
    public var atDeadEnd = Duration.milliseconds(1_200)
    /// At rest with nobody signed in.
    public var withoutUser = Duration.seconds(5)
    /// For all of it, in real time.
    public var page = Duration.seconds(30)

    /// Documents, or addresses, one after the other: more are a loop.
    static let documentLimit = 20, addressLimit = 100

    public init() {}

    /// - Parameters:
    ///   - rest: for how long the page has been at rest; nil while it is not.
    ///   - elapsed: since it was asked for.
    func isOver(_ judged: JudgedPage, rest: Duration?, elapsed: Duration) -> Bool {
        if judged.failure != nil || judged.isLooping || elapsed >= page { return true }
        guard let rest else { return false }
        if judged.isSignedIn { return true }
        return rest >= (judged.isAtDeadEnd ? atDeadEnd : withoutUser)
    }
}
