import FuzzSupport

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// `fuzz SUBJECT …` runs libFuzzer over one subject's properties; what follows is libFuzzer's, apart from
///
/// - `fuzz --list`: the subjects, one a line;
/// - `fuzz SUBJECT --shrink FILE`: what is wrong with a file that libFuzzer left, and a smaller input that shows it;
/// - `fuzz SUBJECT --seeds FOLDER [FILE…]`: inputs to start from, by grammar and from files of what is read;
/// - `fuzz SUBJECT --dictionary FILE`: the subject's words for `-dict`.
@main
enum Fuzz {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments == ["--list"] {
            print(Subjects.all.map { $0.name }.joined(separator: "\n"))
        } else if let subject {
            exit(run(subject, Array(arguments.dropFirst())))
        } else {
            print("usage: fuzz \(Subjects.all.map { $0.name }.joined(separator: "|")) [libFuzzer's arguments]")
            exit(64)
        }
    }

    private static func run(_ subject: any FuzzSubject.Type, _ arguments: [String]) -> Int32 {
        switch arguments.first {
        case "--shrink" where arguments.count == 2: shrink(arguments[1], of: subject)
        case "--seeds" where arguments.count >= 2:
            writeSeeds(to: arguments[1], from: arguments.dropFirst(2), of: subject)
        case "--dictionary" where arguments.count == 2: writeDictionary(to: arguments[1], of: subject)
        default: fuzz(subject)
        }
    }

    /// The first argument says which.
    static let subject = CommandLine.arguments.dropFirst().first.flatMap { Subjects.named($0) }

    private static func fuzz(_ subject: any FuzzSubject.Type) -> Int32 {
        // libFuzzer runs itself again for some of its modes, by a shell: the subject goes with the name.
        let name = "\(CommandLine.arguments[0]) \(subject.name)"
        var start = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: Int(CommandLine.argc))
        let given = CommandLine.unsafeArgv
        start[0] = strdup(name)
        for index in 2..<max(2, Int(CommandLine.argc)) { start[index - 1] = given[index] }
        var count = CommandLine.argc - 1
        start[Int(count)] = nil
        return runLibFuzzer(&count, &start, checkOneInput)
    }

    private static func shrink(_ path: String, of subject: any FuzzSubject.Type) -> Int32 {
        guard let bytes = FuzzFiles.read(path) else {
            print("\(path) cannot be opened")
            return 66
        }
        guard let finding = subject.check(bytes) else {
            print("nothing is wrong with it")
            return 0
        }
        let small = subject.shrunk(bytes)
        print("\(finding)\n\(small)\n\(subject.described(small))")
        return 1
    }

    private static func writeSeeds(
        to folder: String, from files: ArraySlice<String>, of subject: any FuzzSubject.Type
    ) -> Int32 {
        for (number, input) in subject.examples(400).enumerated() {
            guard write(input, to: "\(folder)/seed-\(number)") else { return 73 }
        }
        for (number, path) in files.enumerated() {
            guard let bytes = FuzzFiles.read(path) else {
                print("\(path) cannot be opened")
                return 66
            }
            guard write(subject.input(of: bytes), to: "\(folder)/file-\(number)") else { return 73 }
        }
        return 0
    }

    private static func writeDictionary(to path: String, of subject: any FuzzSubject.Type) -> Int32 {
        write(Array(subject.dictionary.utf8), to: path) ? 0 : 73
    }

    private static func write(_ bytes: [UInt8], to path: String) -> Bool {
        if FuzzFiles.write(bytes, to: path) { return true }
        print("\(path) cannot be written")
        return false
    }
}

/// libFuzzer's name for what it calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func checkOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let finding = Fuzz.subject?.check(input) else { return 0 }
    print(finding)
    fflush(nil)
    abort()  // how libFuzzer learns of it
}

// SwiftPM names the main of every executable, so libFuzzer's own is not linked; this is what it would call.
@_silgen_name("LLVMFuzzerRunDriver")
private func runLibFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ check: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
