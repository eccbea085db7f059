/// Properties of cookies that hold whatever the input is, for seeded tests and for libFuzzer alike.
public enum CookieFuzz: Sendable {
    /// Takes an input apart and checks all that should hold of it.
    ///
    /// - Parameter input: any bytes; the first three choose the subject, the profile and the page.
    /// - Returns: the first property that does not hold; nil if all do.
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
