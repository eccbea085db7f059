/// Something that happens to the phone, or to the app on it.
public enum DeviceStep: Hashable, Sendable {
    case launch(Launch)
    case kill, relaunch
    case crashNetworkProcess
    case lock, unlock, reboot
    case uninstall, install, update
    case transfer(Transfer)
    case tamper
    case setPasscode(isOn: Bool)
    case backUp, restore, erase
    case updateSystem(SystemUpdate)
    case leaveApp, returnToApp
    case openApp(TeamApp)

    var definition: StepDefinition {
        switch self {
        case .launch: .launch
        case .kill: .kill
        case .relaunch: .relaunch
        case .crashNetworkProcess: .crashNetworkProcess
        case .lock: .lock
        case .unlock: .unlock
        case .reboot: .reboot
        case .uninstall: .uninstall
        case .install: .install
        case .update: .update
        case .transfer: .transfer
        case .tamper: .tamper
        case .setPasscode: .setPasscode
        case .backUp: .backUp
        case .restore: .restore
        case .erase: .erase
        case .updateSystem: .updateSystem
        case .leaveApp: .leaveApp
        case .returnToApp: .returnToApp
        case .openApp: .openApp
        }
    }

    static let definitions: [StepDefinition] = [
        .launch, .kill, .relaunch, .crashNetworkProcess, .lock, .unlock, .reboot, .update, .uninstall, .install,
        .transfer, .tamper, .setPasscode, .backUp, .restore, .erase, .updateSystem,
        .leaveApp, .returnToApp, .openApp,
    ]

    /// The apps of the team that are for the phone.
    public enum TeamApp: String, CaseIterable, Sendable { case first, other }

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

        static let fields = [
            Field<Self>("prewarm", \.isPrewarm, .bool, "Whether the system starts the app before it is wanted."),
            Field(
                "restores", \.restoring, .word,
                "When an app of another team writes back the user that was kept for it."),
        ]
    }

    /// Another version of the phone's system.
    public struct SystemUpdate: Hashable, Sendable {
        /// The profile by which cookies go from then on; nil for the one there is.
        public var profile: String?

        public init(profile: String? = nil) { self.profile = profile }

        static let fields = [
            Field<Self>(
                "to", \.profile, .name(.profile), "The profile that counts from then on; without it, the one there is.")
        ]
    }

    /// Whose app it is from now on.
    public struct Transfer: Hashable, Sendable {
        public var team: String
        /// The app's id in the Firebase project; nil for the one it has.
        public var googleAppID: String?

        public init(team: String = "TEAM654321", googleAppID: String? = nil) {
            (self.team, self.googleAppID) = (team, googleAppID)
        }

        static let fields = [
            Field<Self>("team", \.team, .text, "The new team's id."),
            Field("google-app-id", \.googleAppID, .text, "The app's new id in the Firebase project."),
        ]
    }
}

extension StepDefinition {
    static let launch = StepDefinition(
        "launch", .phone, startingWith: DeviceStep.Launch(),
        "The app starts, in a new process if one runs.", DeviceStep.Launch.fields
    ) { .device(.launch($0)) }

    static let transfer = StepDefinition(
        "transfer", .phone, startingWith: DeviceStep.Transfer(),
        "The next version comes from another team.", DeviceStep.Transfer.fields
    ) { .device(.transfer($0)) }

    static let updateSystem = StepDefinition(
        "update-system", .phone, startingWith: DeviceStep.SystemUpdate(),
        "Another version of the system: to apps, a restart. Cookies without an expiry are gone, the others are as they were; the"
            + " phone is locked until `unlock`.", DeviceStep.SystemUpdate.fields
    ) { .device(.updateSystem($0)) }

    static let setPasscode = StepDefinition(
        "set-passcode", .phone, startingWith: false,
        "The person turns the phone's passcode off, or on again: without one nothing is ever locked.",
        [Field("on", \.self, .bool, "Whether the phone has a passcode from now on.")]
    ) { .device(.setPasscode(isOn: $0)) }

    static let openApp = StepDefinition(
        "open-app", .phone, .word, example: "other",
        "The person ends the app and opens the team's other one, which is installed if need be; steps go on there."
            + " It has a container of its own: preferences, cookies and web views. `first` comes back."
    ) { .device(.openApp($0)) }

    static let kill = phone("kill", .kill, "The app's process ends; nobody is signed out.")
    static let relaunch = phone(
        "relaunch", .relaunch, "The app ends and starts again: cookies without an expiry are gone.")
    static let crashNetworkProcess = phone(
        "crash-network-process", .crashNetworkProcess,
        "WebKit's network process dies and starts again: cookies that were not on disk yet are gone.")
    static let lock = phone("lock", .lock, "The phone is locked.")
    static let unlock = phone("unlock", .unlock, "The phone is unlocked.")
    static let reboot = phone("reboot", .reboot, "Off and on again: locked until `unlock`.")
    static let update = phone(
        "update", .update, "The next version is installed; its start keeps a copy of the user in the preferences.")
    static let uninstall = phone("uninstall", .uninstall, "The app is removed; the keychain keeps its items.")
    static let install = phone("install", .install, "The same version is installed once more, after an uninstall.")
    static let tamper = phone("tamper", .tamper, "Somebody changes the copy in the preferences.")

    static let backUp = phone("back-up", .backUp, "All that is on the phone's disk is kept: keychain, apps, cookies.")
    static let restore = phone("restore", .restore, "The phone is again as at `back-up`; the app does not run.")
    static let erase = phone(
        "erase", .erase, "All content and settings are erased: the app, the keychain, the passcode's lock.")
    static let leaveApp = phone("leave-app", .leaveApp, "The person leaves the app, which goes on in the background.")
    static let returnToApp = phone("return-to-app", .returnToApp, "The person comes back to the app.")

    private static func phone(_ name: String, _ step: DeviceStep, _ documentation: String) -> StepDefinition {
        StepDefinition(name, .phone, .device(step), documentation)
    }
}
