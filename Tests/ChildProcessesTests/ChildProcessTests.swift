import Foundation
import TestSupport
import Testing

@testable import ChildProcesses

@Suite("Processes that are started and ended", .timeLimit(.minutes(5)))
struct ChildProcessTests {
    @Test func aProgramThatIsNoneIsRefused() {
        let failure = #expect(throws: ChildProcessFailure.self) { try child("/etc/hostname-that-is-none", []) }
        #expect(failure?.cause.hasPrefix("/etc/hostname-that-is-none cannot be run") == true)
    }

    #if os(Linux)
        /// Rows of proc(5)'s `net/tcp`: one that listens, one of somebody else's, a connection of the first one's.
        @Test func whereItListensStandsInTheSystemsTable() {
            let table = """
                  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
                   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 70331 1 0 100 0 0 10 0
                   1: 00000000:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 555 1 0 100 0 0 10 0
                   2: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000     0        0 70332 1 0 100 0 0 10 0
                   3: short
                """
            #expect(ListeningPorts.ports(in: table, of: ["70331", "70332"]) == [8080])
            #expect(ListeningPorts.ports(in: "", of: ["70331"]).isEmpty)
        }
    #endif

    @Test func itIsAskedBeforeItIsKilled() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/said"
        let shell = try child(
            "/bin/sh", ["-c", "sleep 60 & trap 'echo bye > \(file); kill $!; exit' TERM; echo > \(file).up; wait"])
        try await appears(file + ".up")
        let elapsed = await ContinuousClock().measure { await shell.stop(within: .seconds(60)) }
        #expect(!shell.isRunning)
        #expect(contents(folder.file("said")) == "bye\n", "after \(elapsed)")
    }

    /// A shell goes at once, and the server that it started would not know.
    @Test func whomAShellLeavesBehindIsAskedToo() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/said"
        let shell = try child(
            "/bin/sh",
            ["-c", "sh -c \"trap 'echo bye > \(file); exit' TERM; echo > \(file).up; while :; do sleep 0.1; done\"; :"])
        try await appears(file + ".up")
        let elapsed = await ContinuousClock().measure { await shell.stop(within: .seconds(120)) }
        #expect(contents(folder.file("said")) == "bye\n" && elapsed < .seconds(60), "after \(elapsed)")
    }

    /// As a browser's driver that has just begun to start the browser.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc")))
    func whomItStartsAsItGoesGoesToo() async throws {
        let folder = try TemporaryFolder()
        let script =
            "trap '(sleep 60 & echo $! > \(folder.path)/late); exit' TERM; echo > \(folder.path)/up;"
            + " while :; do sleep 0.1; done"
        let shell = try child("/bin/sh", ["-c", script])
        try await appears(folder.path + "/up")
        await shell.stop(within: .seconds(60))
        let late = try #require(Int32(contents(folder.file("late")).trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kill(late, 0) != 0 || isZombie(late))
    }

    /// A shell that does not listen, a child of it that does not either, and a grandchild that left its parents.
    @Test func whoDoesNotListenIsKilledWithAllChildren() async throws {
        let folder = try TemporaryFolder()
        let script = """
            trap '' TERM
            sh -c "trap '' TERM; echo \\$\\$ > \(folder.path)/child; while :; do sleep 1; done" &
            (sh -c 'echo $$ > \(folder.path)/orphan; exec sleep 60' &)
            while :; do sleep 1; done
            """
        let shell = try child("/bin/sh", ["-c", script])
        try await appears(folder.path + "/child")
        try await appears(folder.path + "/orphan")
        await shell.stop(within: .milliseconds(200))
        #expect(!shell.isRunning)
        let names = FileManager.default.fileExists(atPath: "/proc") ? ["child", "orphan"] : ["child"]
        for name in names {
            let number = try #require(
                Int32(contents(folder.file(name)).trimmingCharacters(in: .whitespacesAndNewlines)))
            #expect(kill(number, 0) != 0 || isZombie(number), "\(name)")
        }
    }

    /// Whoever has inherited the shell's open files and is none of its family does not keep it alive.
    @Test func itHasEndedThoughAStrangerHoldsWhatWasOpen() async throws {
        let folder = try TemporaryFolder()
        let shell = try child(
            "/bin/sh", ["-c", "env -u SESSION_BRIDGE_CHILD sleep 600 & echo $! > \(folder.path)/stranger"])
        try await appears(folder.path + "/stranger")
        let stranger = try #require(
            Int32(contents(folder.file("stranger")).trimmingCharacters(in: .whitespacesAndNewlines)))
        defer { kill(stranger, SIGKILL) }
        try await waitUntil("the shell's end", within: .seconds(300)) { !shell.isRunning }
        #expect(kill(stranger, 0) == 0)
    }

    @Test func itRunsInItsFolderWithItsEnvironment() async throws {
        let folder = try TemporaryFolder()
        let shell = try ChildProcess(
            "/bin/sh", ["-c", "echo \"${SET-none} ${HOME-none}\" > said.part; mv said.part said"],
            environment: ["SET": "set", "HOME": ""], folder: folder.path, output: .nullDevice, errors: .nullDevice)
        try await appears(folder.file("said"))
        await shell.stop(within: .seconds(5))
        #expect(contents(folder.file("said")) == "set none\n")
    }

    @Test func endingTwiceIsEndingOnce() async throws {
        let shell = try child("/bin/sh", ["-c", "exit 3"])
        await shell.stop(within: .seconds(5))
        await shell.stop(within: .seconds(5))
        #expect(!shell.isRunning)
    }

    #if os(Linux)
        @Test(arguments: [
            ("7 (sh) S 3 7 7 0 -1 4 1 0 0 0 0 0 0 0 20 0 1 0 991 2 3", 3 as Int32?),
            ("7 (a) b) (c) S 3 7 7 0 -1 4 1 0 0 0 0 0 0 0 20 0 1 0 991 2 3", 3),  // a name with brackets
            ("7 (sh) Z 3 7 7 0 -1 4 1 0 0 0 0 0 0 0 20 0 1 0 991 2 3", nil),  // has ended
            ("7 (sh) S 3 7", nil),  // cut off
            ("7 (sh) S x 7 7 0 -1 4 1 0 0 0 0 0 0 0 20 0 1 0 991 2 3", nil),
            ("7 sh S", nil), ("", nil), (")", nil),
        ])
        func aLineOfProcIsReadFromItsLastBracket(stat: String, parent: Int32?) {
            let read = ProcessTable.entry(number: 7, stat: stat)
            #expect(read?.parent == parent)
            #expect(read?.entry == parent.map { _ in ProcessTable.Entry(number: 7, started: "991") })
        }

        /// It has ended, and its new parent has not noticed yet.
        private func isZombie(_ number: Int32) -> Bool {
            ProcessTable.entry(
                number: number,
                stat: (try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)) ?? "") == nil
        }
    #else
        private func isZombie(_ number: Int32) -> Bool { false }
    #endif

    private func child(_ program: String, _ arguments: [String]) throws -> ChildProcess {
        try ChildProcess(program, arguments, output: .nullDevice, errors: .nullDevice)
    }

    private func contents(_ file: String) -> String {
        String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
    }

    /// Gives way to other work until a file is there and not empty.
    private func appears(_ file: String) async throws {
        try await waitUntil(file) { FileManager.default.contents(atPath: file)?.isEmpty == false }
    }
}
