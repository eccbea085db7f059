public import BridgePrimitives
import Files
import Foundation
public import Scenarios
import Diagnosis

/// `FILE` or `FILE:LINE`: one scenario of a file.
public struct ScenarioPlace: Sendable {
    public let file: String
    /// Nil for a file with one scenario.
    public let line: Int?

    /// A file of that very name goes before a line in another one.
    public init(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        if parts.count > 1, let line = parts.last.flatMap({ Int($0) }), line > 0,
            !FileManager.default.fileExists(atPath: text)
        {
            (file, self.line) = (parts.dropLast().joined(separator: ":"), line)
        } else {
            (file, line) = (text, nil)
        }
    }

    /// The scenario that stands there.
    ///
    /// - Throws: `race/one-at-a-time` where there are several; what is wrong with the file.
    public func scenario() throws -> Scenario {
        let scenarios = try ScenarioFiles.scenarios(at: [file])
        if let line {
            let above = scenarios.filter { $0.source.file == file && $0.source.line <= line }
            guard let found = above.last ?? scenarios.first else {
                throw RunReason.noSuchScenario.failure("no scenario stands at \(file):\(line)")
            }
            return found
        }
        guard let first = scenarios.first, scenarios.count == 1 else {
            let places = scenarios.prefix(5).map { "\($0.source.file):\($0.source.line)" }.joined(separator: ", ")
            throw RaceReason.oneAtATime.failure(
                "\(file) has \(scenarios.count) scenarios",
                fix: "name one: \(places)\(scenarios.count > 5 ? ", …" : "")")
        }
        return first
    }

    /// The file's text, to be written anew with an order in it.
    public func text() throws(BridgeFailure) -> String {
        do throws(InputFile.Problem) {
            return String(decoding: try InputFile.read(file, upTo: ScenarioFile.sizeLimit), as: UTF8.self)
        } catch {
            throw RunReason.unreadableFile.failure("\(file) \(error.clause)")
        }
    }
}
