/// What an engine makes of cookies, which of its uncertain values that rests on, and what other engines make of them.
public struct CookieExplanation: Sendable {
    /// A value that nobody is sure of, and that the answer would be different without.
    public struct Reliance: Sendable {
        /// The value that was taken; ``CookieProfile/Row/confidence`` is `reported` or `assumed`.
        public let row: CookieProfile.Row
        /// Other values that some engine has and that change the answer; never empty.
        public let alternatives: [Alternative]
    }

    /// Another value, and what the answer would be with it.
    public struct Alternative: Sendable {
        /// In words.
        public let value: String
        public let answer: CookieAnswer
        public let differences: CookieDifferences
    }

    /// An engine that answers otherwise.
    public struct OtherEngine: Sendable {
        public let profile: CookieProfile
        public let answer: CookieAnswer
        public let differences: CookieDifferences
    }

    public let question: CookieQuestion
    public let profile: CookieProfile
    public let answer: CookieAnswer
    /// In the order of the profile's values.
    public let reliances: [Reliance]
    /// Only those that differ.
    public let otherEngines: [OtherEngine]

    /// Answers `question` by `profile`, then again by every other engine and with every uncertain value exchanged.
    ///
    /// A value counts as relied upon when exchanging it alone for one that another known engine has changes the answer.
    /// - Complexity: one answer for each profile and for each other value of an uncertain knob, some fifty in all.
    public init(_ question: CookieQuestion, profile: CookieProfile, suffixes: any PublicSuffixes) {
        let answer = question.answer(by: profile, suffixes: suffixes)
        (self.question, self.profile, self.answer) = (question, profile, answer)
        reliances = Self.reliances(of: answer, to: question, profile: profile, suffixes: suffixes)
        otherEngines = CookieProfile.all.compactMap { other in
            guard other.name != profile.name else { return nil }
            let theirs = question.answer(by: other, suffixes: suffixes)
            let differences = theirs.differences(from: answer)
            return differences.isEmpty ? nil : OtherEngine(profile: other, answer: theirs, differences: differences)
        }
    }

    private static func reliances(
        of answer: CookieAnswer, to question: CookieQuestion, profile: CookieProfile, suffixes: any PublicSuffixes
    ) -> [Reliance] {
        ProfileKnob.all.compactMap { knob in
            let row = knob.row(profile)
            guard !row.confidence.isSettled else { return nil }
            var seen: Set = [row.value]
            let alternatives = CookieProfile.all.compactMap { other -> Alternative? in
                let value = knob.row(other).value
                guard seen.insert(value).inserted else { return nil }
                let changed = question.answer(by: knob.adopting(profile, other), suffixes: suffixes)
                let differences = changed.differences(from: answer)
                return differences.isEmpty
                    ? nil : Alternative(value: value, answer: changed, differences: differences)
            }
            return alternatives.isEmpty ? nil : Reliance(row: row, alternatives: alternatives)
        }
    }
}

extension Confidence {
    /// Whether it was seen or is written down, so that a verdict may rest on it without a word.
    public var isSettled: Bool { self == .verified || self == .documented }
}
