#if canImport(XCTest)
    import Scenarios
    import XCTest

    /// Runs the scenarios of a file or a folder, one after the other, and fails where one does not end as it expects.
    ///
    /// The failure is at the line that calls this; its text is what `session-bridge run` prints, which names the step and its
    /// line in the file.
    /// - Parameters:
    ///   - path: as for ``ScenarioTests/all(in:filter:testFile:)``.
    ///   - filter: only scenarios whose name contains it; nil for all.
    ///   - configuration: what their worlds are like.
    public func XCTAssertScenario(
        _ path: String, filter: String? = nil, configuration: BridgeTestConfiguration = BridgeTestConfiguration(),
        file: StaticString = #filePath, line: UInt = #line
    ) async {
        do {
            for test in try ScenarioTests.all(in: path, filter: filter, testFile: "\(file)") {
                let result = try await configuration.result(of: test.scenario)
                if !result.hasPassed {
                    XCTFail(Report.lines(for: result).joined(separator: "\n"), file: file, line: line)
                }
            }
        } catch {
            XCTFail("\(error)", file: file, line: line)
        }
    }
#endif
