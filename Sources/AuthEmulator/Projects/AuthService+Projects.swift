import BridgePrimitives
import BridgeTrace

extension AuthService {
    /// What becomes of requests that name another project.
    public var singleProjectMode: SingleProjectMode {
        get { surroundings.singleProjectMode.withLock { $0 } }
        set { surroundings.singleProjectMode.withLock { $0 = newValue } }
    }

    /// The further projects that there are, by their ids in order: those that were named since the start, and those
    /// that the state holds.
    public var otherProjects: [String] { projects.names }

    /// The service of a project that a request names: this one for its own id, else one with accounts and
    /// configuration of its own, which is made when it is first asked for. Keys, service account, clock, trace, faults
    /// and audit log are this one's.
    ///
    /// - Throws: `auth/single-project` when other projects are refused, `auth/invalid-project-id`,
    ///   `auth/too-many-projects`; a failure of the project's file.
    public func service(ofProject id: String) throws -> AuthService {
        guard id != projectID else { return self }
        let mode = singleProjectMode
        guard mode != .error else {
            throw AuthRefusal(
                .singleProject,
                "This service is in single project mode: it serves the project \(projectID), not \(id).")
        }
        let (service, isNew) = try furtherProject(id)
        if isNew, mode == .warning {
            record(AccountEvent(.lenient, uid: nil, reasons: [AuthReason.singleProject.code]))
        }
        return service
    }

    /// A further project, whether or not requests may name it.
    func furtherProject(_ id: String) throws -> (service: AuthService, isNew: Bool) {
        try projects.service(of: id) { id, store throws(BridgeFailure) in
            try AuthService(projectID: id.text, store: store, asIn: self)
        }
    }
}
