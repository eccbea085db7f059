import ArgumentParser
import BridgePrimitives
import Cookies
import CookieStores
import Files
import Listening
import Worlds

struct CookiesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cookies", abstract: "A cookie jar on standard input and output, one JSON object a line.",
        discussion: """
            Each line is answered by one line, in order; a line that cannot be obeyed is answered by {"error":…}, and \
            the exit code is 65 at the end.

              {"op":"now","epoch":1300000000}
              {"op":"profile","name":"ios18"}
              {"op":"set","url":"https://app.example.com/a","header":"customtoken=abc; Secure; HttpOnly"}
              {"op":"get","url":"https://app.example.com/"}
              {"op":"script-set","url":"https://app.example.com/","cookie":"customtoken=abc;path=/"}
              {"op":"script-get","url":"https://app.example.com/"}
              {"op":"list"}

            A file becomes the other kind of file with
              session-bridge cookies --load cookies.txt --save state.json </dev/null
            """)

    @Option(help: ArgumentHelp("The cookie profile to begin with.", valueName: "name"))
    var profile = "rfc6265bis"

    @Option(
        help: ArgumentHelp(
            "Begin with the cookies of this file, a cookies.txt or a storage state; may be repeated.",
            valueName: "file"))
    var load: [String] = []

    @Option(
        help: ArgumentHelp(
            "Write the jar here at the end: as a storage state if the name ends in .json, else as cookies.txt.",
            valueName: "file"))
    var save: String?

    @OptionGroup var timing: TimeoutOptions

    func run() async throws {
        try await runningVerb(within: timing.timeout) {
            var jar = CookieProtocol(profile: try profile.asCookieProfile()) { SystemTime.now }
            var hasFailed = false
            if let save { try OutputFile.check(save) }
            for path in load {
                let file = try CookieFiles.read(path, now: SystemTime.now)
                for complaint in CookieFiles.complaints(file, path: path) { Console.note(complaint) }
                if !file.problems.isEmpty { hasFailed = true }
                jar.load(file)
            }
            for line in StandardInput.lines {
                do throws(BridgeFailure) {
                    guard case .text(let line) = line else {
                        throw BridgeFailure(UsageReason.inputTooLong, cause: "the line is longer than 1 MiB")
                    }
                    guard line.utf8.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { continue }
                    Console.print(try jar.answer(to: line).text())
                } catch {
                    hasFailed = true
                    let answer: JSONValue = [
                        "error": [
                            "code": .string(error.code.rawValue), "message": .string(error.cause),
                            "fix": .string(error.fix),
                        ]
                    ]
                    Console.print(answer.text())
                }
            }
            if let save { try CookieFiles.write(jar.file, to: save) }
            if hasFailed { throw ExitCode(BridgeFailure.Kind.unreadableInput.exitCode) }
        }
    }
}
