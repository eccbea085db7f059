import BridgePrimitives
import CookieStores
import Foundation
import HTTPLoader
import SimulatedDevice

/// A task's way through redirects to its answer.
struct SessionLoad: Sendable {
    let task: URLSessionTask
    /// Who is asked about redirects.
    let delegate: (any URLSessionTaskDelegate)?

    struct Answer: Sendable {
        let data: Data
        let response: URLResponse
    }

    func run() async throws(URLError) -> Answer {
        let (session, process) = (task.session, task.session.process)
        guard let wanted = task.originalRequest, let request = session.rules.http(wanted) else {
            throw URLError(.unsupportedURL, loading: task.originalRequest?.url)
        }
        guard !process.isEnded else { throw URLError(.cancelled, loading: wanted.url) }
        guard !session.rules.isCacheOnly(wanted) else { throw URLError(.resourceUnavailable, loading: wanted.url) }
        do throws(NativeSession.LoadFailure) {
            let exchange = try await session.rules.session(of: process, for: wanted).load(
                request, cookies: session.rules.cookies(of: wanted), redirecting: choose)
            return Answer(data: Data(exchange.response.body), response: HTTPURLResponse(exchange))
        } catch {
            throw error.urlError(loading: task.currentRequest?.url)
        }
    }

    /// What the app makes of a redirect.
    private func choose(_ redirect: Exchange, _ next: HTTPRequest) async -> HTTPRequest? {
        var given = URLRequest(next)
        given.mainDocumentURL = task.originalRequest?.mainDocumentURL
        var chosen: URLRequest? = given
        if let delegate, !task.session.process.isEnded {
            chosen = await AppProcess.$current.withValue(task.session.process) {
                await delegate.urlSession(
                    task.session, task: task, willPerformHTTPRedirection: HTTPURLResponse(redirect), newRequest: given)
            }
        }
        guard let chosen else { return nil }
        task.began(chosen)
        return chosen == given ? next : chosen.http
    }
}

extension NativeSession.LoadFailure {
    /// As `URLSession` throws it; the reason is in its `userInfo`.
    fileprivate func urlError(loading url: URL?) -> URLError {
        let code: URLError.Code =
            switch self {
            case .redirect(.tooManyRedirects, _): .httpTooManyRedirects
            case .redirect(.unsupportedRedirect, _): .unsupportedURL
            case .redirect: .badServerResponse
            case .transport(let failure, _): failure.code.urlErrorCode
            }
        var info: [String: Any] = ["reasons": [reason.rawValue]]
        if case .transport(let failure, _) = self { info[NSUnderlyingErrorKey] = failure }
        return URLError(code, loading: url, userInfo: info)
    }
}
