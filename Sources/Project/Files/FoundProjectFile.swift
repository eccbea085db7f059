public import BridgePrimitives
import Files

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A project file that nobody named: it was looked for. It may start commands and send what stands in the environment
/// somewhere, so it has to be of those who can do that anyway: the user, or root.
struct FoundProjectFile {
    /// Who may change something in the file system.
    struct Rights {
        let owner: uid_t
        let group: gid_t
        let permissions: mode_t

        init(owner: uid_t, group: gid_t, permissions: mode_t) {
            self.owner = owner
            self.group = group
            self.permissions = permissions
        }

        init(_ status: FileStatus) {
            self.init(owner: status.owner, group: status.group, permissions: status.permissions)
        }

        func isForeign(to user: uid_t) -> Bool { owner != user && owner != 0 }
        var isEverybodys: Bool { permissions & S_IWOTH != 0 }

        /// - Parameter primary: the user's own group, which on most systems has no other member.
        func isGroups(besides primary: gid_t) -> Bool { permissions & S_IWGRP != 0 && group != primary }
    }

    /// As it is named: of a symbolic link its own.
    let name: Rights
    let file: Rights
    /// Where its commands run, with whatever else lies there: in a folder for everybody, such as `/tmp`, that is anybody's,
    /// although nobody can take the user's own file away there.
    let folder: Rights

    /// - Parameter group: the user's primary one.
    /// - Returns: why it is not to be used; nil where it may be.
    func objection(of user: uid_t, in group: gid_t) -> String? {
        if let other = [name, file].first(where: { $0.isForeign(to: user) }) {
            return "it belongs to another user, of id \(other.owner)"
        }
        if file.isEverybodys { return "everybody may write it" }
        if file.isGroups(besides: group) { return "the group of id \(file.group) may write it" }
        if folder.isForeign(to: user) { return "its folder belongs to another user, of id \(folder.owner)" }
        if folder.isEverybodys { return "everybody may write into its folder" }
        return folder.isGroups(besides: group) ? "the group of id \(folder.group) may write into its folder" : nil
    }
}

extension ProjectFiles {
    /// As the list of users has it; the process's own where the user is not in it, as in a container.
    private static var primaryGroup: gid_t { getpwuid(geteuid())?.pointee.pw_gid ?? getegid() }

    /// The nearest project file from the working directory upwards; nil when there is none.
    ///
    /// - Throws: `project/foreign-file` for one of other people's, or that they may change.
    public static func found(from folder: String? = nil) throws(BridgeFailure) -> String? {
        guard let path = nearest(to: folder) else { return nil }
        let objection: String?
        do throws(SystemFailure) {
            guard let name = try FileStatus(of: path, followsLinks: false), let file = try FileStatus(of: path),
                let place = try FileStatus(of: ProjectFile.folder(of: path))
            else { return nil }
            objection = FoundProjectFile(name: .init(name), file: .init(file), folder: .init(place))
                .objection(of: geteuid(), in: primaryGroup)
        } catch { objection = "the system does not say whose it is: \(error.words)" }
        guard let objection else { return path }
        throw ProjectReason.foreignFile.failure(
            "the project file \(path) was found, and \(objection)",
            fix:
                "pass --project-file \(ShellWord.quoted(path)) to use it all the same, or --no-project-file to do without"
        )
    }
}
