import ArgumentParser
import BridgePrimitives
import Cookies
import SessionBridge

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
            let profiles = try name.map { [try $0.asCookieProfile()] } ?? CookieProfile.all
            let palette = Palette(isOn: Console.hasColour)
            for profile in profiles {
                if !json { Console.print(palette.bold(profile.name)) }
                for row in profile.rows {
                    guard !json else {
                        let object: JSONValue = [
                            "profile": .string(profile.name), "knob": .string(row.knob), "value": .string(row.value),
                            "confidence": .string(row.confidence.rawValue), "source": .string(row.source),
                        ]
                        Console.print(object.text())
                        continue
                    }
                    let knob = row.knob + String(repeating: " ", count: max(1, 34 - row.knob.count))
                    let value = row.value + String(repeating: " ", count: max(1, 28 - row.value.count))
                    Console.print("    \(knob)\(value)\(palette.dim("\(row.confidence.rawValue): \(row.source)"))")
                }
            }
        }
    }
}
