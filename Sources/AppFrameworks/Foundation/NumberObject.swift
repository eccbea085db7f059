package import Foundation

extension NSNumber {
    /// The number object that `value` is; nil for Swift's own numbers and truths, which Apple's Foundation would bridge to one.
    ///
    /// On a Mac a number object of 0 or 1 passes for a `Bool` too, so it must be asked before `Bool` is.
    package static func object(in value: Any) -> NSNumber? { type(of: value) is AnyClass ? value as? NSNumber : nil }

    /// Whether it was made from a truth, and not from the number 0 or 1.
    package var isTruth: Bool {
        #if canImport(Darwin)
            CFGetTypeID(self) == CFBooleanGetTypeID()
        #else
            ["c", "B"].contains(String(cString: objCType))
        #endif
    }

    package var isFraction: Bool { ["d", "f"].contains(String(cString: objCType)) }
}
