import Cookies
import Reasons
import Testing

@Suite("Paths, RFC 6265bis §5.1.4", .timeLimit(.minutes(5)))
struct CookiePathTests {
    @Test(
        "Default path",
        arguments: [
            ("/account/login", "/account"), ("/account/", "/account"),  // up to the last slash
            ("/account", "/"), ("/", "/"), ("", "/"),  // a single slash: the root
            ("/a/b/c", "/a/b"), ("//", "/"), ("/a//", "/a/"), ("/a/%2F", "/a"),
        ])
    func defaultsToTheFolder(requestPath: String, path: String) throws {
        var jar = CookieJar()
        #expect(try jar.set("a=1", at: "https://app.test\(requestPath)").cookie?.path == path)
    }

    @Test(
        "Path attribute",
        arguments: [
            ("Path=/x", "/x"), ("Path=/x/", "/x/"), ("Path=x", "/dir"), ("Path=", "/dir"), ("Path", "/dir"),
            ("Path=/x; Path=/y", "/y"), ("Path=/x; Path=", "/dir"),  // the last one wins, a bad one too
            ("PATH = /x ", "/x"), ("Path=/outside", "/outside"), ("Path=\"/x\"", "/dir"),  // quotes are bytes
            ("Path=/x?q", "/x?q"), ("Path=/é", "/é"),
        ])
    func isTakenAsWritten(attribute: String, path: String) throws {
        var jar = CookieJar()
        #expect(try jar.set("a=1; \(attribute)", at: "https://app.test/dir/page").cookie?.path == path)
    }

    @Test(
        "Path match",
        arguments: [
            ("/foo", "/foo", true), ("/foo", "/foo/", true), ("/foo", "/foo/bar", true), ("/foo/", "/foo/bar", true),
            ("/foo", "/foobar", false), ("/foo/", "/foo", false), ("/Foo", "/foo/", false), ("/foo", "/fo", false),
            ("/", "/anything", true), ("/%46oo", "/Foo", false), ("/foo", "/foo?bar", true), ("/foo//", "/foo/", false),
        ])
    func matches(cookiePath: String, requestPath: String, isSent: Bool) throws {
        var jar = CookieJar()
        try jar.set("a=1; Path=\(cookiePath)")
        let sent = try jar.get("https://app.test\(requestPath)")
        #expect(sent.header == (isSent ? "a=1" : nil))
        #expect(sent.reasons("a") == (isSent ? nil : [.path]))
    }

    @Test func scriptWritesWhatItCannotRead() throws {
        var jar = CookieJar()
        try jar.write("a=1; path=/other", at: "https://app.test/a/b/page")
        let read = try jar.read("https://app.test/a/b/page")
        #expect(read.value.isEmpty)
        #expect(read.reasons("a") == [.path])
        #expect(try jar.read("https://app.test/other").value == "a=1")
    }
}
