import BridgePrimitives
import Cookies
import TestSupport
import Testing

@Suite("Which cookie file a text is", .timeLimit(.minutes(5)))
struct CookieFileTests {
    @Test(
        arguments: [
            ("{\"cookies\":[]}", CookieFileFormat.storageState), (" \r\n[", .storageState),
            ("\u{FEFF}{", .storageState),
            ("# Netscape HTTP Cookie File\n", .netscape), ("#HttpOnly_app.test\tFALSE", .netscape),
            ("\n\napp.test\tFALSE\t/\tFALSE\t0\ta\t1", .netscape), ("", .netscape), (" \n", .netscape),
        ])
    func isRecognised(text: String, format: CookieFileFormat) throws {
        #expect(try CookieFileFormat(recognizing: Array(text.utf8)) == format)
    }

    @Test(arguments: [("a=1; b=2", 1, 1), ("\n\r\n  x", 3, 3), ("\u{0}", 1, 1), ("Set-Cookie: a=1", 1, 1)])
    func isNeither(text: String, line: Int, column: Int) {
        #expect(throws: CookieFileProblem(line: line, column: column, reason: .unknownFormat)) {
            try CookieFileFormat(recognizing: Array(text.utf8))
        }
    }

    @Test func aFileBeyondTheLimitIsNoneOfThem() {
        let bytes = [UInt8](repeating: 0x20, count: CookieFile.lengthLimit + 1)
        #expect(throws: CookieFileProblem(line: 1, column: 1, reason: .tooLarge)) {
            try CookieFileFormat(recognizing: bytes)
        }
    }

    @Test(arguments: CookieFileFormat.allCases)
    func whatIsWrittenIsRecognisedAndRead(format: CookieFileFormat) throws {
        let text = Array(format.text(of: CookieFile(cookies: awkwardCookies)).utf8)
        #expect(try CookieFileFormat(recognizing: text) == format)
        #expect(format.read(text, now: now).cookies == awkwardCookies)
    }
}
