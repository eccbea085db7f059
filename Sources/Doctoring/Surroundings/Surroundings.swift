package import BridgePrimitives
package import Linting

/// All that a set-up is judged by, gathered before anything is judged.
package struct Surroundings: Sendable {
    /// A file of configuration, read: JSON, or a property list as the JSON that says the same.
    package struct Document: Sendable {
        package let path: String
        package let value: JSONValue

        package init(path: String, value: JSONValue) { (self.path, self.value) = (path, value) }

        package var name: String { path.split(separator: "/").last.map(String.init) ?? path }
    }

    /// A name with a value in an environment, and where it is set.
    package struct Variable: Sendable {
        package let name: String
        package let value: String
        /// `.env:3`; nil for this process's own environment.
        package let place: String?

        package init(_ name: String, _ value: String, place: String? = nil) {
            (self.name, self.value, self.place) = (name, value, place)
        }
    }

    /// What the project file says that a set-up may contradict.
    package struct Project: Sendable {
        package var path: String
        package var projectID: String?
        package var apiKey: String?
        package var authPort: Int?
        package var backendURL: String?
        package var webURL: String?
        package var webFolder: (path: String, exists: Bool)?
        package var engine: String?
        package var cookieName: String?
        package var cookieAttributes: String?
        package var signInPath: String?

        package init(path: String) { self.path = path }
    }

    /// Something on this machine that listens, or could.
    package struct Port: Sendable {
        package let number: Int
        /// What is to listen there, or to be found there.
        package let purpose: String
        package let answersOnIPv4: Bool
        package let answersOnIPv6: Bool
        /// Whether what answers is a `serve`.
        package let isServe: Bool

        package init(_ number: Int, purpose: String, onIPv4: Bool, onIPv6: Bool, isServe: Bool = false) {
            (self.number, self.purpose, self.isServe) = (number, purpose, isServe)
            (answersOnIPv4, answersOnIPv6) = (onIPv4, onIPv6)
        }
    }

    /// A `serve` that answers.
    package struct Served: Sendable {
        package var url: String
        package var now: Instant
        package var isFrozen = false

        package init(url: String, now: Instant) { (self.url, self.now) = (url, now) }
    }

    package var sources: [SourceFacts] = []
    package var documents: [Document] = []
    package var variables: [Variable] = []
    /// Versions in lock files: `firebase-ios-sdk`, with the file.
    package var packages: [(name: String, version: String, path: String)] = []
    package var project: Project?
    /// The addresses of names, in the system's order; empty for a name that it does not know.
    package var addresses: [String: [String]] = [:]
    package var ports: [Port] = []
    package var served: Served?
    /// The `Date` of a service's answer, and this machine's time right after it.
    package var serviceDate: (url: String, date: Instant, now: Instant)?
    /// Whether the authority of the state folder is among the system's; nil where there is none yet, or nobody serves.
    package var trustsAuthority: Bool?
    /// When the authority's certificate ends.
    package var authorityExpiry: Instant?
    package var authorityPath: String?
    package var stateFolder = ""
    /// In words of the system; nil where it can be written, or made.
    package var stateProblem: String?
    package var isAdministrator = false
    package var now: Instant
    /// When the newest of the files that were read was written.
    package var newestFile: (path: String, at: Instant)?
    /// Engines that can open pages, by name; with what is missing where one cannot.
    package var engines: [String: String?] = [:]
    /// Files that variables name, and whether they are there.
    package var namedFiles: [String: Bool] = [:]

    package init(now: Instant) { self.now = now }
}
