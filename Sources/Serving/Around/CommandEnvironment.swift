import Worlds

/// The variables with which a command finds the services: those that SDKs read, and some of our own.
package struct CommandEnvironment: Hashable, Sendable {
    /// What is set, by name; nil for what is taken away.
    package let changes: [String: String?]

    /// - Parameter addresses: with a ``GoogleFront`` where the command is to believe that it speaks with Google.
    package init(_ addresses: ServedAddresses) {
        var changes: [String: String?] = [
            "GCLOUD_PROJECT": addresses.project,
            "GOOGLE_CLOUD_PROJECT": addresses.project,
            "GOOGLE_APPLICATION_CREDENTIALS": addresses.serviceAccount,
            "SESSION_BRIDGE_PROJECT": addresses.project,
            "SESSION_BRIDGE_AUTH": addresses.auth,
            "SESSION_BRIDGE_CERTIFICATES": addresses.auth + WorldSettings.certificatePath,
            "SESSION_BRIDGE_BACKEND": addresses.backend,
            "SESSION_BRIDGE_BACKEND_TLS": addresses.backendTLS,
            "SESSION_BRIDGE_WEB": addresses.web,
            "SESSION_BRIDGE_WEB_TLS": addresses.webTLS,
            "SESSION_BRIDGE_CONTROL": addresses.control,
            "SESSION_BRIDGE_CA": addresses.ca,
        ]
        if let front = addresses.google {
            let proxy = front.proxy
            for name in ["HTTPS_PROXY", "https_proxy"] { changes[name] = proxy }
            for name in ["NO_PROXY", "no_proxy"] { changes[name] = "localhost,.localhost,127.0.0.1,::1" }
            // curl asks for its own variable first, and some machines set it for everybody.
            for name in ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS", "CURL_CA_BUNDLE"] {
                changes[name] = front.certificates
            }
            changes["NODE_USE_ENV_PROXY"] = "1"
            // An SDK that finds it asks there, and signs nothing.
            changes.updateValue(nil, forKey: "FIREBASE_AUTH_EMULATOR_HOST")
        } else {
            changes["FIREBASE_AUTH_EMULATOR_HOST"] = addresses.auth.split(separator: "/").last.map(String.init)
        }
        self.changes = changes
    }

    /// The environment of a process with these variables on top of `inherited`.
    package func applied(to inherited: [String: String]) -> [String: String] {
        var environment = inherited
        for (name, value) in changes { environment[name] = value }
        return environment
    }
}
