import Reasons
import SimulatedDevice

/// What a function of the Security framework answers; ``errSecSuccess`` or one of the constants beside it (SecBase.h).
public typealias OSStatus = Int32

public let errSecSuccess: OSStatus = 0
public let errSecParam: OSStatus = KeychainReason.param.status
public let errSecNotAvailable: OSStatus = KeychainReason.processEnded.status
public let errSecDuplicateItem: OSStatus = KeychainReason.duplicateItem.status
public let errSecItemNotFound: OSStatus = KeychainReason.itemNotFound.status
public let errSecNoSuchAttr: OSStatus = KeychainReason.noSuchAttribute.status
public let errSecInteractionNotAllowed: OSStatus = KeychainReason.interactionNotAllowed.status
public let errSecMissingEntitlement: OSStatus = KeychainReason.missingEntitlement.status

/// One sentence about a status; nil for numbers that this keychain never answers.
///
/// - Parameter reserved: pass nil.
public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? {
    guard status != errSecSuccess else { return "No error." }
    return KeychainReason.allCases.first { $0.status == status }?.meaning
}
