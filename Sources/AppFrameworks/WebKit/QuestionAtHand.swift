/// One question on its way to a delegate, so that a method which is left out can be told from one that answers the same.
@MainActor
final class QuestionAtHand {
    @TaskLocal static var current: QuestionAtHand?

    private(set) var isLeftOut = false

    func leaveOut() { isLeftOut = true }
}
