// The one import of a test: what a world is made of, and what it answers with.
@_exported public import BridgePrimitives
@_exported public import BridgeTrace
@_exported public import Cookies
@_exported public import CookieStores
@_exported public import Diagnosis
@_exported public import FirebaseAuthClient
@_exported public import HTTPLoader
@_exported public import Listening
@_exported public import Project
@_exported public import Scenarios
@_exported public import WebViews
@_exported public import Worlds
