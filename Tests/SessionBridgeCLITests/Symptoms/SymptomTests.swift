import BridgePrimitives
import Foundation
import Testing
import TestSupport

@testable import SessionBridgeCLI

@Suite("Symptoms", .timeLimit(.minutes(5)))
struct SymptomTests {
    /// What is built in is the whole file.
    @Test func allOfTheFileIsRead() throws {
        let file = try #require(Checkout.texts(in: "docs", suffix: "symptoms.yaml").first)
        let entries = try #require(try YAMLJSON.value(of: file.text).arrayValue)
        #expect(entries.count > 40 && entries.count == Symptom.all.count)
        for (entry, symptom) in zip(entries, Symptom.all) {
            let read: JSONValue = [
                "id": .string(symptom.id), "title": .string(symptom.title),
                "explanation": .string(symptom.explanation),
                "causes": .array(symptom.causes.map { .object(JSONObject([($0.code.rawValue, .string($0.clue))])) }),
                "decide": .string(symptom.command), "words": .string(symptom.words.joined(separator: " ")),
            ]
            #expect(entry == read, "\(symptom.id)")
        }
    }

    @Test func eachNamesCodesAndScenariosThatThereAreAndItsNameIsItsOwn() throws {
        #expect(Set(Symptom.all.map(\.id)).count == Symptom.all.count)
        for symptom in Symptom.all {
            #expect(!symptom.causes.isEmpty && symptom.command.hasPrefix("session-bridge "), "\(symptom.id)")
            #expect(Set(symptom.causes.map(\.code)).count == symptom.causes.count, "\(symptom.id)")
            for cause in symptom.causes { #expect(ReasonCatalogue.all[cause.code] != nil, "\(cause.code)") }
            for file in symptom.command.matches(of: #/Scenarios\/[\w\/.-]+/#) {
                let path = Checkout.root.appending(path: String(file.output)).path
                #expect(FileManager.default.fileExists(atPath: path), "\(symptom.id): \(file.output)")
            }
        }
    }

    /// Set SESSION_BRIDGE_REWRITE to write the page anew.
    @Test func thePageIsTheFile() throws {
        let page = Checkout.root.appendingPathComponent("docs/symptoms.md")
        let text = Symptom.reference + "\n"
        if ProcessInfo.processInfo.environment["SESSION_BRIDGE_REWRITE"] != nil { try Data(text.utf8).write(to: page) }
        #expect(try String(contentsOf: page, encoding: .utf8) == text)
    }
}
