public import BridgePrimitives
public import Cookies
import HTTPLoader

extension CookieURL {
    /// Reads a URL that somebody typed.
    ///
    /// - Parameters:
    ///   - text: may have a host in the user's own script: libcurl knows its punycode form.
    ///   - failure: makes the failure of what is wrong and its fix.
    public init(
        typed text: String, failure: (_ cause: String, _ fix: String) -> BridgeFailure
    ) throws(BridgeFailure) {
        do throws(URLReason) {
            self = try CookieURL(text)
        } catch {
            guard error == .hostNotASCII, let web = try? WebURL(text) else { throw failure(error.meaning, error.fix) }
            self.init(web)
        }
    }
}
