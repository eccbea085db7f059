public import BridgePrimitives

/// Why a relying party does not take what an authenticator answered.
public enum PasskeyReason: String, Reason, Error {
    case malformedClientData = "passkey/malformed-client-data"
    case otherCeremony = "passkey/other-ceremony"
    case otherChallenge = "passkey/other-challenge"
    case otherOrigin = "passkey/other-origin"
    case crossOrigin = "passkey/cross-origin"
    case malformedAttestation = "passkey/malformed-attestation"
    case attestationUnknown = "passkey/attestation-unknown"
    case malformedAuthenticatorData = "passkey/malformed-authenticator-data"
    case otherRelyingParty = "passkey/other-relying-party"
    case userNotPresent = "passkey/user-not-present"
    case userNotVerified = "passkey/user-not-verified"
    case backupFlagsContradict = "passkey/backup-flags-contradict"
    case otherCredential = "passkey/other-credential"
    case noPublicKey = "passkey/no-public-key"
    case otherUser = "passkey/other-user"
    case signatureDiffers = "passkey/signature-differs"
    case counterStands = "passkey/counter-stands"

    public var meaning: String { texts.meaning }
    public var fix: String { texts.fix }

    private var texts: (meaning: String, fix: String) {
        switch self {
        case .malformedClientData:
            (
                "The client data is no JSON with type, challenge and origin.",
                "Send `clientDataJSON` as the platform gave it."
            )
        case .otherCeremony:
            (
                "The client data is of another ceremony: a registration for a sign-in, or the other way round.",
                "Send the answer to the request that was started."
            )
        case .otherChallenge:
            (
                "The challenge was never given out, was used, or is too old.",
                "Start anew, and answer each challenge once within five minutes."
            )
        case .otherOrigin:
            (
                "The passkey was used by a page or an app of another origin.",
                "Use it under the relying party's own domain: the app's `webcredentials` domain, the page's host."
            )
        case .crossOrigin: ("The page was in a frame of another site.", "Ask for the passkey in a page of its own.")
        case .malformedAttestation:
            ("The attestation object is no CBOR map of format, statement and data.", "Send it as the platform gave it.")
        case .attestationUnknown:
            ("The authenticator attests its model, which nobody asked for.", "Ask with the attestation \"none\".")
        case .malformedAuthenticatorData:
            (
                "The authenticator's data is cut short, goes on after its end, or has a key of an unknown kind.",
                "Send it as the platform gave it."
            )
        case .otherRelyingParty:
            ("The passkey is of another relying party.", "Ask for passkeys with the id that the service gave.")
        case .userNotPresent: ("Nobody was there when the authenticator answered.", "Have the user confirm.")
        case .userNotVerified:
            ("The authenticator did not check that it is the owner.", "Ask with the user verification \"required\".")
        case .backupFlagsContradict:
            ("The key is backed up and may not be.", "Look at the authenticator; no real one says so.")
        case .otherCredential:
            ("The answer names another passkey than the one that is in it.", "Send `id` as the platform gave it.")
        case .noPublicKey:
            (
                "The passkey was enrolled without its key, by a lenient service.",
                "Remove it and enrol it anew."
            )
        case .otherUser:
            ("The passkey was made for another user than the one who has it.", "Remove it and enrol it anew.")
        case .signatureDiffers:
            ("The signature is not that of the passkey's key over this answer.", "Send all parts of one answer.")
        case .counterStands:
            (
                "The counter has not gone up since the last sign-in: there may be a copy of the key.",
                "Remove the passkey and enrol it anew; send each answer once."
            )
        }
    }
}
