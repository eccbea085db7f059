import Scenarios
import WebViews

extension UserScript {
    /// A script of the app's own, as a scenario has it.
    init(_ script: Scenario.AppScript) {
        self.init(
            source: script.source,
            injectionTime: script.time == .documentStart ? .atDocumentStart : .atDocumentEnd, forMainFrameOnly: true)
    }
}
