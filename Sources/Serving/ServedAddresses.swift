package import BridgePrimitives
package import BridgeTrace
import IdentityProviders

/// Where a served world is.
package struct ServedAddresses: Hashable, Sendable {
    package let auth: String
    package let backend: String
    package let backendTLS: String
    package let web: String
    package let webTLS: String
    package let control: String
    package let project: String
    /// The file of the local authority's certificate.
    package let ca: String
    package let strictness: String
    package let tokens: String
    /// The simulated identity providers.
    package let apple: String
    package let twitter: String
    let twitterConsumer: TwitterConsumer
    /// The file of the service account, whose key mints custom tokens: for Admin SDKs.
    package let serviceAccount: String
    /// What stands in for Google's hosts; nil where nothing does.
    package let google: GoogleFront?
    /// The page that says how the authority is trusted.
    package let trustPage: String
    /// The same services as other machines reach them; nil where they don't.
    package let network: ServedNetwork?

    /// The first line of `serve --json`.
    ///
    /// - Parameter masking: of the secret that requests to the simulated Twitter are signed with.
    package func json(masking: Masking) -> JSONValue {
        let json: JSONValue = [
            "auth": .string(auth), "backend": .string(backend), "backend_tls": .string(backendTLS), "web": .string(web),
            "web_tls": .string(webTLS), "control": .string(control), "inspector": .string(control + "/inspector/"),
            "project": .string(project), "ca": .string(ca),
            "strictness": .string(strictness), "tokens": .string(tokens), "apple": .string(apple),
            "twitter": .string(twitter), "service_account": .string(serviceAccount),
            "twitter_consumer": [
                "key": .string(twitterConsumer.key),
                "secret": .string(masking.secret(twitterConsumer.secret.reveal()).text),
            ],
            "ca_page": .string(trustPage),
        ]
        guard let network, var object = json.objectValue else { return json }
        object["network"] = network.json
        return .object(object)
    }

    /// A row each, for people.
    package var rows: [(name: String, value: String)] {
        let rows = [
            ("auth service", "\(auth)   \(strictness), \(tokens) tokens, project \(project)"),
            ("backend", "\(backend)   \(backendTLS)"),
            ("web app", "\(web)   \(webTLS)"),
            ("providers", "Apple \(apple)   Twitter \(twitter)"),
            ("inspector", "\(control)/inspector/"),
            ("control", "\(control)/__bridge/clock   …/traces/current"), ("inbox", "\(control)/inbox"),
            ("trust", "\(ShellWord.quoted(ca))   \(trustPage)"), ("service key", ShellWord.quoted(serviceAccount)),
        ]
        return rows + (network?.rows ?? [])
    }
}
