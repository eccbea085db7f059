import Listening

/// The backend of a world: the built-in one, somebody's own that was started with the world, or one that runs already.
enum WorldBackend: Sendable {
    case builtIn(StoppableListener)
    case started(StartedService)
    case elsewhere

    var isStoppable: Bool { if case .elsewhere = self { false } else { true } }

    func stop() async {
        switch self {
        case .builtIn(let listener): await listener.stop()
        case .started(let backend): await backend.stop()
        case .elsewhere: break
        }
    }

    /// The last line of its log; nil where there is none that is known.
    var lastWords: String? { if case .started(let backend) = self { backend.lastLine } else { nil } }
}
