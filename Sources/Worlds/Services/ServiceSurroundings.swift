import Foundation
import HTTPLoader
import Listening
import Project
import Scenarios

/// What a started service must know of the world around it.
struct ServiceSurroundings: Sendable {
    let auth: WebURL
    /// Where the certificates of ID tokens are.
    let certificates: WebURL
    let projectID: String
    /// The key file that custom tokens are minted with.
    let serviceAccount: String
    /// The files of a certificate for this machine that all here trust, and of its key.
    let server: ServerIdentityFiles
    /// The backend's origin, for what serves the page; nil for the backend itself.
    let backend: String?

    /// The variables that the command gets; an empty one is taken away.
    ///
    /// - Parameter port: where it is to listen; nil where the project file says so itself.
    func environment(of start: ServiceStart, port: Int?) -> [String: String] {
        var variables = [
            "FIREBASE_AUTH_EMULATOR_HOST": auth.hostHeader, "GCLOUD_PROJECT": projectID,
            "GOOGLE_CLOUD_PROJECT": projectID, "GOOGLE_APPLICATION_CREDENTIALS": serviceAccount,
            "SESSION_BRIDGE_CERTIFICATES": certificates.string,
            "SESSION_BRIDGE_TLS_CERTIFICATE": server.certificate, "SESSION_BRIDGE_TLS_KEY": server.key,
            // What steers the services is for whoever started them.
            "SESSION_BRIDGE_CONTROL_TOKEN": "",
        ]
        if let backend { variables["SESSION_BRIDGE_BACKEND"] = backend }
        if let port { variables["PORT"] = String(port) }
        let values = [
            "auth": auth.origin, "auth-host": auth.hostHeader, "certificates": certificates.string,
            "project": projectID, "service-account": serviceAccount, "port": port.map { String($0) } ?? "",
            "backend": backend ?? "", "tls-certificate": server.certificate, "tls-key": server.key,
        ]
        for name in InheritedVariables.withheld(from: start, of: ProcessInfo.processInfo.environment.keys)
        where variables[name] == nil {
            variables[name] = ""
        }
        for variable in start.environment {
            variables[variable.name] = TextTemplate(variable.text).filled(with: values)
        }
        return variables
    }
}
