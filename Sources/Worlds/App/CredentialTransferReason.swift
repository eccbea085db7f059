public import BridgePrimitives
public import SampleApp

/// What became of the copy of a signed-in user that an app keeps for its transfer to another team. The app logs it, and
/// the trace has it as a reason.
public typealias CredentialTransferReason = CredentialTransfer.Outcome

extension CredentialTransfer.Outcome: Reason {}
