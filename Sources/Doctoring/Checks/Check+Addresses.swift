import BridgePrimitives
import Cookies
import Linting

extension Check {
    static let all: [Check] = addresses + emulator + projects + time + app + cookies + trust + versions + files

    static let addresses: [Check] = [
        Check(.emulatorSchemeGiven, .addresses) { around in
            let variables = around.variables("FIREBASE_AUTH_EMULATOR_HOST")
            guard !variables.isEmpty else { return .notApplicable }
            return Answer(
                variables.filter { $0.value.contains("://") }.map { Evidence($0.title, "begins with a scheme") })
        },
        Check(.emulatorSchemeMissing, .addresses) { around in
            let uses = around.sources.flatMap { source in
                source.emulators.filter { !$0.isNative }.map { (source.path, $0) }
            }
            guard !uses.isEmpty else { return .notApplicable }
            return Answer(
                uses.compactMap { path, use in
                    guard let address = use.address, !address.contains("://"), !address.contains("\u{1A}") else {
                        return nil
                    }
                    return Evidence("\(path):\(use.line)", "connectAuthEmulator is given \"\(address)\"")
                })
        },
        Check(.emulatorAnyAddress, .addresses) { around in
            let addresses = around.emulatorAddresses
            guard !addresses.isEmpty else { return .notApplicable }
            return Answer(
                addresses.filter { ["0.0.0.0", "[::]", "::"].contains($0.host) }.map {
                    Evidence($0.place, "connects to \($0.host)")
                })
        },
        Check(.loopbackNamesMixed, .addresses) { around in
            // An emulator is called by scripts and SDKs, and no cookie goes there.
            let named = around.loopbackPages
            guard !named.isEmpty else { return .notApplicable }
            // Names below localhost are hosts of their own, and meant to be.
            let spellings = Set(named.map(\.host)).intersection(["localhost", "127.0.0.1", "[::1]", "::1"])
            guard spellings.count > 1 else { return .fine }
            return .wrong(named.filter { spellings.contains($0.host) }.map { Evidence($0.place, "says \($0.host)") })
        },
        Check(.localhostIPv6First, .addresses) { around in
            guard let addresses = around.addresses["localhost"], !around.ports.isEmpty else { return .notApplicable }
            guard addresses.first == "::1" else { return .fine }
            let names = around.loopbackNames.filter { $0.host == "localhost" }
            return Answer(
                around.ports.filter { port in
                    port.answersOnIPv4 && !port.answersOnIPv6 && names.contains { $0.port == port.number }
                }.map { Evidence("localhost:\($0.number)", "\($0.purpose) answers on 127.0.0.1 and not on ::1") })
        },
        Check(.localhostUnknown, .addresses) { around in
            guard let addresses = around.addresses["localhost"] else { return .notApplicable }
            let isLoopback = addresses.contains { $0.hasPrefix("127.") || $0 == "::1" }
            return isLoopback
                ? .fine
                : .wrong([
                    Evidence(
                        "localhost", addresses.isEmpty ? "has no address" : "is \(addresses.joined(separator: ", "))")
                ])
        },
        Check(.localhostNamesUnknown, .addresses) { around in
            guard let addresses = around.addresses["app.localhost"] else { return .notApplicable }
            guard addresses.isEmpty, around.loopbackNames.contains(where: { $0.host.hasSuffix(".localhost") }) else {
                return .fine
            }
            let uses = around.loopbackNames.filter { $0.host.hasSuffix(".localhost") }
            return .wrong(uses.map { Evidence($0.place, "\($0.host) has no address here") })
        },
        Check(.portInUse, .addresses) { around in
            guard !around.ports.isEmpty else { return .notApplicable }
            // Where serve runs, the ports are its own.
            guard around.served == nil else { return .fine }
            return Answer(
                around.ports.filter {
                    ($0.answersOnIPv4 || $0.answersOnIPv6) && !$0.isServe && $0.purpose.hasPrefix("serve")
                }
                .map { Evidence("port \($0.number)", "\($0.purpose) is to listen here, and something answers") })
        },
        Check(.portPrivileged, .addresses) { around in
            let ports = around.configuredPorts + around.projectPorts
            guard !ports.isEmpty else { return .notApplicable }
            guard !around.isAdministrator else { return .fine }
            return Answer(
                ports.filter { $0.port > 0 && $0.port < 1024 }.map {
                    Evidence($0.place, "\($0.service) on port \($0.port)")
                })
        },
        Check(.portsTheSame, .addresses) { around in
            guard around.configuredPorts.count > 1 else { return .notApplicable }
            let groups = Dictionary(grouping: around.configuredPorts) { "\($0.place) \($0.port)" }
            return Answer(
                groups.sorted { $0.key < $1.key }.filter { $0.value.count > 1 }.compactMap { _, services in
                    services.first.map {
                        Evidence(
                            $0.place, "port \($0.port) is for \(services.map(\.service).joined(separator: " and "))")
                    }
                })
        },
        Check(.emulatorPortsMixed, .addresses) { around in
            var named = around.emulatorAddresses.compactMap { use in use.port.map { (port: $0, place: use.place) } }
            named += around.configuredPorts.filter { $0.service == "auth" }.map { ($0.port, $0.place) }
            if let project = around.project, let port = project.authPort { named.append((port, project.path)) }
            guard named.count > 1 else { return .notApplicable }
            return Set(named.map(\.port)).count > 1
                ? .wrong(named.map { Evidence($0.place, "port \($0.port)") }) : .fine
        },
    ]
}

extension Surroundings {
    /// Every place that names this machine, with the name it uses.
    var loopbackNames: [(host: String, port: Int?, place: String)] {
        emulatorAddresses.filter { HostAndPort.isLoopback($0.host) } + loopbackPages
    }

    /// The pages and backends of this machine.
    var loopbackPages: [(host: String, port: Int?, place: String)] {
        var found: [(host: String, port: Int?, place: String)] = []
        found += loadedURLs.map { ($0.url.host, $0.url.port.map(Int.init), $0.place) }
        if let project {
            for (url, key) in [(project.backendURL, "backend: url"), (project.webURL, "web: url")] {
                guard let url, !url.contains("$") else { continue }
                let (host, port) = HostAndPort.split(url)
                found.append((host, port, "\(project.path) (\(key))"))
            }
        }
        for variable in variables where variable.place != nil && variable.value.contains("://") {
            guard ["URL", "ORIGIN", "HOST"].contains(where: variable.name.hasSuffix),
                !variable.name.contains("EMULATOR")
            else { continue }
            let (host, port) = HostAndPort.split(variable.value)
            found.append((host, port, variable.title))
        }
        return found.filter { HostAndPort.isLoopback($0.host) }
    }

    /// Whether a page or a backend of this machine is called over https.
    var usesLocalTLS: Bool {
        let urls = [project?.webURL, project?.backendURL].compactMap(\.self) + loadedURLs.map(\.url.string)
        return urls.contains { $0.hasPrefix("https://") && HostAndPort.isLoopback(HostAndPort.split($0).host) }
    }

    /// The ports that the project file names.
    var projectPorts: [(service: String, port: Int, place: String)] {
        guard let project else { return [] }
        var found: [(String, Int, String)] = []
        if let port = project.authPort { found.append(("auth", port, project.path)) }
        return found
    }
}
