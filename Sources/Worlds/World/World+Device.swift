import AuthEmulator
import BridgePrimitives
import Scenarios
import SimulatedDevice

// What happens to the phone and to the keys, as scenarios have it.
extension World {
    /// - Throws: a ``BridgeFailure`` of the device's, or a `StepFailure`.
    func perform(_ event: DeviceStep) async throws {
        try await happen(event)
        try await engine?.follow(event)
    }

    /// Apart from what follows, and not inlined: in one function the optimizer of Swift 6.3 crashes on both.
    @inline(never)
    private func happen(_ event: DeviceStep) async throws {
        switch event {
        case .launch(let launch):
            browser.close()
            try await app.launch(launch)
        case .kill: await shutDown()
        case .relaunch: try await relaunch()
        case .crashNetworkProcess: browser.crashNetworkProcess()
        case .lock: device.lock()
        case .unlock:
            device.unlock()
            await app.settleAfterUnlock()
        case .reboot:
            await shutDown()
            device.reboot()
        case .updateSystem(let update): try await updateSystem(update)
        case .erase:
            await shutDown()
            device.erase()
        case .leaveApp: app.installedApp.process?.enterBackground()
        case .returnToApp: app.installedApp.process?.enterForeground()
        case .openApp(let app): try await open(app)
        case .uninstall: try await uninstall()
        case .install: try install()
        case .update:
            browser.close()
            try await app.update()
        case .transfer(let transfer):
            browser.close()
            try await app.transfer(transfer)
        case .tamper: try app.tamper()
        case .backUp: backUp()
        case .restore: try await restore()
        case .setPasscode(let isOn): device.setPasscode(isOn: isOn)
        }
    }

    /// The app's process ends, with its web views.
    func shutDown() async {
        browser.close()
        await app.end()
    }

    /// The auth service signs with a new key from now on.
    func rotateKeys(droppingOld: Bool) throws(BridgeFailure) {
        try authService.keys.rotate(droppingOld: droppingOld, now: clock.now)
    }
}
