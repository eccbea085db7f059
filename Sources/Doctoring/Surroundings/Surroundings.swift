public import BridgePrimitives
public import Linting

/// All that a set-up is judged by, gathered before anything is judged.
public struct Surroundings: Sendable {
    /// A file of configuration, read: JSON, or a property list as the JSON that says the same.
    public struct Document: Sendable {
        public let path: String
        public let value: JSONValue

        public init(path: String, value: JSONValue) { (self.path, self.value) = (path, value) }

        public var name: String { path.split(separator: "/").last.map(String.init) ?? path }
    }

    /// A name with a value in an environment, and where it is set.
    public struct Variable: Sendable {
        public let name: String
        public let value: String
        /// `.env:3`; nil for this process's own environment.
        public let place: String?

        public init(_ name: String, _ value: String, place: String? = nil) {
            (self.name, self.value, self.place) = (name, value, place)
        }
    }

    /// What the project file says that a set-up may contradict.
    public struct Project: Sendable {
        public var path: String
        public var projectID: String?
        public var apiKey: String?
        public var authPort: Int?
        public var backendURL: String?
        public var webURL: String?
        public var webFolder: (path: String, exists: Bool)?
        public var engine: String?
        public var cookieName: String?
        public var cookieAttributes: String?
        public var signInPath: String?

        public init(path: String) { self.path = path }
    }

    /// Something on this machine that listens, or could.
    public struct Port: Sendable {
        public let number: Int
        /// What is to listen there, or to be found there.
        public let purpose: String
        public let answersOnIPv4: Bool
        public let answersOnIPv6: Bool
        /// Whether what answers is a `serve`.
        public let isServe: Bool

        public init(_ number: Int, purpose: String, onIPv4: Bool, onIPv6: Bool, isServe: Bool = false) {
            (self.number, self.purpose, self.isServe) = (number, purpose, isServe)
            (answersOnIPv4, answersOnIPv6) = (onIPv4, onIPv6)
        }
    }

    /// A `serve` that answers.
    public struct Served: Sendable {
        public var url: String
        public var now: Instant
        public var isFrozen = false

        public init(url: String, now: Instant) { (self.url, self.now) = (url, now) }
    }

    public var sources: [SourceFacts] = []
    public var documents: [Document] = []
    public var variables: [Variable] = []
    /// Versions in lock files: `firebase-ios-sdk`, with the file.
    public var packages: [(name: String, version: String, path: String)] = []
    public var project: Project?
    /// The addresses of names, in the system's order; empty for a name that it does not know.
    public var addresses: [String: [String]] = [:]
    public var ports: [Port] = []
    public var served: Served?
    /// The `Date` of a service's answer, and this machine's time right after it.
    public var serviceDate: (url: String, date: Instant, now: Instant)?
    /// Whether the authority of the state folder is among the system's; nil where there is none yet, or nobody serves.
    public var trustsAuthority: Bool?
    /// When the authority's certificate ends.
    public var authorityExpiry: Instant?
    public var authorityPath: String?
    public var stateFolder = ""
    /// In words of the system; nil where it can be written, or made.
    public var stateProblem: String?
    public var isAdministrator = false
    public var now: Instant
    /// When the newest of the files that were read was written.
    public var newestFile: (path: String, at: Instant)?
    /// Engines that can open pages, by name; with what is missing where one cannot.
    public var engines: [String: String?] = [:]
    /// Files that variables name, and whether they are there.
    public var namedFiles: [String: Bool] = [:]

    public init(now: Instant) { self.now = now }
}
