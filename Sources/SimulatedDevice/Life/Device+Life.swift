import BridgeTrace
public import Cookies

extension Device {
    /// The user locks the device, or it locks itself. Without a passcode nothing changes.
    public func lock() {
        guard protection.hasPasscode, protection.state == .unlocked else { return }
        protection.set(.locked)
        record(.lock)
    }

    /// The user enters the passcode; the first time after a restart, whoever waits for protected data goes on.
    public func unlock() {
        guard protection.state != .unlocked else { return }
        // First in the trace, too: whoever waits reads the keychain as soon as it is open.
        record(.unlock)
        protection.set(.unlocked)
    }

    /// Ends all processes and restarts; locked until the first ``unlock()``, if there is a passcode.
    public func reboot() {
        restart()
        record(.reboot)
    }

    /// Installs another version of the system: to apps, a restart.
    ///
    /// - Parameter profile: the new version's engine, by which all that is on disk is read from then on; nil for one like
    ///   that of before.
    public func updateSystem(to profile: CookieProfile? = nil) {
        restart()
        if let profile { adopt(profile) }
        record(.updateSystem, detail: profile?.name ?? "")
    }

    /// Erases all content and settings: apps, keychain, lock. The device is set up anew and unlocked; what was provided
    /// as ``services`` belongs to the world around it and stays.
    public func erase() {
        for container in replaceAll(with: []) { container.remove(protection: protection) }
        keychain.replaceAll(with: [])
        protection.set(.unlocked)
        record(.erase)
    }

    /// Turning the passcode off unlocks the device for good and deletes the keychain items that need one
    /// (kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly's documentation).
    public func setPasscode(isOn: Bool) {
        guard protection.hasPasscode != isOn else { return }
        protection.set(hasPasscode: isOn)
        if !isOn {
            keychain.removeAll { $0.accessibility == .whenPasscodeSetThisDeviceOnly }
            protection.set(.unlocked)
        }
        record(.passcode, detail: isOn ? "on" : "off")
    }

    private func restart() {
        for container in containers { container.endProcess(protection: protection) }
        protection.set(protection.hasPasscode ? .beforeFirstUnlock : .unlocked)
    }
}
