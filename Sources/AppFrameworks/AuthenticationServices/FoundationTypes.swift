// App code that imported AuthenticationServices gets these with it.
@_exported public import protocol Foundation.CustomNSError
@_exported public import class Foundation.NSError
@_exported public import struct Foundation.PersonNameComponents
