import AppFrameworks
import Foundation
import Testing

@Suite("A status in words", .timeLimit(.minutes(5)))
struct StatusWordsTests {
    @Test(arguments: [
        (200, "no error"), (204, "no content"), (302, "found"), (401, "unauthorized"), (404, "not found"),
        (503, "service unavailable"), (299, "success"), (399, "redirected"), (499, "client error"),
        (599, "server error"), (199, "informational"), (-1, "server error"), (Int.max, "server error"),
    ])
    func isAsAnAppLogsIt(status: Int, words: String) {
        #expect(HTTPURLResponse.localizedString(forStatusCode: status) == words)
    }

    @Test(arguments: [("https", true), ("HTTP", true), ("about", true), ("customscheme", false), ("", false)])
    @MainActor func whatAViewLoadsByItself(scheme: String, isHandled: Bool) {
        #expect(WKWebView.handlesURLScheme(scheme) == isHandled)
    }

    @Test func anErrorsUserInfoIsThatOfNSError() {
        let error = WKError(.javaScriptExceptionOccurred, reasons: [])
        #expect(error.userInfo[NSLocalizedDescriptionKey] as? String == "A JavaScript exception occurred")
        #expect(error.localizedDescription == (error as NSError).localizedDescription)
    }
}
