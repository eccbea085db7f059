import Testing

@testable import WebViews

@Suite("Scripts that a page brings along", .timeLimit(.minutes(5)))
struct PageScriptsTests {
    /// Columns: the document; inline, with src, inline modules, modules with src; what occurs in the inline ones.
    @Test(
        arguments: [
            ("<p>none", [0, 0, 0, 0], []),
            (
                "<script>if (!document.cookie) location.href='/'</script>", [1, 0, 0, 0],
                ["document.cookie", "location"]
            ),
            ("<script src=/a.js>location</script>", [0, 1, 0, 0], []),  // the text beside a src does not count
            ("<script type=module>history.back()</script>", [0, 0, 1, 0], ["history"]),
            ("<script TYPE=' Module ' src=a></script>", [0, 0, 0, 1], []),
            ("<script type=text/javascript>window.open('/')</script>", [1, 0, 0, 0], ["window.open"]),
            // Parts of longer names.
            ("<script>allocation.historyOf(mylocation, $location)</script>", [1, 0, 0, 0], []),
            ("<script>self.location</script>", [1, 0, 0, 0], ["location"]),
            ("<script type=application/json>{\"location\":1}</script>", [0, 0, 0, 0], []),
            ("<script type=importmap>{}</script><script nomodule src=old.js></script>", [0, 0, 0, 0], []),
            ("<script> </script><noscript><script>1</script></noscript>", [0, 0, 0, 0], []),
            ("<script>'<p>'</script><script>location</script>", [2, 0, 0, 0], ["location"]),
        ] as [(String, [Int], [String])])
    func areCounted(html: String, counts: [Int], mentions: [String]) {
        let scripts = HTMLParser.document(
            Array(html.utf8), contentType: ContentType("text/html; charset=utf-8")
        ).scripts
        #expect([scripts.inline, scripts.external, scripts.inlineModules, scripts.externalModules] == counts)
        #expect(scripts.mentions == mentions)
    }
}
