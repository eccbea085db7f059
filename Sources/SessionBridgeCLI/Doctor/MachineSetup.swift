import BridgePrimitives
import Cookies
import Doctoring
import Files
import Foundation
import HTTPLoader
import Listening
import PageEngines
import Project
import Scenarios

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Looks at the machine: names, ports, a `serve` that answers, its authority, the state folder, engines.
enum MachineSetup {
    /// Of the environment only what a check asks about: the rest is nobody's matter.
    private static let variables = [
        "http_proxy", "https_proxy", "all_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY",
        "FIREBASE_AUTH_EMULATOR_HOST", "GCLOUD_PROJECT", "GOOGLE_CLOUD_PROJECT", "GOOGLE_APPLICATION_CREDENTIALS",
        "NODE_TLS_REJECT_UNAUTHORIZED", "PYTHONHTTPSVERIFY",
    ]
    /// What `serve` listens on unless it is told otherwise.
    private static let usualPorts = [
        (9099, "serve's auth service"), (8080, "serve's page and backend"), (8443, "serve's TLS"),
        (4040, "serve's inspector"),
    ]

    /// - Parameter environment: of the process.
    static func read(environment: [String: String], into surroundings: inout Surroundings) {
        surroundings.variables += variables.compactMap { name in
            environment[name].map { Surroundings.Variable(name, $0) }
        }
        surroundings.isAdministrator = geteuid() == 0
        for name in ["localhost", "app.localhost"] { surroundings.addresses[name] = NameLookup.texts(of: name) }
        do throws(BridgeFailure) {
            _ = try HelperPlace().find()
            surroundings.engines["webkitgtk"] = .some(nil)
        } catch { surroundings.engines["webkitgtk"] = error.cause }
        do throws(BridgeFailure) {
            _ = try ChromiumProgram.location()
            surroundings.engines["chromium"] = .some(nil)
        } catch { surroundings.engines["chromium"] = error.cause }
    }

    /// - Parameter state: the folder that `serve` would keep its keys in.
    static func read(state: String, into surroundings: inout Surroundings) {
        surroundings.stateFolder = state
        // What is not there yet will be made in the nearest folder that is.
        var folder = state
        while !FileManager.default.fileExists(atPath: folder), folder != "/", folder != "." {
            folder = OutputPlace.folder(of: folder)
        }
        do throws(SystemFailure) { try Folders.tryWriting(in: folder) } catch {
            surroundings.stateProblem = error.words
        }
        let path = "\(state)/ca.pem"
        guard let bytes = try? InputFile.read(path, upTo: 1 << 20) else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        surroundings.authorityPath = path
        surroundings.authorityExpiry = CertificateExpiry.instant(ofPEM: text)
        guard surroundings.served != nil else { return }
        let body = text.split(separator: "\n").filter { !$0.hasPrefix("-") }.joined()
        let system = SystemCertificates.pem().split(separator: "\n").joined()
        surroundings.trustsAuthority = !body.isEmpty && system.contains(body)
    }

    /// Asks for a `serve`'s clock.
    ///
    /// - Parameter url: of its inspector, `http://127.0.0.1:4040/inspector/`; the path is not looked at.
    static func readServe(at url: String, into surroundings: inout Surroundings) async {
        guard let response = await answer(to: "GET", clockAddress(of: url)), response.status == 200,
            let value = try? JSONValue(parsing: response.body),
            let now = value["now"]?.stringValue.flatMap({ Instant(rfc3339: $0) })
        else { return }
        var served = Surroundings.Served(url: url, now: now)
        served.isFrozen = value["frozen"]?.boolValue == true
        surroundings.served = served
    }

    private static func clockAddress(of url: String) -> String {
        ((try? WebURL(url))?.origin ?? url) + "/__bridge/clock"
    }

    /// Reads the clock of the project's backend, where it answers.
    static func readDate(into surroundings: inout Surroundings) async {
        guard let url = surroundings.project?.backendURL, !url.contains("${"),
            let date = await answer(to: "HEAD", url)?.headers.first("date").flatMap(Instant.init(httpDate:))
        else { return }
        surroundings.serviceDate = (url, date, SystemTime.now)
    }

    /// Nil where nobody answers within a few seconds.
    private static func answer(to method: String, _ url: String) async -> HTTPResponse? {
        guard let address = try? WebURL(url), let transport = try? CurlTransport() else { return nil }
        defer { transport.shutdown() }
        let request = HTTPRequest(method: method, url: address)
        return try? await withDeadline(.seconds(3), on: WorldClock(systemNow: { SystemTime.now })) {
            try await transport.perform(request).response
        }
    }

    /// Tries what `serve` takes, and what clients of an emulator are told to call.
    static func readPorts(named: [Int], into surroundings: inout Surroundings) {
        let others = Set(named).subtracting(usualPorts.map(\.0)).filter { $0 > 0 && $0 < 65_536 }.sorted()
        for (number, purpose) in usualPorts + others.prefix(20).map({ ($0, "the auth emulator") }) {
            surroundings.ports.append(
                Surroundings.Port(
                    number, purpose: purpose, onIPv4: PortProbe.answers(number, onIPv6: false),
                    onIPv6: PortProbe.answers(number, onIPv6: true), isServe: surroundings.served != nil))
        }
    }

    /// - Parameter path: of the project file.
    static func read(_ project: AppProject, path: String, into surroundings: inout Surroundings) {
        var found = Surroundings.Project(path: path)
        found.projectID = project.auth.projectID
        found.apiKey = project.auth.apiKey
        found.authPort = project.auth.port
        found.backendURL = project.backend?.url.text
        found.webURL = project.web.url?.text
        if let folder = project.web.folder {
            let place = project.place(of: folder)
            found.webFolder = (place, FileManager.default.fileExists(atPath: place))
        }
        found.engine = project.web.engine?.rawValue
        found.cookieName = project.cookieName
        found.signInPath = project.web.signInPath
        for case .cookieStore(let copy) in project.handover ?? [] {
            if let attributes = copy.attributes { found.cookieAttributes = attributes }
        }
        surroundings.project = found
    }
}
