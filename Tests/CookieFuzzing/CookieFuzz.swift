public import FuzzSupport

/// `Set-Cookie`, `document.cookie`, dates, cookie files, URLs and a jar's whole life.
public enum CookieFuzz: FuzzSubject {
    public static let name = "cookies"
    public static let headerLength = 3
    public static var words: [String] { CookieWords.all }

    public static func example(_ chance: inout FuzzChance) -> [UInt8] {
        let subject = FuzzInput.Subject.allCases[chance.below(FuzzInput.Subject.allCases.count)]
        return [subject.rawValue, chance.byte(), chance.byte()] + chance.payload(of: subject)
    }

    /// - Parameter input: any bytes; the first three choose what is done with them, the profile and the page.
    public static func check(_ input: [UInt8]) -> FuzzFinding? {
        let input = FuzzInput(input)
        var checker = Checker()
        switch input.subject {
        case .setCookie: JarChecks.setCookies(input, &checker)
        case .script: JarChecks.scripts(input, &checker)
        case .dates: DateChecks.run(input, &checker)
        case .netscape: FileChecks.netscape(input, &checker)
        case .storageState: FileChecks.storageState(input, &checker)
        case .urls: URLChecks.run(input, &checker)
        case .folding: FoldingChecks.run(input, &checker)
        case .story: StoryChecks.run(input, &checker)
        }
        return checker.finding
    }
}
