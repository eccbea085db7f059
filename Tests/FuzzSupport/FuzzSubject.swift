/// Something that reads what others wrote, and what holds of it whatever that is: for seeded tests and for libFuzzer alike.
public protocol FuzzSubject: Sendable {
    /// One word, for command lines and folders.
    static var name: String { get }

    /// How many bytes in front of an input are choices and no text; mutations leave them alone.
    static var headerLength: Int { get }

    /// The words of what is read, and what stands next to them: for dictionaries and mutations.
    static var words: [String] { get }

    /// An input that looks like what is read.
    static func example(_ chance: inout FuzzChance) -> [UInt8]

    /// A whole file of what is read, as an input.
    static func input(of file: [UInt8]) -> [UInt8]

    /// Takes an input apart and checks all that should hold of it.
    ///
    /// - Parameter input: any bytes.
    /// - Returns: the first property that does not hold; nil if all do.
    static func check(_ input: [UInt8]) -> FuzzFinding?
}

extension FuzzSubject {
    public static var headerLength: Int { 0 }

    public static func input(of file: [UInt8]) -> [UInt8] {
        [UInt8](repeating: 0, count: headerLength) + file
    }

    /// What a seeded test asks for: examples, many of them spoilt, until one breaks a property.
    ///
    /// - Returns: what is wrong, and the smallest input that shows it; nil if all holds.
    public static func finding(seed: UInt64, rounds: Int) -> String? {
        var generator = FuzzGenerator<Self>(seed: seed)
        for round in 0..<rounds {
            let input = generator.next()
            guard let finding = check(input) else { continue }
            let small = shrunk(input)
            return "seed \(seed), round \(round): \(finding)\n\(described(small))"
        }
        return nil
    }

    /// Inputs to start from, the same ones each time.
    public static func examples(_ count: Int) -> [[UInt8]] {
        var generator = FuzzGenerator<Self>(seed: 1)
        return (0..<count).map { _ in generator.next() }
    }

    /// The choices as numbers, then the rest as text.
    public static func described(_ input: [UInt8]) -> String {
        let text = String(decoding: input.dropFirst(headerLength), as: UTF8.self).debugDescription
        return headerLength > 0 ? "\(Array(input.prefix(headerLength))) \(text)" : text
    }
}
