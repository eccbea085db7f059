import BridgePrimitives
import HTTPLoader
import Testing

@testable import WebViews

@Suite("What a transport's failure means for a navigation", .timeLimit(.minutes(5)))
struct NavigationFailureTests {
    @Test(arguments: [
        (TransportReason.couldNotConnect, NavigationReason.couldNotConnect), (.hostNotFound, .hostNotFound),
        (.tlsUntrusted, .tlsFailed), (.tlsHostMismatch, .tlsFailed), (.tlsFailed, .tlsFailed), (.timedOut, .timedOut),
        (.connectionLost, .connectionLost), (.shutDown, .connectionLost), (.malformedResponse, .badResponse),
        (.tooLarge, .responseTooLarge), (.cancelled, .cancelled), (.unsupportedScheme, .unsupportedScheme),
        (.invalidMethod, .invalidRequest), (.invalidHeader, .invalidRequest), (.other, .failed),
    ])
    func keepsTheReasonBelowIt(transport: TransportReason, navigation: NavigationReason) {
        let failure = NavigationFailure(TransportFailure(transport, cause: "127.0.0.1:1 refused"))
        #expect(failure.reason == navigation && failure.detail == transport.code)
        #expect(failure.cause == "127.0.0.1:1 refused")
    }
}
