/// What each event in the life of a device does to what is kept on it: one table, held against a ``Device`` cell by
/// cell in its tests, and printed as `docs/device-life.md`.
///
/// A cell is read so: the app ran in the foreground and put one value in each place; the device was brought to the
/// event's start; the event happened; the cell says what is there then.
public enum LifeCycleTable: Sendable {
    /// What happens.
    public enum Event: String, CaseIterable, Sendable {
        case launchByUser = "launch by the user"
        case launchInBackground = "launch by the system, in the background"
        case prewarm = "prewarm before first unlock"
        case enterBackground = "enter the background"
        case enterForeground = "enter the foreground"
        case kill
        case lock = "lock the device"
        case unlock = "unlock the device"
        case firstUnlock = "first unlock after a restart"
        case update = "update the app"
        case transfer = "update after transfer to another team"
        case uninstall
        case install = "install after an uninstall"
        case reinstall = "uninstall and install"
        case reboot
        case updateSystem = "update iOS"
        case erase = "erase all content"
    }

    /// Where the event finds the device.
    public enum Start: String, CaseIterable, Sendable {
        case foreground = "the app runs in the foreground"
        case background = "the app runs in the background"
        case stopped = "the app was killed"
        case stoppedAndLocked = "the app was killed, the device is locked"
        case runningAndLocked = "the app runs, the device is locked"
        case restarted = "the device was restarted, nobody has unlocked it"
        case prewarmed = "the device was restarted, the app is prewarmed"
        case uninstalled = "the app was uninstalled"
    }

    /// What is looked at.
    public enum Subject: String, CaseIterable, Sendable {
        case keychainItem = "keychain item, after first unlock"
        case unlockedItem = "keychain item, when unlocked"
        case sharedItem = "keychain item of a shared group"
        case defaults = "UserDefaults"
        case nativePersistent = "native cookie with expiry"
        case nativeSession = "native cookie without"
        case webPersistent = "default web store, cookie with expiry"
        case webSession = "default web store, cookie without"
        case nonPersistentStore = "nonPersistent web store"
        case process
    }

    /// What is there after the event.
    public enum Effect: String, CaseIterable, Sendable {
        /// There, and the app reads it, or will once it is installed again; of a process: it goes on.
        case kept
        /// There, but encrypted until the device is unlocked: the keychain answers `keychain/interaction-not-allowed`,
        /// `UserDefaults` nothing.
        case locked
        /// There, but in no group of the app's any more: `keychain/item-not-found`.
        case unreadable
        /// Not there.
        case gone
        /// A process that was not there before.
        case starts
    }

    /// How a cell is known.
    public enum Basis: Hashable, Sendable {
        /// Documentation, a specification or reports, by name.
        case source(String)
        /// Nobody says; this is what fits the rest.
        case assumed
    }

    public struct Outcome: Hashable, Sendable {
        public let effect: Effect
        public let basis: Basis
    }

    public struct Row: Sendable {
        public let event: Event
        public let start: Start
        /// One for each of ``Subject``.
        public let outcomes: [Subject: Outcome]
    }

    public struct Cell: Hashable, Sendable, CustomStringConvertible {
        public let event: Event
        public let start: Start
        public let subject: Subject
        public let outcome: Outcome

        public var description: String { "\(event.rawValue): \(subject.rawValue) \(outcome.effect.rawValue)" }
    }

    /// All cells, row by row.
    public static var cells: [Cell] {
        rows.flatMap { row in
            Subject.allCases.compactMap { subject in
                row.outcomes[subject].map { Cell(event: row.event, start: row.start, subject: subject, outcome: $0) }
            }
        }
    }

    /// - Complexity: O(n) in the rows.
    public static subscript(event: Event, subject: Subject) -> Outcome? {
        rows.first { $0.event == event }?.outcomes[subject]
    }
}
