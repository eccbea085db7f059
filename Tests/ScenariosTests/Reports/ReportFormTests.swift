import BridgePrimitives
import CXML2
import Foundation
import Scenarios
import Testing

@Suite("Forms of a run's report", .timeLimit(.minutes(5)))
struct ReportFormTests {
    // MARK: - JUnit

    /// The complaints of libxml2's validator about a document; empty for one that is as the schema says.
    private static func complaints(about xml: String) throws -> [String] {
        let schema = try #require(Bundle.module.path(forResource: "junit", ofType: "xsd", inDirectory: "Fixtures"))
        let parser = try #require(xmlSchemaNewParserCtxt(schema))
        defer { xmlSchemaFreeParserCtxt(parser) }
        let parsed = try #require(xmlSchemaParse(parser), "the schema itself is wrong")
        defer { xmlSchemaFree(parsed) }
        let bytes = Array(xml.utf8CString)
        guard let document = xmlReadMemory(bytes, Int32(bytes.count - 1), nil, "UTF-8", 0) else { return ["no XML"] }
        defer { xmlFreeDoc(document) }
        let context = try #require(xmlSchemaNewValidCtxt(parsed))
        defer { xmlSchemaFreeValidCtxt(context) }
        xmlSchemaSetValidStructuredErrors(context, { _, _ in }, nil)
        let code = xmlSchemaValidateDoc(context, document)
        return code == 0 ? [] : ["libxml2 says \(code)"]
    }

    @Test func junitIsAsTheSchemaSays() throws {
        #expect(try Self.complaints(about: SampleReport.full.junit) == [])
        #expect(try Self.complaints(about: SampleReport.report([]).junit) == [])
        #expect(try Self.complaints(about: SampleReport.thousands.junit) == [])
        // The schema can tell.
        let wrong = SampleReport.full.junit.replacing("<failure ", with: "<failed ").replacing(
            "</failure>", with: "</failed>")
        #expect(try Self.complaints(about: wrong) != [])
        #expect(try Self.complaints(about: "<testsuites/>") != [])
    }

    @Test func junitCountsAndPlaces() {
        let flaky = SampleReport.scenario("y", earlier: [SampleReport.ending(.failed)])
        let report = SampleReport.report([
            SampleReport.scenario("good"), SampleReport.scenario("bad", .failed, line: 10), flaky,
            SampleReport.scenario("left", .notRun, file: "b.yaml"),
        ])
        let xml = report.junit
        #expect(xml.contains(#"tests="4" failures="1" errors="0" time="1.234" skipped="1">"#), "\(xml)")
        // At the step in which the cause lies.
        #expect(xml.contains(#"<testcase name="bad" classname="a.yaml" time="0.012" file="a.yaml" line="13">"#))
        #expect(xml.contains(#"<property name="root-cause" value="script/http-only"/>"#))
        #expect(xml.contains(#"<property name="seed" value="18446744073709551615"/>"#))
        #expect(xml.contains(#"<flakyFailure message="hidden Fix: Show it." type="script/http-only">"#))
        #expect(xml.contains(#"<skipped message="another failed"/>"#))
    }

    /// What fails as its file says passes, and no form keeps that to itself.
    @Test func aKnownFailureIsInEachForm() throws {
        var known = SampleReport.scenario("left broken")
        known.ending.knownFailure = KnownFailure(reason: ReasonCode(unchecked: "send/path"), note: "a|b <c>")
        let report = SampleReport.report([known, SampleReport.scenario("good")])
        #expect(
            report.junit.contains(#"        <property name="known-failure" value="send/path, a|b &lt;c&gt;"/>"#),
            "\(report.junit)")
        #expect(report.junit.contains(#"tests="2" failures="0""#))
        #expect(try Self.complaints(about: report.junit) == [])
        #expect(
            report.markdown.contains(
                #"| Known failure | Why |"# + "\n| --- | --- |\n" + #"| left broken | `send/path` a\|b &lt;c&gt; |"#),
            "\(report.markdown)")
        #expect(!SampleReport.report([SampleReport.scenario("good")]).markdown.contains("Known failure"))
    }

    // MARK: - TAP

    @Test func tapIsALineAScenario() {
        let lines = SampleReport.full.tap.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines.first == "TAP version 14" && lines[1] == "1..\(SampleReport.full.scenarios.count)")
        var number = 0
        var isInBlock = false
        for line in lines.dropFirst(2).dropLast() {
            switch line {
            case "  ---": isInBlock = true
            case "  ...": isInBlock = false
            case _ where isInBlock:
                // A key, and a value that is JSON: nothing of others ends the block.
                let parts = line.dropFirst(2).split(separator: ":", maxSplits: 1)
                #expect(parts.count == 2 && (try? JSONValue(parsing: parts[1].utf8)) != nil, "\(line)")
            case _ where line.hasPrefix("Bail out! "): continue
            default:
                number += 1
                #expect(line.hasPrefix("ok \(number) - ") || line.hasPrefix("not ok \(number) - "), "\(line)")
                let isSkipped = SampleReport.full.scenarios[number - 1].ending.outcome == .notRun
                #expect(line.replacing("\\#", with: "").contains(" # SKIP ") == isSkipped, "\(line)")
            }
        }
        #expect(number == SampleReport.full.scenarios.count)
    }

    // MARK: - Markdown

    @Test func markdownHasNoMarkupOfOthers() {
        let markdown = SampleReport.full.markdown
        #expect(!markdown.contains("<script") && !markdown.contains("@team"))
        for line in markdown.split(separator: "\n") where line.hasPrefix("|") {
            let cells = line.replacing("\\|", with: "").filter { $0 == "|" }.count
            #expect([3, 4, 5].contains(cells), "\(line)")
        }
        #expect(markdown.hasPrefix("### ❌ session-bridge: "))
        #expect(SampleReport.report([SampleReport.scenario("g")]).markdown.hasPrefix("### ✅"))
        #expect(markdown.contains("`script/http-only` "))
    }

    // MARK: - Annotations

    /// Columns: name and message, and the command that GitHub's runner reads.
    @Test(arguments: [
        ("a", "b", "::error file=a.yaml,line=4,title=a::b (script/http-only)%0AFix: Show it."),
        (
            "50%: a,b", "x%y\nz::c",
            "::error file=a.yaml,line=4,title=50%25%3A a%2Cb::x%25y%0Az::c (script/http-only)%0AFix: Show it."
        ),
        (
            "\u{1B}[31m\r", "\u{0}",
            "::error file=a.yaml,line=4,title=\\u001B[31m\\r::\\u0000 (script/http-only)%0AFix: Show it."
        ),
    ])
    func githubsCommandsAreOneLineEach(name: String, message: String, command: String) {
        let report = SampleReport.report([SampleReport.scenario(name, .failed, message: message)])
        #expect(report.annotations().map(\.githubCommand) == [command])
    }

    @Test func noTextOfOthersBeginsACommand() {
        for annotation in SampleReport.full.annotations() {
            let command = annotation.githubCommand
            #expect(!command.contains("\n") && !command.contains("\r") && !command.contains("\u{1B}"))
            #expect(command.hasPrefix("::error file=") || command.hasPrefix("::warning file="))
            let head = command.dropFirst(2).prefix { $0 != ":" }
            #expect(head.split(separator: ",").count == 3, "\(head)")
        }
    }

    @Test func gitlabsFingerprintsDifferAndStay() throws {
        let rows = try #require(SampleReport.full.gitlab { "app/" + $0 }.arrayValue)
        #expect(Set(rows.compactMap { $0["fingerprint"]?.stringValue }).count == rows.count && rows.count > 40)
        for row in rows {
            #expect(["major", "minor"].contains(row["severity"]?.stringValue))
            #expect(row["location"]?["path"]?.stringValue?.hasPrefix("app/") == true)
            #expect((row["location"]?["lines"]?["begin"]?.integerValue ?? 0) > 0)
            #expect(row["description"]?.stringValue?.isEmpty == false && row["check_name"]?.stringValue != nil)
        }
        // Another run, a later line: the same finding.
        let (first, later) = (
            SampleReport.report([SampleReport.scenario("x", .failed, line: 1)]).gitlab(),
            SampleReport.report([SampleReport.scenario("x", .failed, line: 40, milliseconds: 99)]).gitlab()
        )
        #expect(first.arrayValue?.map { $0["fingerprint"] } == later.arrayValue?.map { $0["fingerprint"] })
    }

    // MARK: - Text

    @Test func whatWasFlakyIsToldWithItsCause() {
        let flaky = SampleReport.scenario("y", earlier: [SampleReport.ending(.failed), SampleReport.ending(.failed)])
        #expect(flaky.lines.first == "flaky   12 ms  y  (passed at try 3)")
        #expect(flaky.lines.contains { $0.contains("script/http-only: hidden") })
        let report = SampleReport.report([
            flaky, SampleReport.scenario("n", .notRun), SampleReport.scenario("f", .failed),
        ])
        #expect(report.summary == "3 scenarios: 1 passed (1 flaky), 1 failed, 1 not run (1234 ms)")
        #expect(report.byWeight.map(\.name) == ["n", "f", "y"])
        #expect(report.slowestLines(1) == ["slow    12 ms  y  (a.yaml:1:1)"])
    }

    /// A line of a terminal is as wide as that, whatever the names.
    @Test func progressFitsItsLine() {
        var progress = ProgressLine(total: 40)
        progress.begin("first")
        progress.begin("\u{1B}[2J日本語のシナリオ名前 \(String(repeating: "long ", count: 40))")
        progress.end("first", hasPassed: false)
        let text = progress.text(width: 80)
        #expect(text.hasPrefix("[                    ] 1/40, 1 failed  \\u001B[2J日本語"), "\(text)")
        let columns = text.reduce(0) { $0 + ($1.utf8.count > 2 ? 2 : 1) }
        #expect(columns < 80 && columns > 70)
        for _ in 0..<39 { progress.end("x", hasPassed: true) }
        #expect(progress.text(width: 80).hasPrefix("[####################] 40/40, 1 failed"))
    }
}
