import Testing
import WebViews

@Suite("Links and forms of a page", .timeLimit(.minutes(5)))
struct PageFormTests {
    private func document(_ html: String) -> PageDocument {
        PageDocument(html: Array(html.utf8), contentType: "text/html; charset=utf-8")
    }

    private func form(_ html: String) throws -> PageForm { try #require(document(html).forms.first) }

    @Test(
        arguments: [
            ("<a href=/a>One</a>", ["/a One"]),
            ("<a href=' /a?x=1&amp;y=2 '> One <b>two\n three</b></a>", ["/a?x=1&y=2 One two three"]),
            ("<a name=x>No link</a><a>None</a>", []), ("<a href=''>Here</a>", [" Here"]), ("", []),
            ("<!-- <a href=/a>Comment</a> --><script>'<a href=/b>x</a>'</script>", []),
            ("<a href=/a>One<a href=/b>Two", ["/a One", "/b Two"]),  // a link ends where the next begins
        ] as [(String, [String])])
    func linksAreFound(html: String, expected: [String]) {
        #expect(document(html).links.map { "\($0.target) \($0.label)" } == expected)
    }

    @Test(
        arguments: [
            // What is in the form already
            ("<input name=a value=1><input name=b>", [:], ["a=1", "b="]),
            ("<input type=hidden name=a value='1 &amp; 2'>", [:], ["a=1 & 2"]),
            ("<textarea name=a>text</textarea>", [:], ["a=text"]),
            ("<select name=a><option>x<option selected value=2>y</select>", [:], ["a=2"]),
            ("<select name=a><option>x<option>y</select>", [:], ["a=x"]),  // the first, when none is selected
            ("<select name=a></select>", [:], []),
            ("<input type=radio name=a value=1><input type=radio name=a value=2 checked>", [:], ["a=2"]),
            ("<input type=checkbox name=a>", [:], []),
            ("<input type=checkbox name=a checked>", [:], ["a=on"]),
            // What adds nothing
            ("<input value=1><input name='' value=1><input name=a disabled value=1>", [:], []),
            ("<input type=file name=a><input type=reset name=b><input type=button name=c>", [:], []),
            // What the person does
            ("<input name=a value=1>", ["a": "2"], ["a=2"]),
            ("<input type=hidden name=a value=1>", ["a": "2"], ["a=1"]),  // nobody sees it
            (
                "<input type=radio name=a value=1 checked><input type=radio name=a value=2>", ["a": "2"],
                ["a=2"]
            ),
            ("<input name=a value=1><input name=a value=2>", [:], ["a=1", "a=2"]),  // twice is twice
        ] as [(String, [String: String], [String])])
    func entriesAreThoseOfHTML(controls: String, values: [String: String], expected: [String]) throws {
        let form = try form("<form>\(controls)</form>")
        #expect(form.entries(pressing: nil, filling: values).map { "\($0.0)=\($0.1)" } == expected)
    }

    @Test func buttonsAddThemselves() throws {
        let form = try form(
            """
            <form method=POST action="/go"><input name=a value=1>
            <button name=who value=t> Taro <small>@taro</small></button>
            <button type=submit formaction=/else>No name</button><button type=button name=x>None</button>
            <input type=submit name=s value=Send></form>
            """)
        #expect(form.method == .post && form.action == "/go")
        #expect(form.buttons.map(\.label) == ["Taro @taro", "No name", "Send"])
        #expect(form.buttons.map(\.action) == [nil, "/else", nil])
        #expect(form.buttons.map { form.entries(pressing: $0).map(\.1) } == [["1", "t"], ["1"], ["1", "Send"]])
    }

    @Test func controlsBelongToTheirForm() {
        let forms = document(
            "<form id=one><input name=a></form><form><input name=b></form><input name=c form=one><input name=d>"
        ).forms
        #expect(forms.map { $0.fields.map(\.name) } == [["a", "c"], ["b"]])
    }

    /// Each once took time, or memory, by the square of what stands in the page: a minute for some hundred thousand bytes.
    @Test(
        "A page costs no square of its length", .timeLimit(.minutes(5)),
        arguments: [
            ("", "<form></form>", 4_000), ("<form id=f>", "<input form=f>", 40_000),
            ("", "<form id=x><input form=x>", 20_000),
            ("<form>", "<select name=s><option></select>", 20_000), ("<form>", "<button>x</button>", 30_000),
            (String(repeating: "<div>", count: 400), "<a href=x>text</a>", 20_000),
            (String(repeating: "<div>", count: 400), String(repeating: "text ", count: 100), 4_000),
        ])
    func manyControls(front: String, unit: String, count: Int) {
        let document = document(front + String(repeating: unit, count: count))
        #expect(document.links.count + document.forms.count <= count)
    }

    @Test(
        "A list has the options in it, not those of a list in another form",
        arguments: [
            (
                "<form><select name=a><option>1</select></form><form><select name=a><option>2</select></form>",
                ["1", "2"]
            )
        ])
    func optionsBelongToTheirList(html: String, values: [String]) {
        #expect(document(html).forms.flatMap(\.fields).map(\.value) == values)
    }

    @Test(
        arguments: [
            ("<meta http-equiv=refresh content='0; url=/next'>", "/next"),
            ("<meta http-equiv=Refresh content='0;URL=myapp://done?a=1&amp;b=2'>", "myapp://done?a=1&b=2"),
            ("<meta http-equiv=refresh content='5; url=/next'>", nil),  // somebody is to read the page first
            ("<meta http-equiv=refresh content='0'>", nil), ("<meta http-equiv=refresh>", nil),
            ("<meta name=refresh content='0; url=/next'>", nil), ("", nil),
        ] as [(String, String?)])
    func pagesThatGoOnByThemselves(head: String, target: String?) {
        #expect(document("<html><head>\(head)</head><body>x</body></html>").immediateRefresh == target)
    }

    @Test func theTextIsWhatIsRead() {
        #expect(
            document("<title>T</title><style>p{}</style><p>One\n two</p><script>x()</script><p>three").text
                == "One two three")
    }
}
