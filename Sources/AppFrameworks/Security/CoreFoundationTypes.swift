// Names of Core Foundation's types for values of Swift's own: `query as CFDictionary` is then no conversion at all.

public typealias CFString = String
public typealias CFDictionary = [String: Any]
public typealias CFArray = [Any]
public typealias CFData = Data
public typealias CFNumber = Int
public typealias CFBoolean = Bool
public typealias CFTypeRef = AnyObject

// Optional that unwraps itself, as the real ones: apps write both `kCFBooleanTrue` and `kCFBooleanTrue!`.
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
public let kCFBooleanTrue: CFBoolean! = true
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
public let kCFBooleanFalse: CFBoolean! = false
