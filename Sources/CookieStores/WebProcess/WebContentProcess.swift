/// A web content process, as far as cookies know it: it may answer `document.cookie` from a copy of its own.
///
/// Known by identity; a jar keeps a process's copies as long as the process lives.
public final class WebContentProcess: Sendable {
    /// Decides which host's copy of cookies makes room for a sixth.
    let seed: UInt64

    /// - Parameter seed: of the choices that WebKit leaves to chance.
    public init(seed: UInt64 = 0) { self.seed = seed }
}
