import AuthEmulator
import BridgePrimitives
import Files
import Listening
import Tokens
import Worlds

/// The keys of a served world, in its state folder.
enum StateKeys {
    /// What a world with this folder verifies with; nil where none has been, and nothing is made.
    ///
    /// - Parameter folder: nil for the usual one.
    /// - Throws: what is wrong with a file that is there.
    static func known(in folder: String?, now: Instant) throws -> KnownKeys? {
        let folder = folder ?? WorldMaterial.usualStateFolder
        func has(_ name: String) -> Bool { ((try? FileStatus(of: folder + "/" + name)) ?? nil) != nil }
        guard has("auth-keys.json") else { return nil }
        let ring = try KeyRing(in: try StateDirectory(folder))
        var keys = KnownKeys(tokenKeys: ring.verificationKeys(at: now))
        if has("service-account.json") {
            let account = try ServiceAccount(file: folder + "/service-account.json")
            keys.serviceAccounts = [account.email: account.key.verificationKey]
        }
        return keys
    }

    /// What a world with this folder signs with; keys that are not there are made, as `serve` would.
    static func signing(
        in folder: String?, projectID: String
    ) throws(BridgeFailure) -> (tokens: SigningKey, account: ServiceAccount) {
        let directory = try StateDirectory(folder ?? WorldMaterial.usualStateFolder)
        return (try KeyRing(in: directory).current, try ServiceAccount(projectID: projectID, in: directory))
    }
}
