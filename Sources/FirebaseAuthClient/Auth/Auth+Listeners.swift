import BridgePrimitives
public import Foundation

/// What removes a listener again.
public final class AuthListenerHandle: Sendable {
    let id: Int
    init(id: Int) { self.id = id }
}

public typealias AuthStateDidChangeListenerHandle = AuthListenerHandle
public typealias IDTokenDidChangeListenerHandle = AuthListenerHandle
public typealias AuthStateDidChangeListenerBlock = @MainActor (Auth, User?) -> Void
public typealias IDTokenDidChangeListenerBlock = @MainActor (Auth, User?) -> Void

extension Notification.Name {
    /// Posted on the main actor whenever the ID token changes; the object is the ``Auth``.
    public static let AuthStateDidChange = Notification.Name("FIRAuthStateDidChangeNotification")
}

/// One listener, and whom it heard of.
final class AuthListener: Sendable {
    enum Kind { case tokens, users }
    private enum Heard { case nothing, of(String?) }

    private let kind: Kind
    private let call: @MainActor (Auth, User?) -> Void
    private let heard = Mutex(Heard.nothing)

    init(_ kind: Kind, call: @escaping @MainActor (Auth, User?) -> Void) { (self.kind, self.call) = (kind, call) }

    @MainActor func tell(_ auth: Auth, _ user: User?) {
        let isNews = heard.withLock { heard in
            defer { heard = .of(user?.uid) }
            if case .of(let uid) = heard { return kind == .tokens || uid != user?.uid }
            return true
        }
        if isNews { call(auth, user) }
    }
}

/// Announcements of one client, in order, one after the other on the main actor.
final class AnnouncementQueue: Sendable {
    private struct State {
        var waiting: [@MainActor () -> Void] = []
        var isRunning = false
    }

    private let state = Mutex(State())

    func append(_ announcement: @escaping @MainActor () -> Void, environment: FirebaseEnvironment) {
        let starts = state.withLock { state in
            state.waiting.append(announcement)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard starts else { return }
        environment.tasks.startOnMainActor {
            environment.run {
                while let next = self.next() { next() }
            }
        }
    }

    private func next() -> (@MainActor () -> Void)? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}

extension Auth {
    /// Calls `listener` once soon, then whenever another user, or nobody, is signed in.
    ///
    /// The first call may still tell of nobody while a stored user is being announced.
    public func addStateDidChangeListener(
        _ listener: @escaping AuthStateDidChangeListenerBlock
    ) -> AuthStateDidChangeListenerHandle {
        add(AuthListener(.users, call: listener))
    }

    public func removeStateDidChangeListener(_ listenerHandle: AuthStateDidChangeListenerHandle) {
        remove(listenerHandle)
    }

    /// What a listener of ``addStateDidChangeListener(_:)`` is called with, for as long as it is iterated.
    public var authStateChanges: AsyncStream<User?> {
        AsyncStream { continuation in
            let handle = addStateDidChangeListener { _, user in continuation.yield(user) }
            continuation.onTermination = { [weak self] _ in self?.removeStateDidChangeListener(handle) }
        }
    }

    /// Calls `listener` once soon, then whenever there is another ID token.
    public func addIDTokenDidChangeListener(
        _ listener: @escaping IDTokenDidChangeListenerBlock
    ) -> IDTokenDidChangeListenerHandle {
        add(AuthListener(.tokens, call: listener))
    }

    public func removeIDTokenDidChangeListener(_ listenerHandle: IDTokenDidChangeListenerHandle) {
        remove(listenerHandle)
    }

    private func add(_ listener: AuthListener) -> AuthListenerHandle {
        let id = state.withLock { state in
            state.nextListener += 1
            if !state.isRetired { state.listeners.append((state.nextListener, listener)) }
            return state.nextListener
        }
        announcements.append(
            { [weak self] in
                guard let self, let listener = self.listeners.first(where: { $0.id == id })?.listener else { return }
                listener.tell(self, self.currentUser)
            }, environment: environment)
        return AuthListenerHandle(id: id)
    }

    private func remove(_ handle: AuthListenerHandle) {
        state.withLock { $0.listeners.removeAll { $0.id == handle.id } }
    }

    private var listeners: [(id: Int, listener: AuthListener)] { state.withLock { $0.listeners } }

    /// Tells the listeners, unless they heard of this token already.
    func announceChange() {
        let token = session?.tokens.idToken
        let isNews = state.withLock { state in
            defer { state.announcedToken = token }
            return state.announcedToken?.reveal() != token?.reveal()
        }
        guard isNews else { return }
        announcements.append(
            { [weak self] in
                guard let self, !self.state.withLock({ $0.isRetired }) else { return }
                NotificationCenter.default.post(name: .AuthStateDidChange, object: self)
                for (_, listener) in self.listeners { listener.tell(self, self.currentUser) }
            }, environment: environment)
    }
}
