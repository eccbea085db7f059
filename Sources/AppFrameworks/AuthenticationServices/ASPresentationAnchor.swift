/// The window over which a sheet is shown; a device here has none, so it is an empty shape.
open class ASPresentationAnchor {
    public init() {}
}

// A window belongs to the main actor.
@available(*, unavailable)
extension ASPresentationAnchor: Sendable {}
