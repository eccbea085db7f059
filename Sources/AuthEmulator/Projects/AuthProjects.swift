import BridgePrimitives
import BridgeTrace

/// The projects that requests have named beside a service's own, each with accounts, tenants, codes and configuration
/// of its own. Nobody makes a project on purpose: it begins, empty, when it is first named.
final class AuthProjects: Sendable {
    /// Each costs a database.
    static let limit = 100

    private let stores: ProjectStores
    private let others = Mutex<[ProjectID: AuthService]>([:])

    init(stores: ProjectStores) { self.stores = stores }

    /// The service of another project, made when it is not there yet by `make`.
    ///
    /// - Throws: `auth/invalid-project-id`, `auth/too-many-projects`; a failure of the project's file.
    func service(
        of name: String, make: (ProjectID, AccountStore) throws(BridgeFailure) -> AuthService
    ) throws -> (service: AuthService, isNew: Bool) {
        guard let id = ProjectID(name) else {
            throw AuthRefusal(.invalidProjectID, "((A project id has 1 to \(ProjectID.limit) bytes.))")
        }
        // Held while the file is opened, so that nobody opens it twice; `make` asks for no project.
        return try others.withLock { others in
            if let known = others[id] { return (known, false) }
            guard others.count < Self.limit else {
                throw AuthRefusal(.tooManyProjects, "((At most \(Self.limit) besides the service's own.))")
            }
            let service = try make(id, try stores.open(id))
            others[id] = service
            return (service, true)
        }
    }

    /// Those of earlier runs as well, in the order of their ids.
    var names: [String] {
        let open = others.withLock { Array($0.keys) }
        return Set(open + stores.known()).map(\.text).sorted()
    }

    /// Forgets all of them. A request that is being answered ends in a project that nobody can see any more.
    func removeAll() {
        let gone = Set(
            others.withLock { others in
                defer { others = [:] }
                return Array(others.keys)
            } + stores.known())
        for id in gone { stores.remove(id) }
    }
}
