import BridgePrimitives
import Foundation
import Project
import Scenarios
import Testing
import TestSupport

@testable import SessionBridgeCLI

@Suite("A project file that is written", .timeLimit(.minutes(5)))
struct ProjectInitTests {
    @Test func initWritesWhatIsThenRead() throws {
        try withFolder { folder in
            try Data(#"{"projects":{"default":"shop"}}"#.utf8).write(to: URL(fileURLWithPath: folder + "/.firebaserc"))
            let initial = ProjectInit(folder: folder)
            try initial.write(initial.guess.answers, force: false)
            #expect(try ProjectFiles.load(initial.path).project.auth.projectID == "shop")
            let again = #expect(throws: BridgeFailure.self) { try initial.write(initial.guess.answers, force: false) }
            #expect(again?.code.rawValue == "project/exists")
            var answers = initial.guess.answers
            answers.projectID = "other"
            try initial.write(answers, force: true)
            #expect(try ProjectFiles.load(initial.path).project.auth.projectID == "other")
            answers.backendURL = "localhost"
            #expect(throws: ScenarioProblems.self) { try initial.write(answers, force: true) }
            #expect(try ProjectFiles.load(initial.path).project.auth.projectID == "other", "it was overwritten")
        }
    }
}
