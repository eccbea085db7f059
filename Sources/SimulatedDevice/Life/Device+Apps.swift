public import BridgePrimitives
import BridgeTrace

extension Device {
    /// Installs an app that is not there; its container is new and empty, and what the keychain kept for it is there.
    ///
    /// - Throws: ``DeviceReason/appAlreadyInstalled``, ``DeviceReason/invalidBundle``.
    @discardableResult
    public func install(_ bundle: AppBundle) throws(BridgeFailure) -> InstalledApp {
        try check(bundle)
        let container = AppContainer(bundle: bundle, surroundings: surroundings)
        guard insert(container) else {
            throw DeviceReason.appAlreadyInstalled.failure("\(bundle.bundleID) is on \(name) already")
        }
        record(.install, app: bundle.bundleID, detail: bundle.version)
        return container.app(on: self)
    }

    /// Puts another version in the app's place; a running process ends.
    ///
    /// - Throws: ``DeviceReason/appNotInstalled``, ``DeviceReason/otherTeam``, ``DeviceReason/invalidBundle``.
    @discardableResult
    public func update(_ bundle: AppBundle) throws(BridgeFailure) -> InstalledApp {
        try check(bundle)
        let app = try installed(bundle.bundleID)
        guard app.bundle.team == bundle.team else {
            throw DeviceReason.otherTeam.failure(
                "\(bundle.bundleID) belongs to \(app.bundle.team), the update to \(bundle.team)")
        }
        app.container.endProcess(protection: protection)
        let old = app.bundle.version
        app.container.bundle = bundle
        record(.update, app: bundle.bundleID, detail: "\(old) to \(bundle.version)")
        return app
    }

    /// The first update after the app was handed to another team: container and bundle id stay, and with the team the
    /// access groups change, so that the app does not see its old keychain items.
    ///
    /// - Parameter version: nil to keep it.
    /// - Throws: ``DeviceReason/appNotInstalled``, ``DeviceReason/invalidBundle``.
    @discardableResult
    public func transfer(
        _ bundleID: String, toTeam team: String, version: String? = nil
    ) throws(BridgeFailure) -> InstalledApp {
        let app = try installed(bundleID)
        var bundle = app.bundle.transferred(to: team)
        if let version { bundle.version = version }
        try check(bundle)
        let old = app.bundle.team
        app.container.endProcess(protection: protection)
        app.container.bundle = bundle
        record(.transfer, app: bundleID, detail: "\(old) to \(team)")
        return app
    }

    /// Removes the app with its container. The keychain keeps its items.
    ///
    /// - Throws: ``DeviceReason/appNotInstalled``.
    public func uninstall(_ bundleID: String) throws(BridgeFailure) {
        guard let container = takeOut(bundleID) else { throw missing(bundleID) }
        container.remove(protection: protection)
        record(.uninstall, app: bundleID)
    }

    /// Removes the app and installs it anew.
    ///
    /// - Parameter bundle: nil for the one that is installed.
    @discardableResult
    public func reinstall(_ bundleID: String, as bundle: AppBundle? = nil) throws(BridgeFailure) -> InstalledApp {
        let old = try installed(bundleID).bundle
        if let bundle { try check(bundle) }
        try uninstall(bundleID)
        return try install(bundle ?? old)
    }

    private func installed(_ bundleID: String) throws(BridgeFailure) -> InstalledApp {
        guard let app = app(bundleID) else { throw missing(bundleID) }
        return app
    }

    private func missing(_ bundleID: String) -> BridgeFailure {
        DeviceReason.appNotInstalled.failure("\(bundleID) is not on \(name)")
    }

    func check(_ bundle: AppBundle) throws(BridgeFailure) {
        for text in [bundle.team, bundle.bundleID] where !Self.isIdentifier(text) {
            throw DeviceReason.invalidBundle.failure("\"\(text.prefix(64))\" is no team and no bundle id")
        }
        // A dot in it would make one team's group look like another's.
        guard !bundle.team.utf8.contains(UInt8(ascii: ".")) else {
            throw DeviceReason.invalidBundle.failure("the team \"\(bundle.team.prefix(64))\" has a dot")
        }
    }

    /// Letters, digits, `-` and `.` (CFBundleIdentifier), at most 155 of them.
    private static func isIdentifier(_ text: String) -> Bool {
        (1...155).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }
}
