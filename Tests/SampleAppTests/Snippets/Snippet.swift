/// One step of an article, and where the sample app has it.
struct Snippet: Sendable, CustomStringConvertible {
    /// What the article does, in our words.
    let step: String
    /// From `Examples/SampleApp`, without its ending.
    let file: String
    /// A declaration of that file, as its line begins: `func open(with`.
    let declaration: String
    /// What is otherwise here, and why; nil where nothing is.
    let difference: String?

    init(_ step: String, _ file: String, _ declaration: String, _ difference: String? = nil) {
        (self.step, self.file, self.declaration, self.difference) = (step, file, declaration, difference)
    }

    var description: String { step }
}

/// What one article has its readers write, from its first step to its last.
struct ArticleSnippets: Sendable {
    let title: String
    let snippets: [Snippet]

    static let all = [sharedSession, twitterToServer, signInWithApple, secondFactors, appTransfer]
}
