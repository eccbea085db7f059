public import BridgePrimitives
public import Foundation
import WebViews

public let WKErrorDomain = "WKErrorDomain"

/// What went wrong with a script, or with a navigation out of the app-bound domains.
public struct WKError: Error, Sendable {
    public enum Code: Int, CaseIterable, Sendable {
        case unknown = 1
        case webContentProcessTerminated = 2
        /// The view's process has ended.
        case webViewInvalidated = 3
        case javaScriptExceptionOccurred = 4
        case javaScriptResultTypeIsUnsupported = 5
        case javaScriptInvalidFrameTarget = 12
        case navigationAppBoundDomain = 13
        case javaScriptAppBoundDomain = 14

        /// So that `catch WKError.javaScriptExceptionOccurred` works, as it does with Apple's.
        public static func ~= (code: Code, error: any Error) -> Bool { (error as? WKError)?.code == code }
    }

    public let code: Code
    /// Why, first one first; Apple's has no such thing.
    public let reasons: [ReasonCode]
    /// The exception as JavaScript prints it. May quote the script, and with it a secret.
    public let exceptionMessage: Secret<String>?
    public let exceptionLine: Int?
    public let exceptionColumn: Int?

    public init(_ code: Code, reasons: [ReasonCode] = []) {
        (self.code, self.reasons) = (code, reasons)
        (exceptionMessage, exceptionLine, exceptionColumn) = (nil, nil, nil)
    }

    init(_ code: Code, _ failure: ScriptFailure) {
        (self.code, reasons) = (code, [failure.reason.code])
        let threw = code == .javaScriptExceptionOccurred
        exceptionMessage = threw ? Secret(failure.message) : nil
        (exceptionLine, exceptionColumn) = (threw ? failure.line : nil, threw ? failure.column : nil)
    }

    public static var unknown: Code { .unknown }
    public static var webViewInvalidated: Code { .webViewInvalidated }
    public static var javaScriptExceptionOccurred: Code { .javaScriptExceptionOccurred }
    public static var javaScriptResultTypeIsUnsupported: Code { .javaScriptResultTypeIsUnsupported }
    public static var navigationAppBoundDomain: Code { .navigationAppBoundDomain }
    public static var javaScriptAppBoundDomain: Code { .javaScriptAppBoundDomain }
}

extension WKError: Hashable {
    /// Two errors are the same error when code and reasons are; what a script threw does not count.
    public static func == (a: WKError, b: WKError) -> Bool { a.code == b.code && a.reasons == b.reasons }
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension WKError: CustomNSError {
    public static var errorDomain: String { WKErrorDomain }
    public var userInfo: [String: Any] { errorUserInfo }
    public var localizedDescription: String { code.words }
    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] {
        var info: [String: Any] = [
            NSLocalizedDescriptionKey: code.words,
            "reasons": reasons.map(\.rawValue),
        ]
        info["WKJavaScriptExceptionMessage"] = exceptionMessage?.reveal()
        info["WKJavaScriptExceptionLineNumber"] = exceptionLine
        info["WKJavaScriptExceptionColumnNumber"] = exceptionColumn
        return info
    }
}

extension WKError.Code {
    /// What `localizedDescription` says on a device.
    fileprivate var words: String {
        switch self {
        case .unknown: "An unknown error occurred"
        case .webContentProcessTerminated: "The Web Content process was terminated"
        case .webViewInvalidated: "The WKWebView was invalidated"
        case .javaScriptExceptionOccurred: "A JavaScript exception occurred"
        case .javaScriptResultTypeIsUnsupported: "JavaScript execution returned a result of an unsupported type"
        case .javaScriptInvalidFrameTarget: "JavaScript execution targeted an invalid frame"
        case .navigationAppBoundDomain: "Attempted to navigate away from an app-bound domain"
        case .javaScriptAppBoundDomain: "JavaScript execution targeted a frame that is not app-bound"
        }
    }
}

extension ScriptFailure {
    /// As WebKit's completion handlers get it.
    var error: WKError {
        switch reason {
        case .syntaxError, .threw, .notSimulated: WKError(.javaScriptExceptionOccurred, self)
        case .unsupportedResult: WKError(.javaScriptResultTypeIsUnsupported, self)
        case .appBoundDomain: WKError(.javaScriptAppBoundDomain, self)
        case .noSuchFrame: WKError(.javaScriptInvalidFrameTarget, self)
        case .terminated, .memoryLimit, .injectionSkipped: WKError(.unknown, self)
        }
    }
}
