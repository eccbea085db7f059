import Files

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Keeps what is in a state directory from other users, also when it was copied there or made by hand with wider modes.
enum StatePrivacy {
    /// What worlds keep there for everybody to read.
    private static let published: Set = ["ca.pem", "ca-replaced.pem", "server.pem"]
    private static let secret: Set = [
        "auth-keys.json", "service-account.json", "apple-key.pem", "ca-key.pem", "server-key.pem", "accounts.sqlite",
        "users.sqlite",
    ]
    private static let databaseSuffixes = ["-wal", "-shm", "-journal"]

    /// - Throws: when a secret is readable for others and cannot be taken from them.
    static func restore(in folder: String) throws(SystemFailure) {
        let names = try Folders.names(in: folder)
        for name in names where isSecret(name) {
            let path = "\(folder)/\(name)"
            guard let status = try FileStatus(of: path), status.kind == .file, status.permissions & 0o077 != 0 else {
                continue
            }
            guard chmod(path, status.permissions & 0o700) == 0 else { throw SystemFailure("chmod \(path)") }
        }
        // A folder that others put things into as well, /tmp for one, is not ours to close.
        guard names.allSatisfy(isOurs), let status = try FileStatus(of: folder), status.permissions & 0o077 != 0 else {
            return
        }
        guard chmod(folder, 0o700) == 0 || !status.isOwn else { throw SystemFailure("chmod \(folder)") }
    }

    private static func isSecret(_ name: String) -> Bool {
        secret.contains(name) || databaseSuffixes.contains { hasSuffix(name, $0) }
    }

    private static func hasSuffix(_ name: String, _ suffix: String) -> Bool {
        name.hasSuffix(suffix) && secret.contains(String(name.dropLast(suffix.count)))
    }

    private static func isOurs(_ name: String) -> Bool {
        isSecret(name) || published.contains(name) || name == "lock" || name.hasSuffix(".lock")
            || name.hasPrefix("last-failed-")
            || name.hasPrefix(Folders.draftPrefix)
    }
}
