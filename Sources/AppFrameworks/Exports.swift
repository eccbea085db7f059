// The one place that exports: app code that imported Foundation, WebKit, CryptoKit and Security finds what it used of
// them here. Not all of Foundation, whose own `UserDefaults` would be as near as ours.
#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import struct Foundation.Data
    @_exported public import struct Foundation.Date
    @_exported public import typealias Foundation.TimeInterval
    @_exported public import struct Foundation.URL
    @_exported public import struct Foundation.UUID
#endif
@_exported public import struct Foundation.CGRect
@_exported public import class Foundation.OperationQueue
@_exported public import struct Foundation.URLError
