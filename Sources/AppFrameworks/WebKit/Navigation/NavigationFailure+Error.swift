import BridgePrimitives
import Foundation
import WebViews

extension NavigationFailure {
    /// As a navigation delegate gets it: in NSURLErrorDomain, WebKit's own domain, or WKErrorDomain.
    ///
    /// - Parameter url: that failed.
    func error(for url: URL?) -> any Error {
        var info: [String: Any] = ["reasons": reasons.map(\.rawValue)]
        guard let code = urlErrorCode else {
            if reason == .appBoundDomain { return WKError(.navigationAppBoundDomain, reasons: reasons) }
            info[NSURLErrorFailingURLErrorKey] = url
            info[NSLocalizedDescriptionKey] = "Frame load interrupted"
            return NSError(domain: Self.webKitDomain, code: Self.frameLoadInterrupted, userInfo: info)
        }
        return URLError(code, loading: url, userInfo: info)
    }

    private static let webKitDomain = "WebKitErrorDomain"
    /// `WebKitErrorFrameLoadInterruptedByPolicyChange`: whoever decided said no, or there is nothing to show.
    private static let frameLoadInterrupted = 102

    /// Nil for failures that are WebKit's own.
    private var urlErrorCode: URLError.Code? {
        if let transport = detail.flatMap({ TransportReason(rawValue: $0.rawValue) }) { return transport.urlErrorCode }
        switch reason {
        case .timedOut: return .timedOut
        case .cancelled, .superseded: return .cancelled
        case .tooManyRedirects: return .httpTooManyRedirects
        case .badRedirect: return .badServerResponse
        case .unsupportedScheme: return .unsupportedURL
        case .notCached: return .resourceUnavailable
        case .failed, .nothingToReload: return .unknown
        default: return nil
        }
    }
}
