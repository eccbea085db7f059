package import BridgePrimitives
package import Project
import Worlds

extension Serving {
    /// Takes what a project file says of the services, the backend and the page.
    package mutating func adopt(_ file: LoadedProject) throws(BridgeFailure) {
        settings = try file.worldSettings()
        let project = file.project
        seedFile = project.auth.users.map(project.place(of:))
        webURL = settings.startedPage == nil ? project.web.url?.text : nil
        if let port = project.auth.port { ports.auth = port }
    }

    /// Takes what a project file says of the auth service alone, but its port: what is started is nobody's own.
    package mutating func adoptAuthService(of file: LoadedProject) {
        settings.adoptAuthService(of: file.project)
        seedFile = file.project.auth.users.map(file.project.place(of:))
    }
}
