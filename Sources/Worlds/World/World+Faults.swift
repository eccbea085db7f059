import AuthEmulator
package import BridgePrimitives
package import Faults
import Scenarios

extension World {
    /// Puts one more fault in force.
    ///
    /// - Throws: `engine/model-only` for one that only the model's requests can be made to meet, `backend/own-clock` for
    ///   one of a clock that no world moves.
    package func plant(_ fault: Fault) throws(BridgeFailure) {
        try settings.requireReach(of: [fault])
        let before = authService.faults.all
        authService.faults.add(fault)
        authService.faults.skewClocks(of: clock, before: before)
    }

    /// No fault is in force any more; requests that hang are let go.
    package func clearFaults() {
        let before = authService.faults.all
        authService.faults.set([])
        authService.faults.skewClocks(of: clock, before: before)
    }
}

extension WorldSettings {
    /// What a real engine asks of a server that is not ours, nobody here stands before; and a process that is not ours
    /// asks the machine for the time.
    func requireReach(of faults: [Fault]) throws(BridgeFailure) {
        if ownBackend != nil, faults.contains(where: \.isSkewOfBackend) {
            throw WorldReason.backendHasOwnClock.failure(
                "the backend is a process of your own, and no fault moves its clock")
        }
        guard engine != .model, ownPageAddress != nil, faults.contains(where: { $0.service == .web }) else { return }
        throw PageEngineReason.modelOnly.failure("a fault of a page that is served elsewhere, in \(engine.rawValue)")
    }
}

extension Fault {
    /// Whether it puts off the backend's clock.
    var isSkewOfBackend: Bool { if service == .backend, case .skew = effect { true } else { false } }
}
