package import Cookies
package import HTTPLoader

extension CookieURL {
    /// What a jar knows of a URL that requests go to. ``WebURL`` has normalised its parts.
    package init(_ url: WebURL) {
        self.init(scheme: url.scheme, host: url.host, port: url.port.map(UInt16.init(clamping:)), path: url.path)
    }
}
