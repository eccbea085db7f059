extension Symptom {
    /// All of them, by where in the handoff they are seen.
    public static let all: [Symptom] = first + app + stores + later + reading + tokens + page + switching
}
