import Foundation
import TestSupport
import Testing

@testable import Files

@Suite("Files are written whole or not at all", .timeLimit(.minutes(5)))
struct FileWritingTests {
    private func write(_ text: String, to path: String, for readers: FileWriting.Readers = .asBefore) throws {
        try FileWriting.write(Array(text.utf8), to: path, for: readers)
    }

    private func text(of path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    private func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    /// Columns: the mode before, nil for a new file; who is to read it; the mode afterwards.
    @Test(
        arguments: [
            (0o640, .asBefore, 0o640), (0o600, .asBefore, 0o600), (0o666, .asBefore, 0o666),
            (0o644, .owner, 0o600),  // a secret is nobody else's, whoever read what was there before
            (nil, .owner, 0o600), (0o600, .everybody, 0o644), (nil, .everybody, 0o644),
        ] as [(Int?, FileWriting.Readers, Int)])
    func modes(before: Int?, readers: FileWriting.Readers, after: Int) throws {
        try withFolder { folder in
            let path = folder + "/report.xml"
            if let before {
                try write("a longer text", to: path)
                try FileManager.default.setAttributes([.posixPermissions: before], ofItemAtPath: path)
            }
            try write("short", to: path, for: readers)
            #expect(try text(of: path) == "short")
            #expect(try mode(of: path) == after)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["report.xml"])
        }
    }

    @Test(.enabled(if: getuid() == 0))
    func theOwnerStays() throws {
        try withFolder { folder in
            let path = folder + "/report.xml"
            try write("old", to: path)
            #expect(chown(path, 65534, 65534) == 0)
            try write("new", to: path)
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.ownerAccountID] as? Int == 65534 && attributes[.groupOwnerAccountID] as? Int == 65534)
        }
    }

    /// Columns: what the link says, and the file that is written.
    @Test(arguments: [("there.xml", "there.xml"), ("new.xml", "new.xml"), ("deep/er", "deep/target")])
    func aLinkStaysAndItsTargetIsReplaced(link: String, target: String) throws {
        try withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/deep", withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/deep/er", withDestinationPath: "../deep/target")
            try write("old", to: folder + "/there.xml")
            let path = folder + "/link.xml"
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: link)
            try write("new", to: path)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == link)
            #expect(try text(of: "\(folder)/\(target)") == "new")
            #expect((try FileStatus(of: "\(folder)/\(target)", followsLinks: false))?.kind == .file)
        }
    }

    @Test func linksThatLeadNowhereEnd() throws {
        try withFolder { folder in
            try FileManager.default.createSymbolicLink(atPath: folder + "/a", withDestinationPath: "b")
            try FileManager.default.createSymbolicLink(atPath: folder + "/b", withDestinationPath: "a")
            let failure = #expect(throws: SystemFailure.self) { try write("x", to: folder + "/a") }
            #expect(failure?.number == ELOOP)
        }
    }

    /// A pipe that the process was started with, as shells give it for `>(…)`, and a file whose writing goes on there.
    @Test func whatTheProcessWasStartedWithIsWrittenWhereItStands() throws {
        let pipe = Pipe()
        let number = pipe.fileHandleForWriting.fileDescriptor
        _ = fcntl(number, F_SETFD, 0)
        try write("through a pipe", to: "/dev/fd/\(number)")
        // Or a program that another test starts would have it as well.
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        try pipe.fileHandleForWriting.close()
        #expect(pipe.fileHandleForReading.readDataToEndOfFile() == Data("through a pipe".utf8))

        try withFolder { folder in
            let path = folder + "/output.txt"
            try write("", to: path)
            let output = open(path, O_WRONLY)
            defer { close(output) }
            FileHandle(fileDescriptor: output).write(Data("before ".utf8))
            try write("after", to: "/dev/fd/\(output)")
            #expect(try text(of: path) == "before after")
        }
    }

    /// What the process opened itself nobody can mean: it may be a database.
    @Test func whatTheProcessOpenedItselfIsNotWritten() throws {
        try withFolder { folder in
            try write("mine", to: folder + "/own")
            let own = open(folder + "/own", O_RDWR | O_CLOEXEC)
            defer { close(own) }
            for path in ["/dev/fd/\(own)", "/dev/fd/99999999", "/dev/fd/"] {
                #expect(throws: SystemFailure.self) { try write("x", to: path) }
            }
            #expect(try text(of: folder + "/own") == "mine")
        }
    }

    /// Named files are for systems that know no nameless ones; both meet a name that is taken.
    @Test(arguments: [false, true])
    func theNameOfADraftIsNobodys(isNamed: Bool) throws {
        try withFolder { folder in
            try write("the user's", to: folder + "/taken")
            try write("old", to: folder + "/target")
            var names = ["taken", "free"].makeIterator()
            let next = { names.next() ?? "spent" }
            var draft = try Draft(in: folder, permissions: 0o600, isNamed: isNamed, names: next)
            try draft.file.write(Array("new".utf8))
            try draft.move(to: folder + "/target", names: next)
            #expect(try text(of: folder + "/taken") == "the user's")
            #expect(try text(of: folder + "/target") == "new")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["taken", "target"])
        }
    }

    @Test(arguments: [false, true])
    func aDraftThatIsGivenUpIsGone(isNamed: Bool) throws {
        try withFolder { folder in
            do {
                let draft = try Draft(in: folder, permissions: 0o600, isNamed: isNamed)
                try draft.file.write([1, 2, 3])
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }

    /// A process that is killed while it writes leaves nothing: its file has no name yet.
    #if os(Linux)
        @Test func aDraftIsNotSeen() throws {
            try withFolder { folder in
                let draft = try Draft(in: folder, permissions: 0o600)
                try draft.file.write([1, 2, 3])
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
            }
        }
    #endif

    /// Columns: below a folder of ours, and the system's number.
    @Test(arguments: [("none/report.json", ENOENT), ("", EISDIR), ("new/", EISDIR), ("file/report.json", ENOTDIR)])
    func refusals(name: String, number: Int32) throws {
        try withFolder { folder in
            try write("x", to: folder + "/file")
            let path = folder + "/" + name
            #expect(#expect(throws: SystemFailure.self) { try write("x", to: path) }?.number == number)
            #expect(#expect(throws: SystemFailure.self) { try FileWriting.check(path) }?.number == number)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["file"])
        }
    }

    @Test func checkingChangesNothing() throws {
        try withFolder { folder in
            try FileWriting.check(folder + "/new")
            try write("x", to: folder + "/old")
            try FileWriting.check(folder + "/old")
            try FileWriting.check("/dev/null")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["old"])
        }
    }

    /// The superuser may write everywhere, so there is nothing to see as one.
    @Test(.enabled(if: getuid() != 0))
    func aFileThatMayOnlyBeReadStaysAsItIs() throws {
        try withFolder { folder in
            let path = folder + "/kept"
            try write("kept", to: path)
            try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
            #expect(#expect(throws: SystemFailure.self) { try write("x", to: path) }?.number == EACCES)
            #expect(try text(of: path) == "kept")
        }
    }
}
