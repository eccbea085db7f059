import ArgumentParser
import BridgePrimitives
import Cookies

struct ProfilesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profiles",
        abstract: "Lists what each cookie profile does, how sure that is, and where it is from.")

    @Argument(help: ArgumentHelp("Only this profile.", valueName: "name"))
    var name: String?

    @Flag(help: "One JSON object a line.")
    var json = false

    func run() async throws {
        try await runningVerb {
            let tables = try tables()
            let palette = Palette(isOn: Console.hasColour)
            for table in tables {
                if !json { Console.print(palette.bold(table.name)) }
                for row in table.rows {
                    guard !json else {
                        let object: JSONValue = [
                            "profile": .string(table.name), "knob": .string(row.knob), "value": .string(row.value),
                            "confidence": .string(row.confidence.rawValue), "source": .string(row.source),
                        ]
                        Console.print(object.text())
                        continue
                    }
                    let knob = row.knob.padded(to: 34, gap: 2)
                    let value = row.value.padded(to: 28, gap: 2)
                    Console.print("    \(knob)\(value)\(palette.dim("\(row.confidence.rawValue): \(row.source)"))")
                }
            }
        }
    }

    /// Engines, then what may stand in front of a backend.
    private func tables() throws -> [(name: String, rows: [CookieProfile.Row])] {
        guard let name else {
            return CookieProfile.all.map { ($0.name, $0.rows) } + EdgeProfile.all.map { ($0.name, $0.rows) }
        }
        if let edge = EdgeProfile.named(name) { return [(edge.name, edge.rows)] }
        return [(name, try name.asCookieProfile().rows)]
    }
}
