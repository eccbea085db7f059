import BridgePrimitives
import Scenarios

extension EngineBrowser {
    /// What becomes of the view and its store when something happens to the phone.
    ///
    /// - Throws: `engine/model-only` for what would need the store as it was at another time.
    func follow(_ event: DeviceStep) async throws {
        switch event {
        case .launch, .kill, .relaunch, .reboot, .updateSystem, .update, .transfer: try await endProcess()
        case .erase, .uninstall, .install: try await removeAllData()
        case .restore: throw PageEngineReason.modelOnly.failure("a store that is set back")
        case .openApp: throw PageEngineReason.modelOnly.failure("the store of another app")
        case .crashNetworkProcess: throw PageEngineReason.modelOnly.failure("a crash of the network process")
        case .lock, .unlock, .leaveApp, .returnToApp, .tamper, .backUp, .setPasscode: break
        }
    }
}
