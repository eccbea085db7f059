public import FuzzSupport

/// HTML, and what is read out of it: trees within their limits, in whatever encoding the bytes are said to be.
public enum HTMLFuzz: FuzzSubject {
    public static let name = "html"
    public static let headerLength = 2
    public static var words: [String] { HTMLWords.all }

    public static func example(_ chance: inout FuzzChance) -> [UInt8] {
        let way = chance.below(16)
        return [chance.byte(), UInt8(way)] + chance.html(for: HTMLInput.Way(UInt8(way)))
    }

    /// - Parameter input: any bytes; the first two choose the `Content-Type` and what is done with the rest.
    public static func check(_ input: [UInt8]) -> FuzzFinding? {
        var checker = Checker()
        let input = HTMLInput(input)
        switch input.way {
        case .document: DocumentChecks.run(input.payload, contentType: input.contentType, &checker)
        case .repeated: DocumentChecks.run(input.repeated, contentType: input.contentType, &checker)
        case .texts: AttributeTextChecks.run(input.payload, &checker)
        }
        return checker.finding
    }
}
