import CookieFuzzing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Runs libFuzzer over the properties of cookies; `--shrink FILE` and `--seeds FOLDER` are ours, all other arguments
/// libFuzzer's.
@main
enum FuzzCookies {
    static func main() {
        let arguments = CommandLine.arguments
        if arguments.count == 3, arguments[1] == "--shrink" { exit(shrink(arguments[2])) }
        if arguments.count == 3, arguments[1] == "--seeds" { exit(writeSeeds(arguments[2])) }
        var (count, start) = (CommandLine.argc, CommandLine.unsafeArgv)
        exit(runLibFuzzer(&count, &start, checkOneInput))
    }

    /// Says what is wrong with a file that libFuzzer left, and prints a smaller input that shows the same.
    private static func shrink(_ path: String) -> Int32 {
        guard let file = fopen(path, "rb") else {
            print("\(path) cannot be opened")
            return 66
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        guard let finding = CookieFuzz.check(bytes) else {
            print("nothing is wrong with it")
            return 0
        }
        let small = CookieFuzz.shrunk(bytes)
        print("\(finding)\n\(small)\n\(String(decoding: small.dropFirst(3), as: UTF8.self).debugDescription)")
        return 1
    }

    /// Inputs by grammar to start from, a file each.
    private static func writeSeeds(_ folder: String) -> Int32 {
        var generator = FuzzGenerator(seed: 1)
        for number in 0..<400 {
            let input = generator.next()
            guard let file = fopen("\(folder)/seed-\(number)", "wb") else {
                print("\(folder) cannot be written")
                return 73
            }
            fwrite(input, 1, input.count, file)
            fclose(file)
        }
        return 0
    }
}

/// libFuzzer's name for what it calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func checkOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let finding = CookieFuzz.check(input) else { return 0 }
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
