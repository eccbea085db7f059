import BridgePrimitives
import Crypto
import HTTPLoader
import Listening
package import Scenarios

/// Something that a file of others does on this machine: it starts a command, or reads a variable of the environment.
///
/// It is approved by its digest, which covers all that it depends on and nothing else of the file.
package enum ProjectAction: Hashable, Sendable {
    case starts(StartedCommand)
    case reads(ReadVariable)

    package struct StartedCommand: Hashable, Sendable {
        /// `backend` or `web`.
        package let key: String
        package let command: String
        /// Where it runs.
        package let folder: String
        package let environment: [NamedText]
        package let inherit: [String]?
    }

    package struct ReadVariable: Hashable, Sendable {
        package let name: String
        /// Hosts elsewhere that its value may be sent to, in order.
        package let hosts: [String]
    }

    /// What a person is to know of it, a verb first.
    package var words: String {
        switch self {
        case .starts(let started):
            let names = started.environment.map(\.name)
            let set = names.isEmpty ? "" : ", with \(names.joined(separator: ", ")) set"
            let inherited = started.inherit.map {
                ", and of your environment \($0.isEmpty ? "nothing" : $0.joined(separator: ", "))"
            }
            return "start `\(started.command)` in \(started.folder) as \(started.key)\(set)\(inherited ?? "")"
        case .reads(let variable):
            let hosts = variable.hosts.isEmpty ? "" : ", and may send it to \(variable.hosts.joined(separator: ", "))"
            return "read \(variable.name) from your environment\(hosts)"
        }
    }

    /// SHA-256 in hexadecimal digits. Values of the environment can be secrets, so the state folder has nothing else.
    package var digest: String {
        let json: JSONValue =
            switch self {
            case .starts(let started):
                [
                    "starts": .string(started.key), "command": .string(started.command),
                    "folder": .string(started.folder),
                    "environment": .array(
                        started.environment.map { .array([.string($0.name), .string($0.text)]) }),
                    "inherit": started.inherit.map { .array($0.map { .string($0) }) } ?? .null,
                ]
            case .reads(let variable):
                ["reads": .string(variable.name), "hosts": .array(variable.hosts.map { .string($0) })]
            }
        return Hexadecimal.text(SHA256.hash(data: Array(json.text().utf8)))
    }
}

extension AppProject {
    /// What the file does by itself, commands first.
    ///
    /// - Parameter startsCommands: whether the command starts the project's services.
    package func actions(startingCommands startsCommands: Bool) -> [ProjectAction] {
        let place = ScenarioFiles.place(of: folder.isEmpty ? "/" : folder)
        let services = startsCommands ? [backend?.service, web.service].compactMap(\.self) : []
        let starts = services.map { service in
            ProjectAction.starts(
                ProjectAction.StartedCommand(
                    key: service.key.rawValue, command: service.start.command, folder: place,
                    environment: service.start.environment, inherit: service.start.inherit))
        }
        return starts + ProjectAction.reading(environment, sendingTo: hosts)
    }

    /// Of its backend and page.
    private var hosts: [String] {
        [backend?.url, web.url].compactMap(\.self)
            .compactMap { try? WebURL($0.filled(with: [TextTemplate.port: "1"])) }.map(\.host)
    }
}

extension ProjectAction {
    /// What scenarios do, by the folder of the project that each is in.
    ///
    /// - Parameter hosts: of the backend and the page that they are played with.
    package static func all(of scenarios: [Scenario], sendingTo hosts: [String]) -> [String: [ProjectAction]] {
        Dictionary(grouping: scenarios.filter { !$0.environment.isEmpty }) { ScenarioSurroundings(of: $0.file).root }
            .mapValues { reading($0.reduce([]) { $0.union($1.environment) }, sendingTo: hosts) }
    }

    /// - Parameter hosts: those of this machine are left out.
    fileprivate static func reading(_ names: Set<String>, sendingTo hosts: [String]) -> [ProjectAction] {
        let elsewhere = hosts.filter { !LocalRequest.isLoopback(authority: $0) }.uniqued().sorted()
        return names.sorted().map { .reads(ReadVariable(name: $0, hosts: elsewhere)) }
    }
}
