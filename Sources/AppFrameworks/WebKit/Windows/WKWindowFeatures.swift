public import Foundation
import WebViews

/// What a page says of the window that it wants.
@preconcurrency @MainActor
public final class WKWindowFeatures {
    /// In CSS pixels, as the others; nil where the page says nothing.
    public let x: NSNumber?
    public let y: NSNumber?
    public let width: NSNumber?
    public let height: NSNumber?

    init(_ features: WindowFeatures) {
        func number(_ value: Int?) -> NSNumber? { value.map { NSNumber(value: $0) } }
        (x, y) = (number(features.x), number(features.y))
        (width, height) = (number(features.width), number(features.height))
    }
}
