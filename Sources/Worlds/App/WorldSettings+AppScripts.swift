import Scenarios
import WebViews

extension WorldSettings {
    /// User scripts of the app's own, beside those that hand the session over.
    var appScripts: [UserScript] {
        ownScripts.map { script in
            UserScript(
                source: script.source,
                injectionTime: script.time == .documentStart ? .atDocumentStart : .atDocumentEnd,
                forMainFrameOnly: true)
        }
    }
}
