import ArgumentParser
import BridgePrimitives
import Project

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

struct InitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Writes a project file, \(ProjectFile.name), for the app in this folder.",
        discussion:
            "Guesses from \(ProjectGuess.files.joined(separator: ", ")), and asks on a terminal. The file is commented;"
            + " demo, run, trace and serve find it from here and from the folders below.")

    @Flag(name: .shortAndLong, help: "Take the guesses, ask nothing.")
    var yes = false

    @Flag(help: "Overwrite a file that is there.")
    var force = false

    @Flag(help: "Tell only what goes wrong.")
    var quiet = false

    func run() async throws {
        try await runningVerb {
            let initial = ProjectInit()
            try initial.check(force: force)
            if !quiet {
                let grounds = initial.guess.grounds
                if grounds.isEmpty { Console.print("Nothing here says what the app is; the file has the usual names.") }
                for ground in grounds { Console.print("guessed  \(ground)") }
            }
            var answers = initial.guess.answers
            if !yes, isatty(STDIN_FILENO) == 1 { ask(&answers) }
            try initial.write(answers, force: force)
            if !quiet {
                Console.print("wrote    \(initial.path)")
                let acts = try !ProjectFiles.load(initial.path).project.actions(startingCommands: true).isEmpty
                Console.print("Next: read it, then run session-bridge demo\(acts ? " --trust" : "").")
            }
        }
    }

    /// An empty answer takes the guess, a hyphen nothing.
    private func ask(_ answers: inout ProjectAnswers) {
        Console.note("Return takes what stands in brackets, - leaves it out.")
        for question in ProjectAnswers.questions where question.isAsked(answers) {
            let guess = answers[keyPath: question.path]
            Console.note(question.text + (guess.isEmpty ? "" : " [\(guess)]"))
            guard let line = readLine(), !line.isEmpty else { continue }
            answers[keyPath: question.path] = line == "-" ? "" : line
        }
    }
}
