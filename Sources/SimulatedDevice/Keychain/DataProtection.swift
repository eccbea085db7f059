import BridgePrimitives

/// Whether a device is locked, and who waits for it to be unlocked.
///
/// After a restart files and keychain items stay encrypted until the passcode is entered once; some of them are
/// encrypted again whenever the device is locked.
public final class DataProtection: Sendable {
    public enum State: String, CaseIterable, Sendable {
        /// Restarted, and the passcode was not entered yet.
        case beforeFirstUnlock = "before-first-unlock"
        case locked
        case unlocked

        /// Whether items of that accessibility can be read and written.
        public func allows(_ accessibility: Keychain.Accessibility) -> Bool {
            switch accessibility {
            case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: self != .beforeFirstUnlock
            case .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly: self == .unlocked
            }
        }
    }

    private struct Guarded {
        var state: State
        var hasPasscode: Bool
        var waiters: [Int: (owner: ObjectIdentifier, continuation: CheckedContinuation<Void, Never>)] = [:]
        var nextWaiter = 0
    }
    private let guarded: Mutex<Guarded>

    public init(_ state: State = .unlocked, hasPasscode: Bool = true) {
        guarded = Mutex(Guarded(state: state, hasPasscode: hasPasscode))
    }

    public var state: State { guarded.withLock { $0.state } }
    public var hasPasscode: Bool { guarded.withLock { $0.hasPasscode } }

    /// Why an item of that accessibility cannot be written now; nil when it can.
    func refusal(writing accessibility: Keychain.Accessibility) -> KeychainReason? {
        guarded.withLock { guarded in
            if accessibility == .whenPasscodeSetThisDeviceOnly, !guarded.hasPasscode { return .passcodeNotSet }
            return guarded.state.allows(accessibility) ? nil : .interactionNotAllowed
        }
    }

    func set(hasPasscode: Bool) { guarded.withLock { $0.hasPasscode = hasPasscode } }

    /// Whoever waits goes on, once the first unlock has come.
    func set(_ state: State) {
        let due = guarded.withLock { guarded in
            guarded.state = state
            guard state != .beforeFirstUnlock else { return [CheckedContinuation<Void, Never>]() }
            defer { guarded.waiters = [:] }
            return guarded.waiters.sorted { $0.key < $1.key }.map(\.value.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    /// Returns after the first unlock, when the task is cancelled, or when ``release(_:)`` gives the owner up.
    ///
    /// - Parameters:
    ///   - owner: on whose behalf one waits.
    ///   - isOver: whether waiting makes no sense any more; looked at once, before the wait.
    func waitForFirstUnlock(owner: ObjectIdentifier, unless isOver: @Sendable () -> Bool) async {
        let id = guarded.withLock { guarded in
            guarded.nextWaiter += 1
            return guarded.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDue = guarded.withLock { guarded in
                    // Under the lock: an unlock or an end between this look and the wait would never be heard of.
                    if Task.isCancelled || guarded.state != .beforeFirstUnlock || isOver() { return true }
                    guarded.waiters[id] = (owner, continuation)
                    return false
                }
                if isDue { continuation.resume() }
            }
        } onCancel: {
            guarded.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume()
        }
    }

    /// Lets go whoever waits on the owner's behalf.
    func release(_ owner: ObjectIdentifier) {
        let released = guarded.withLock { guarded in
            let ids = guarded.waiters.filter { $0.value.owner == owner }.keys
            return ids.compactMap { guarded.waiters.removeValue(forKey: $0)?.continuation }
        }
        for continuation in released { continuation.resume() }
    }
}
