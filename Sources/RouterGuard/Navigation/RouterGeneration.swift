/// Which Vue Router is followed. One machine serves all; what differs asks here.
public enum RouterGeneration: String, Hashable, Sendable, CaseIterable {
    /// Vue Router 3.6.5, for Vue 2.
    case three = "3"
    /// Vue Router 4.6.4, for Vue 3.
    case four = "4"
    /// Vue Router 5.2.0, whose core is that of 4 but for absent optional parameters and a warning about `next`.
    case five = "5"

    /// Guards may return their decision, and the first decision counts; each step takes a turn of its own; records
    /// are tried by score.
    public var isModern: Bool { self != .three }
}

/// A build of the library. Only generations 4 and 5 behave otherwise in production: there loops of redirects run
/// for ever and a guard that forgets its `next` hangs.
public enum RouterFlavour: String, Hashable, Sendable, CaseIterable {
    case development, production
}
