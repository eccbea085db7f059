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
}
