import Foundation

/// A value that is a number object, and no Swift number or `Bool`, which Apple's Foundation would bridge to one.
///
/// On a Mac a number object of 0 or 1 passes for a `Bool` too, so it must be asked for before `Bool` is.
package struct NumberObject {
    let value: NSNumber

    /// Nil for anything else.
    package init?(_ value: Any) {
        guard type(of: value) is AnyClass, let number = value as? NSNumber else { return nil }
        self.value = number
    }

    /// Whether it was made from a truth, and not from the number 0 or 1.
    package var isTruth: Bool {
        #if canImport(Darwin)
            // Apple's Foundation has one object for each of the two.
            value === NSNumber(value: true) || value === NSNumber(value: false)
        #else
            ["c", "B"].contains(String(cString: value.objCType))
        #endif
    }

    package var truth: Bool { value.boolValue }
    package var integer: Int64 { value.int64Value }

    var isFraction: Bool { ["d", "f"].contains(String(cString: value.objCType)) }
}
