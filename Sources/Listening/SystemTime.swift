public import BridgePrimitives
import Foundation

/// The machine's clock, the one place where it is read.
public enum SystemTime: Sendable {
    public static var now: Instant {
        Instant(millisecondsSinceEpoch: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    }
}
