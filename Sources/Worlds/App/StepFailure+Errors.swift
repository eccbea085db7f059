import AppFrameworks
import AuthEmulator
import BridgePrimitives
import FirebaseAuthClient
import Scenarios

extension StepFailure {
    /// What an error of the SDK's, of the system's sheet or of the device's means for a step.
    init(step: String, _ error: any Error) {
        switch error {
        case let failure as StepFailure: self = failure
        case let error as AuthError: self.init(step: step, reasons: error.allReasons, message: error.message)
        case let error as ASAuthorizationError:
            self.init(step: step, reasons: [error.reason], message: "the system's sheet ended with \(error.code)")
        case let failure as BridgeFailure:
            self.init(step: step, reasons: [failure.code], message: failure.cause)
        default: self.init(step: step, reasons: [], message: "\(error)")
        }
    }
}

extension AuthError {
    /// The client's own codes, and the service's where it gave one.
    var allReasons: [ReasonCode] {
        let service = serverCode.flatMap { wire in AuthReason.allCases.first { $0.wireCode == wire } }
        return reasons + (service.map { [$0.code] } ?? [])
    }
}
