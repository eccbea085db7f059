import AppFrameworks
import BridgePrimitives
import Cookies
import Scenarios
import SimulatedDevice

extension World {
    /// The phone gets another version of its system; the app does not run.
    ///
    /// - Throws: `engine/model-only` for another profile in a real engine, which has its own.
    func updateSystem(_ update: DeviceStep.SystemUpdate) async throws(BridgeFailure) {
        let profile = try update.profile.map { name throws(BridgeFailure) in try CookieProfile.required(name) }
        guard profile == nil || engine == nil else {
            throw PageEngineReason.modelOnly.failure("another profile in \(settings.engine.rawValue)")
        }
        await shutDown()
        let before = device.apps.map { (app: $0, store: $0.dataStore) }
        device.updateSystem(to: profile)
        guard let profile else { return }
        device.services.service(InAppBrowser.self)?.update(to: profile)
        browser.goOn(after: before.map { ($0.store, $0.app.dataStore) })
        watchStores()
    }
}

extension CookieProfile {
    /// The profile that a scenario names.
    ///
    /// - Throws: ``ScenarioReason/unknownProfile``.
    static func required(_ name: String) throws(BridgeFailure) -> CookieProfile {
        guard let profile = named(name) else {
            throw BridgeFailure(
                ScenarioReason.unknownProfile, cause: "there is no profile \"\(name)\"",
                fix: "known are: \(all.map(\.name).joined(separator: ", "))")
        }
        return profile
    }
}
