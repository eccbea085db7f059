public import BridgePrimitives

/// Why the keychain did not do what it was asked.
public enum KeychainReason: String, Reason, Error {
    case itemNotFound = "keychain/item-not-found"
    case duplicateItem = "keychain/duplicate-item"
    case interactionNotAllowed = "keychain/interaction-not-allowed"
    case missingEntitlement = "keychain/missing-entitlement"
    case passcodeNotSet = "keychain/passcode-not-set"
    case processEnded = "keychain/process-ended"
    case noSuchAttribute = "keychain/no-such-attribute"
    case param = "keychain/param"

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

    public var meaning: String {
        switch self {
        case .itemNotFound: "The keychain has no item like that in a group that the app belongs to."
        case .duplicateItem: "There is an item of that class, service, account and group already."
        case .interactionNotAllowed:
            "The item is there, but the device is locked and its accessibility needs it unlocked."
        case .missingEntitlement: "The app does not belong to the item's access group."
        case .passcodeNotSet: "The item's accessibility needs a device with a passcode, and this one has none."
        case .processEnded: "The process that asks has ended."
        case .noSuchAttribute: "Items of that class have no such attribute."
        case .param: "The query is not one that the keychain understands, or the item is too large."
        }
    }

    public var fix: String {
        switch self {
        case .itemNotFound: "Sign in once, so that the client keeps its user."
        case .duplicateItem: "Update the item instead of adding it."
        case .interactionNotAllowed:
            "Wait until protected data is available and read again; do not take the user for signed out."
        case .missingEntitlement: "Give the app the access group of the app that wrote the item."
        case .passcodeNotSet: "Set a passcode, or choose another accessibility."
        case .processEnded: "Launch the app again and run the code in the new process."
        case .noSuchAttribute: "Use the attributes that SecItem.h lists for the class."
        case .param: "Name the class and give attributes of the types that SecItem.h documents."
        }
    }
}
