/// Something that articles about these systems say or show and that is not so, with the scenario that shows it.
///
/// In our own words: what many say is nobody's in particular.
struct Claim: Sendable, CustomStringConvertible {
    /// What articles say, as they would.
    let says: String
    /// What is so, and what to do.
    let isSo: String
    /// The code that the scenario expects: that it passes says that the code was given.
    let reason: String
    /// From the folder `Scenarios`, without its ending.
    let file: String
    /// The scenario's name.
    let scenario: String

    var description: String { says }
}

/// One of the systems that articles describe, with what is not so in them.
struct ClaimedSystem: Sendable {
    let title: String
    /// What is built there, in one sentence.
    let summary: String
    let claims: [Claim]

    static let all = [cookieHandoff, views, guards, backends, signInWithApple, secondFactors, appTransfer]
}
