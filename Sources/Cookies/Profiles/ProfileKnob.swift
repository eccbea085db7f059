/// One value of a profile by its name, so that listings and comparisons of engines treat all values alike.
public struct ProfileKnob: Sendable {
    public let name: String
    /// What `profile` says here, with the evidence.
    public let row: @Sendable (_ profile: CookieProfile) -> CookieProfile.Row
    /// `profile` with this value, and its evidence, taken from `other`.
    public let adopting: @Sendable (_ profile: CookieProfile, _ other: CookieProfile) -> CookieProfile

    /// `profile` with this value as a mere assumption, since its evidence is about another release.
    let assuming: @Sendable (_ profile: CookieProfile, _ because: String) -> CookieProfile

    init<Value>(_ name: String, _ path: any WritableKeyPath<CookieProfile, Sourced<Value>> & Sendable) {
        self.name = name
        row = { profile in
            let sourced = profile[keyPath: path]
            return CookieProfile.Row(
                knob: name, value: sourced.valueText, confidence: sourced.confidence, source: sourced.source)
        }
        adopting = { profile, other in
            var changed = profile
            changed[keyPath: path] = other[keyPath: path]
            return changed
        }
        assuming = { profile, because in
            var changed = profile
            changed[keyPath: path].confidence = .assumed
            changed[keyPath: path].source = "\(because): \(profile[keyPath: path].source)"
            return changed
        }
    }
}

extension CookieProfile {
    /// The profile as a guess about a release that its evidence is not about.
    func assumed(because: String) -> CookieProfile {
        ProfileKnob.all.reduce(self) { profile, knob in
            knob.row(profile).confidence == .assumed ? profile : knob.assuming(profile, because)
        }
    }

    /// One value of a profile, for listings.
    public struct Row: Hashable, Sendable {
        public let knob: String
        public let value: String
        public let confidence: Confidence
        public let source: String
    }

    /// All values, in the order of their declaration.
    public var rows: [Row] { ProfileKnob.all.map { $0.row(self) } }
}
