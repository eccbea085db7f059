/// Something that happens to the phone, or to the app on it.
public enum DeviceStep: Hashable, Sendable {
    /// The app starts, in a new process if one runs.
    case launch(Launch)
    case kill
    case lock, unlock
    /// Off and on again: locked until `unlock`.
    case reboot
    case uninstall
    /// The same version once more, after an uninstall.
    case install
    /// The next version, whose start keeps a copy of the user in the preferences.
    case update
    /// The next version comes from another team.
    case transfer(Transfer)
    /// Somebody changes the copy in the preferences.
    case tamper

    /// How an app starts.
    public struct Launch: Hashable, Sendable {
        /// When the app writes the user back that an app of another team has kept.
        public enum Restoring: String, CaseIterable, Sendable {
            case beforeConfigure = "before-configure"
            /// Too late: the client has read the keychain by then.
            case afterConfigure = "after-configure"
        }
        public var restoring: Restoring
        /// Whether the system starts the app by itself, before it is wanted.
        public var isPrewarm: Bool

        public init(restoring: Restoring = .beforeConfigure, isPrewarm: Bool = false) {
            (self.restoring, self.isPrewarm) = (restoring, isPrewarm)
        }
    }

    /// Whose app it is from now on.
    public struct Transfer: Hashable, Sendable {
        public var team: String
        /// The app's id in the Firebase project; nil for the one it has.
        public var googleAppID: String?

        public init(team: String = "TEAM654321", googleAppID: String? = nil) {
            (self.team, self.googleAppID) = (team, googleAppID)
        }
    }

    /// The step's name in a file.
    var name: String {
        switch self {
        case .launch: "launch"
        case .kill: "kill"
        case .lock: "lock"
        case .unlock: "unlock"
        case .reboot: "reboot"
        case .uninstall: "uninstall"
        case .install: "install"
        case .update: "update"
        case .transfer: "transfer"
        case .tamper: "tamper"
        }
    }
}
