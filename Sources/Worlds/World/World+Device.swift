import AuthEmulator
import BridgePrimitives
import Scenarios
import SimulatedDevice

// What happens to the phone and to the keys, as scenarios have it.
extension World {
    /// - Throws: a ``BridgeFailure`` of the device's, or a `StepFailure`.
    func perform(_ event: DeviceStep) async throws {
        switch event {
        case .launch(let launch):
            browser.close()
            try await app.launch(launch)
        case .kill:
            browser.close()
            await app.end()
        case .relaunch: try await relaunch()
        case .crashNetworkProcess: browser.crashNetworkProcess()
        case .lock: device.lock()
        case .unlock:
            device.unlock()
            await app.settleAfterUnlock()
        case .reboot:
            browser.close()
            await app.end()
            device.reboot()
        case .uninstall: try await uninstall()
        case .install: try install()
        case .update:
            browser.close()
            try await app.update()
        case .transfer(let transfer):
            browser.close()
            try await app.transfer(transfer)
        case .tamper: try app.tamper()
        }
    }

    /// The auth service signs with a new key from now on.
    func rotateKeys(droppingOld: Bool) throws(BridgeFailure) {
        try authService.keys.rotate(droppingOld: droppingOld, now: clock.now)
    }
}
