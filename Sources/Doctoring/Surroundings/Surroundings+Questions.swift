import BridgePrimitives
import Cookies
import Linting

// What checks ask again and again.
extension Surroundings {
    func documents(named name: String) -> [Document] { documents.filter { $0.name == name } }

    /// Property lists that describe an app.
    var appInformation: [Document] {
        documents.filter { document in
            guard document.name.hasSuffix("Info.plist"), !document.name.hasPrefix("GoogleService") else { return false }
            // A framework's has none of what an app's has.
            return document.value["CFBundlePackageType"]?.stringValue.map { $0 == "APPL" || $0.hasPrefix("$") } ?? true
        }
    }

    var firebaseInformation: [Document] {
        documents.filter { $0.name.hasPrefix("GoogleService-Info") && $0.name.hasSuffix(".plist") }
    }

    var entitlements: [Document] { documents.filter { $0.name.hasSuffix(".entitlements") } }

    func variables(_ name: String) -> [Variable] { variables.filter { $0.name == name } }

    /// In this process's environment.
    func environment(_ name: String) -> String? { variables.first { $0.name == name && $0.place == nil }?.value }

    var native: [SourceFacts] { sources.filter(\.isNative) }
    var pages: [SourceFacts] { sources.filter { !$0.isNative && !$0.isOfServer } }
    var servers: [SourceFacts] { sources.filter(\.isOfServer) }

    /// Hosts that web views are sent to.
    var loadedURLs: [(url: CookieURL, place: String)] {
        native.flatMap { source in
            source.loads.compactMap { load in
                (try? CookieURL(load.url)).map { ($0, "\(source.path):\(load.line)") }
            }
        }
    }

    /// Who names a project: each kind may name several, one for each of its surroundings.
    enum ProjectNaming: Hashable, CaseIterable { case app, commandLine, page, projectFile, environment, serviceAccount }

    /// Every place that names a project, with the name.
    var projectIDs: [(id: String, by: ProjectNaming, place: String)] {
        var found: [(String, ProjectNaming, String)] = []
        for document in firebaseInformation {
            if let id = document.value["PROJECT_ID"]?.stringValue {
                found.append((id, .app, "\(document.path) (PROJECT_ID)"))
            }
        }
        for document in documents(named: ".firebaserc") {
            for (alias, value) in document.value["projects"]?.objectValue?.members ?? [] {
                if let id = value.stringValue { found.append((id, .commandLine, "\(document.path) (\(alias))")) }
            }
        }
        for source in sources {
            for configuration in source.configurations {
                if let id = configuration.projectID {
                    found.append((id, .page, "\(source.path):\(configuration.line)"))
                }
            }
        }
        if let project, let id = project.projectID {
            found.append((id, .projectFile, "\(project.path) (auth: project)"))
        }
        for variable in variables where ["GCLOUD_PROJECT", "GOOGLE_CLOUD_PROJECT"].contains(variable.name) {
            found.append((variable.value, .environment, variable.title))
        }
        for document in documents where document.value["type"]?.stringValue == "service_account" {
            if let id = document.value["project_id"]?.stringValue {
                found.append((id, .serviceAccount, "\(document.path) (project_id)"))
            }
        }
        return found.filter { !$0.0.isEmpty && !Placeholder.isOne($0.0) && !$0.0.hasPrefix("$") }
    }

    /// Addresses that clients are given of the auth emulator: host, port and place.
    var emulatorAddresses: [(host: String, port: Int?, place: String)] {
        var found: [(String, Int?, String)] = []
        for source in sources {
            for emulator in source.emulators {
                guard let address = emulator.address else { continue }
                let (host, port) = HostAndPort.split(address)
                found.append((host, emulator.port ?? port, "\(source.path):\(emulator.line)"))
            }
        }
        for variable in variables("FIREBASE_AUTH_EMULATOR_HOST") {
            let (host, port) = HostAndPort.split(variable.value)
            found.append((host, port, variable.title))
        }
        return found
    }

    /// The ports of firebase.json's emulators, by service.
    var configuredPorts: [(service: String, port: Int, place: String)] {
        documents(named: "firebase.json").flatMap { document in
            (document.value["emulators"]?.objectValue?.members ?? []).compactMap { member in
                member.value["port"]?.integerValue.flatMap { Int(exactly: $0) }.map { (member.name, $0, document.path) }
            }
        }
    }

    /// The first version of a package in lock files, or in package.json where there is no lock file.
    func version(of name: String) -> (version: Version, path: String)? {
        if let found = packages.first(where: { $0.name == name }), let version = Version(found.version) {
            return (version, found.path)
        }
        for document in documents(named: "package.json") {
            for section in ["dependencies", "devDependencies"] {
                if let text = document.value[section]?[name]?.stringValue, let version = Version(text) {
                    return (version, document.path)
                }
            }
        }
        return nil
    }
}

extension SourceFacts {
    /// Whether it is a program beside the page: it uses the Admin SDK, or answers requests.
    var isOfServer: Bool {
        !isNative
            && (modules.contains { $0.hasPrefix("firebase-admin") || $0.hasPrefix("firebase-functions") }
                || modules.contains("express") || !cookiesReadByServer.isEmpty)
    }

    /// Whether it makes a web client.
    var makesWebAuth: Bool { !isNative && !isOfServer && (has(word: "getAuth") || has(word: "initializeAuth")) }
}

extension Surroundings.Variable {
    /// Where it is set, with its name and not its value.
    var title: String { place.map { "\($0) (\(name))" } ?? "\(name) in the environment" }
}

/// Text that stands where a value belongs.
enum Placeholder {
    static func isOne(_ text: String) -> Bool {
        let text = ASCIIText.lowercased(text)
        return ["your-", "your_", "<", "xxx", "todo", "changeme", "example-api", "replace"].contains(
            where: text.contains)
    }
}

enum HostAndPort {
    /// `http://127.0.0.1:9099/`, `127.0.0.1:9099` and `[::1]:9099` in two.
    static func split(_ text: String) -> (host: String, port: Int?) {
        var rest = text[...]
        if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
        rest = rest.prefix { $0 != "/" && $0 != "?" }
        guard let colon = rest.lastIndex(of: ":"), !rest[colon...].contains("]") else {
            return (ASCIIText.lowercased(String(rest)), nil)
        }
        return (ASCIIText.lowercased(String(rest[..<colon])), Int(rest[rest.index(after: colon)...]))
    }

    static func isLoopback(_ host: String) -> Bool { CookieURL.isLoopback(host) || host == "::1" }
}

/// The first three numbers of a version, whatever stands around them: `^9.6.1`, `~> 10.2`, `11.0.0-beta.1`.
struct Version: Comparable, CustomStringConvertible {
    let numbers: [Int]

    init?(_ text: String) {
        let start = text.drop { !$0.isNumber }.prefix { $0.isNumber || $0 == "." }
        numbers = start.split(separator: ".").prefix(3).compactMap { Int($0) }
        if numbers.isEmpty { return nil }
    }

    init(_ numbers: Int...) { self.numbers = numbers }

    var major: Int { numbers.first ?? 0 }
    var description: String { numbers.map(String.init).joined(separator: ".") }

    static func < (a: Self, b: Self) -> Bool {
        for index in 0..<max(a.numbers.count, b.numbers.count) {
            let (first, second) = (a.numbers.dropFirst(index).first ?? 0, b.numbers.dropFirst(index).first ?? 0)
            if first != second { return first < second }
        }
        return false
    }
}
