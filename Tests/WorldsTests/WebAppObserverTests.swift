import Testing

@testable import Worlds

@Suite("Scripts in the page, for browsers that take no user scripts", .timeLimit(.minutes(5)))
struct WebAppObserverTests {
    private func dressed(_ html: String, _ scripts: [WebAppObserver.PageScript]) -> String {
        let observer = WebAppObserver()
        observer.serve(scripts: scripts)
        return String(decoding: observer.dressing(Array(html.utf8)), as: UTF8.self)
    }

    @Test(
        "A script at document start comes before everything but the document type",
        arguments: [
            ("<!doctype html><html>", "<!doctype html><script>s</script><html>"),
            ("<!DOCTYPE HTML><html>", "<!DOCTYPE HTML><script>s</script><html>"),
            ("<html>", "<script>s</script><html>"),
            ("", "<script>s</script>"),
            ("<!doctype", "<script>s</script><!doctype"),
        ])
    func place(html: String, expected: String) {
        #expect(dressed(html, [.init(source: "s", isAtDocumentStart: true)]) == expected)
    }

    @Test func scriptsComeInTheirOrder() {
        let scripts = ["a", "b"].map { WebAppObserver.PageScript(source: $0, isAtDocumentStart: true) }
        #expect(dressed("", scripts) == "<script>a</script><script>b</script>")
        #expect(dressed("<p>", []) == "<p>")
    }

    @Test func aScriptAtDocumentEndWaitsForTheTree() {
        let page = dressed("", [.init(source: "s", isAtDocumentStart: false)])
        #expect(page == "<script>addEventListener(\"DOMContentLoaded\", () => {\ns\n})</script>")
    }

    /// A string of the script keeps its meaning; the element ends where it should.
    @Test(
        "What would end the element is written otherwise",
        arguments: [
            ("x='</script>'", "x='<\\/script>'"), ("x='</SCRIPT '", "x='<\\/SCRIPT '"), ("x='<!--'", "x='<\\!--'"),
        ])
    func escapes(source: String, expected: String) {
        #expect(dressed("", [.init(source: source, isAtDocumentStart: true)]) == "<script>\(expected)</script>")
    }

    @Test func requestsAreTakenOnceAndNotWithoutEnd() {
        let observer = WebAppObserver()
        for number in 0..<1001 {
            observer.note(.init(method: "GET", address: "app.localhost/\(number)", cookieHeader: nil))
        }
        #expect(observer.takeRequests().count == 1000)
        #expect(observer.takeRequests().isEmpty)
    }
}
