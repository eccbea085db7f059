import Files
import TestSupport
import Testing

@Suite("Files that people name", .timeLimit(.minutes(5)))
struct InputFileTests {
    @Test func areReadUpToTheirLimit() throws {
        try withFolder { folder in
            let file = folder + "/file"
            try FileWriting.write(Array("12345".utf8), to: file, for: .asBefore)
            #expect(try InputFile.read(file, upTo: 5) == Array("12345".utf8))
            #expect(throws: InputFile.Problem.tooLarge(limit: 4)) { try InputFile.read(file, upTo: 4) }
            try FileWriting.write([], to: file, for: .asBefore)
            #expect(try InputFile.read(file, upTo: 0) == [])
        }
    }

    @Test(arguments: ["", "/nowhere/at/all", "/", "a\u{0}b"])
    func whatIsNoFileIsRefused(path: String) {
        #expect(throws: InputFile.Problem.unreadable) { try InputFile.read(path, upTo: 10) }
    }

    @Test func whatHasNoEndIsTooLarge() {
        #expect(throws: InputFile.Problem.tooLarge(limit: 1 << 20)) { try InputFile.read("/dev/zero", upTo: 1 << 20) }
    }
}
