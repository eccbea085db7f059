public import BridgePrimitives
public import RouterGuard

/// The names that scenario and project files may use and that other modules keep: a misspelt one is refused where it stands.
public struct Vocabulary: Sendable {
    /// A list of names that a scenario chooses one of.
    public enum Names: String, CaseIterable, Sendable {
        case profile, edge

        var reason: ScenarioReason {
            switch self {
            case .profile: .unknownProfile
            case .edge: .unknownEdge
            }
        }
    }

    /// What is wrong with a value, and what to write instead.
    public struct Complaint: Error, Hashable, Sendable {
        public let code: ReasonCode
        /// One clause.
        public let message: String
        public let fix: String

        public init(_ reason: some Reason, message: String, fix: String = "") {
            self.init(code: reason.code, message: message, fix: fix)
        }

        public init(code: ReasonCode, message: String, fix: String = "") {
            (self.code, self.message, self.fix) = (code, message, fix)
        }
    }

    public var reasons: [String]
    public var profiles: [String]
    public var edges: [String]
    /// What is wrong with a cookie's name and attributes; nil when the backend can set such a cookie.
    public var cookieComplaint: @Sendable (_ name: String, _ attributes: String) -> Complaint?
    /// What is wrong with a fault; nil when it can be.
    public var faultComplaint: @Sendable (JSONValue) -> Complaint?

    /// What a file holds that is named in the one that is read; a complaint when it cannot be had.
    public var content: @Sendable (_ file: String) -> Result<String, Complaint>

    /// A guard's module, by its file and perhaps an export; a complaint when it cannot be run.
    public var guardModule: @Sendable (_ file: String, _ exportName: String?) -> Result<GuardModule, Complaint> = {
        file, _ in
        .failure(Complaint(GuardModuleReason.unreadable, message: "\(file) cannot be read"))
    }

    public init(
        reasons: [String] = [], profiles: [String] = [], edges: [String] = [],
        cookieComplaint: @escaping @Sendable (_ name: String, _ attributes: String) -> Complaint? = { _, _ in nil },
        faultComplaint: @escaping @Sendable (JSONValue) -> Complaint? = { _ in nil },
        content: @escaping @Sendable (_ file: String) -> Result<String, Complaint> = { _ in .success("") }
    ) {
        (self.reasons, self.profiles, self.edges) = (reasons, profiles, edges)
        (self.cookieComplaint, self.faultComplaint, self.content) = (cookieComplaint, faultComplaint, content)
    }

    subscript(names: Names) -> [String] {
        switch names {
        case .profile: profiles
        case .edge: edges
        }
    }
}
