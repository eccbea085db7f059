public import BridgePrimitives

extension KeychainReason {
    /// The number that `SecItem…` functions return for it (SecBase.h).
    public var status: Int32 {
        switch self {
        case .itemNotFound: -25300  // errSecItemNotFound
        case .duplicateItem: -25299  // errSecDuplicateItem
        case .interactionNotAllowed: -25308  // errSecInteractionNotAllowed
        case .missingEntitlement: -34018  // errSecMissingEntitlement
        case .passcodeNotSet, .processEnded: -25291  // errSecNotAvailable; assumed for both
        case .noSuchAttribute: -25303  // errSecNoSuchAttr
        case .param: -50  // errSecParam
        }
    }
}
