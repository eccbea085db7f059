import AppFrameworks
import AuthEmulator
import BridgePrimitives
import FirebaseAuthClient
import Foundation
import HTTPLoader
import IdentityProviders
import SampleApp
import Scenarios

extension StepFailure {
    /// What an error of the SDK's, of the service's, of the system's sheet or of the device's means for a step.
    init(step: String, _ error: any Error) {
        switch error {
        case let failure as StepFailure: self = failure
        case let error as AuthError:
            // The client's own codes, and the service's where it gave one.
            let service = error.serverCode.flatMap { AuthReason(wireCode: $0) }
            self.init(
                step: step, error.authCode.reason, notes: error.reasons.dropFirst() + (service.map { [$0.code] } ?? []),
                message: error.message)
        case let code as AuthErrorCode: self.init(step: step, code.reason, message: code.reason.meaning)
        case let refusal as AuthRefusal:
            self.init(
                step: step, refusal.reason, notes: refusal.causes,
                message: "the auth service refused: \(refusal.message)")
        case AccountService.Failure.emailVerifiedAlready: self.init(step: step, AppReason.emailVerifiedAlready)
        case is RandomNonce.Failure:
            self.init(step: step, AppleSetupReason.noRandomBytes, message: AppleSetupReason.noRandomBytes.meaning)
        case let error as URLError:
            if let failure = error.userInfo[NSUnderlyingErrorKey] as? TransportFailure {
                self.init(step: step, failure.code, message: failure.cause)
                return
            }
            let codes = error.userInfo["reasons"] as? [String] ?? []
            let reason = codes.lazy.compactMap { TransportReason(rawValue: $0) }.first ?? .other
            self.init(step: step, reason, message: reason.meaning)
        case let error as ASAuthorizationError:
            self.init(step: step, error.reason, message: "the system's sheet ended with \(error.code)")
        case let failure as BridgeFailure: self.init(step: step, failure)
        default: self.init(step: step, RunReason.worldFailed, message: "\(error)")
        }
    }
}
