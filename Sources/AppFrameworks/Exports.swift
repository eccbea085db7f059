// The one place that exports: app code that imported Foundation and Security for `Data` and the keychain finds both
// here. Not all of Foundation, whose own `UserDefaults` would be as near as ours.
#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import struct Foundation.Data
    @_exported public import struct Foundation.Date
    @_exported public import struct Foundation.URL
    @_exported public import struct Foundation.UUID
#endif
