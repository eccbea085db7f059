// CryptoKit's names are swift-crypto's: an app's file needs no import of its own for them.
@_exported public import enum Crypto.AES
@_exported public import protocol Crypto.Digest
@_exported public import protocol Crypto.HashFunction
@_exported public import enum Crypto.Insecure
@_exported public import struct Crypto.HMAC
@_exported public import struct Crypto.SHA256
@_exported public import struct Crypto.SHA256Digest
@_exported public import struct Crypto.SHA384
@_exported public import struct Crypto.SHA384Digest
@_exported public import struct Crypto.SHA512
@_exported public import struct Crypto.SHA512Digest
@_exported public import struct Crypto.SymmetricKey
