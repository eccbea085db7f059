import BridgePrimitives
import Cookies
import Linting

extension Check {
    static let app: [Check] = [
        Check(.transportSecurity, .app) { around in
            let loads = around.loadedURLs.filter {
                $0.url.scheme == "http" && !CookieURL.isLoopback($0.url.host) && !$0.url.isLocal
            }
            guard !loads.isEmpty, let document = around.appInformation.first else { return .notApplicable }
            let security = document.value["NSAppTransportSecurity"]
            return Answer(
                loads.filter { load in security.map { !$0.allows(load.url.host) } ?? true }
                    .map { Evidence($0.place, "loads \($0.url.string), and \(document.path) does not allow it") })
        },
        Check(.transportSecurityLocal, .app) { around in
            let loads = around.loadedURLs.filter { $0.url.scheme == "http" && $0.url.isLocal }
            guard !loads.isEmpty, let document = around.appInformation.first else { return .notApplicable }
            let security = document.value["NSAppTransportSecurity"]
            let isAllowed = security?["NSAllowsLocalNetworking"]?.boolValue == true
            return Answer(
                loads.filter { load in !isAllowed && (security.map { !$0.allows(load.url.host) } ?? true) }
                    .map {
                        Evidence(
                            $0.place, "loads \($0.url.string), and \(document.path) has no NSAllowsLocalNetworking")
                    })
        },
        Check(.appBoundHostMissing, .app) { around in
            guard let (domains, path) = around.appBoundDomains else { return .notApplicable }
            return Answer(
                around.loadedURLs.filter { load in
                    !domains.contains { load.url.host == $0 || load.url.host.hasSuffix("." + $0) }
                }.map { Evidence($0.place, "loads \($0.url.host), which \(path) does not list") })
        },
        Check(.appBoundFlagMissing, .app) { around in
            guard let (_, path) = around.appBoundDomains, around.native.contains(where: { $0.has(word: "WKWebView") })
            else {
                return .notApplicable
            }
            return around.native.contains { $0.has(word: "limitsNavigationsToAppBoundDomains") }
                ? .fine : .wrong([Evidence(path, "lists WKAppBoundDomains, and no source sets the flag")])
        },
        Check(.appBoundListMissing, .app) { around in
            guard let source = around.native.first(where: { $0.has(word: "limitsNavigationsToAppBoundDomains") }),
                let document = around.appInformation.first
            else { return .notApplicable }
            return around.appBoundDomains != nil
                ? .fine : .wrong([Evidence(source.path, "sets the flag, and \(document.path) lists no domain")])
        },
        Check(.appBoundTooMany, .app) { around in
            guard let (domains, path) = around.appBoundDomains else { return .notApplicable }
            return domains.count > 10 ? .wrong([Evidence(path, "lists \(domains.count) domains")]) : .fine
        },
        Check(.urlSchemeMissing, .app) { around in
            let wanted = around.firebaseInformation.compactMap { $0.value["REVERSED_CLIENT_ID"]?.stringValue }
            guard let scheme = wanted.first, let document = around.appInformation.first,
                around.native.contains(where: { $0.has(word: "GIDSignIn") })
            else { return .notApplicable }
            let schemes = around.appInformation.flatMap { document in
                (document.value["CFBundleURLTypes"]?.arrayValue ?? []).flatMap { type in
                    (type["CFBundleURLSchemes"]?.arrayValue ?? []).compactMap(\.stringValue)
                }
            }
            return schemes.contains(scheme) ? .fine : .wrong([Evidence(document.path, "has no scheme \"\(scheme)\"")])
        },
        Check(.keychainGroupMissing, .app) { around in
            let groups = around.native.flatMap { source in
                (source.arguments["useUserAccessGroup"] ?? []).filter { !$0.value.isEmpty }.map {
                    ($0.value, "\(source.path):\($0.line)")
                }
            }
            guard !groups.isEmpty, !around.entitlements.isEmpty else { return .notApplicable }
            let given = around.entitlements.flatMap { document in
                (document.value["keychain-access-groups"]?.arrayValue ?? []).compactMap(\.stringValue)
            }
            return Answer(
                groups.filter { group, _ in
                    // The team's prefix stands in front of it, in one spelling or another.
                    !given.contains { entry in
                        entry == group || entry.hasSuffix(")" + group) || entry.hasSuffix("." + group)
                            || group.hasSuffix("." + entry.split(separator: ")").suffix(1).joined())
                    }
                }.map { Evidence($0.1, "uses the group \"\($0.0)\"") })
        },
        Check(.associatedDomainForm, .app) { around in
            let entries = around.entitlements.flatMap { document in
                (document.value["com.apple.developer.associated-domains"]?.arrayValue ?? []).compactMap(\.stringValue)
                    .map { ($0, document.path) }
            }
            guard !entries.isEmpty else { return .notApplicable }
            let services = ["applinks:", "webcredentials:", "activitycontinuation:", "appclips:"]
            return Answer(
                entries.filter { entry, _ in
                    entry.contains("://") || entry.contains("/") || !services.contains(where: entry.hasPrefix)
                }.map { Evidence($0.1, "lists \"\($0.0)\"") })
        },
    ]

    static let cookies: [Check] = [
        Check(.hostingCookieName, .cookies) { around in
            guard let document = around.documents(named: "firebase.json").first(where: \.rewritesToBackend) else {
                return .notApplicable
            }
            let edge = EdgeProfile.firebaseHosting
            return Answer(
                around.sources.flatMap { source in
                    source.cookiesReadByServer.filter { !edge.reasons(againstCookieNamed: $0.name).isEmpty }.map {
                        Evidence("\(source.path):\($0.line)", "reads \"\($0.name)\", behind \(document.path)")
                    }
                })
        },
        Check(.secureOnInsecure, .cookies) { around in
            guard let project = around.project, let attributes = project.cookieAttributes, let web = project.webURL
            else {
                return .notApplicable
            }
            guard web.hasPrefix("http://"), Self.names(in: attributes).contains("secure") else { return .fine }
            return .wrong([
                Evidence(project.path, "hands a Secure cookie over to \(HostAndPort.split(web).host), over http")
            ])
        },
        Check(.handoverHTTPOnly, .cookies) { around in
            guard let project = around.project, let attributes = project.cookieAttributes else { return .notApplicable }
            guard Self.names(in: attributes).contains("httponly"),
                around.pages.contains(where: { $0.has(word: "signInWithCustomToken") })
            else { return .fine }
            return .wrong([Evidence(project.path, "hands an HttpOnly cookie over to a page that signs in with it")])
        },
    ]

    private static func names(in attributes: String) -> [String] {
        attributes.split(separator: ";").map {
            ASCIIText.lowercased(ASCIIText.trimmed(Array($0.prefix { $0 != "=" }.utf8)))
        }
    }
}

extension Surroundings.Document {
    /// Whether Hosting passes requests on to functions or Cloud Run.
    fileprivate var rewritesToBackend: Bool {
        let sites = value["hosting"]?.arrayValue ?? [value["hosting"] ?? .null]
        return sites.contains { site in
            (site["rewrites"]?.arrayValue ?? []).contains { $0["function"] != nil || $0["run"] != nil }
        }
    }
}

extension Surroundings {
    fileprivate var appBoundDomains: (domains: [String], path: String)? {
        for document in appInformation {
            if let domains = document.value["WKAppBoundDomains"]?.arrayValue {
                return (domains.compactMap(\.stringValue), document.path)
            }
        }
        return nil
    }
}

extension JSONValue {
    /// Whether NSAppTransportSecurity lets a web view load the host over http.
    fileprivate func allows(_ host: String) -> Bool {
        if self["NSAllowsArbitraryLoads"]?.boolValue == true
            || self["NSAllowsArbitraryLoadsInWebContent"]?.boolValue == true
        {
            return true
        }
        return (self["NSExceptionDomains"]?.objectValue?.members ?? []).contains { name, value in
            let isMeant =
                host == name || (value["NSIncludesSubdomains"]?.boolValue == true && host.hasSuffix("." + name))
            return isMeant
                && (value["NSExceptionAllowsInsecureHTTPLoads"]?.boolValue == true
                    || value["NSTemporaryExceptionAllowsInsecureHTTPLoads"]?.boolValue == true)
        }
    }
}

extension CookieURL {
    /// Whether the host is in the local network, as App Transport Security counts: an address, `.local`, one label.
    fileprivate var isLocal: Bool {
        guard !CookieURL.isLoopback(host) else { return false }
        return hostIsIPAddress || host.hasSuffix(".local") || !host.contains(".")
    }
}
