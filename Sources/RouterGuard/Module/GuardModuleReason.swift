public import BridgePrimitives

/// Why a guard of somebody's own cannot be run.
public enum GuardModuleReason: String, FailureReason {
    case unreadable = "guard-module/unreadable"
    case outsideProject = "guard-module/outside-project"
    case tooLarge = "guard-module/too-large"
    case notJavaScript = "guard-module/not-javascript"
    case unsupported = "guard-module/unsupported"
    case unknownImport = "guard-module/unknown-import"
    case importCycle = "guard-module/import-cycle"
    case awaitOutsideFunction = "guard-module/await-outside-function"
    case noGuard = "guard-module/no-guard"
    case badRoutes = "guard-module/bad-routes"

    public var kind: BridgeFailure.Kind { .unreadableInput }

    public var meaning: String {
        switch self {
        case .unreadable: "A module that the guard needs is not there, cannot be read, or is not UTF-8."
        case .outsideProject: "The guard, or a module that it imports, is outside the project's folder."
        case .tooLarge: "The guard's modules are larger, or more, than the limit."
        case .notJavaScript: "The file is no JavaScript module."
        case .unsupported: "The module has an import or export in a form that is not read."
        case .unknownImport: "The guard imports a package, or a name, that is not simulated."
        case .importCycle: "Modules of the guard import each other in a circle."
        case .awaitOutsideFunction:
            "An await stands outside of an async function; a module's top level may have one in a browser, and is read"
                + " in one turn here."
        case .noGuard: "The module exports no navigation guard, and nothing that registers one."
        case .badRoutes: "The router that the module makes has routes that cannot be read."
        }
    }

    public var fix: String {
        switch self {
        case .unreadable: "Correct the name; a module's imports count from its own folder."
        case .outsideProject: "Put it into the folder of session-bridge.yaml, or below."
        case .tooLarge: "Point at the guard's own module, not at a bundle of the whole app."
        case .notJavaScript: "Point at JavaScript: compile TypeScript, and move the guard out of a .vue file."
        case .unsupported: "Write it as a plain import or export of names."
        case .unknownImport:
            "Keep the guard in a module of its own that imports firebase/app, firebase/auth, a cookie library or files"
                + " beside it, and pass it the rest."
        case .importCycle: "Move what both need into a module of its own."
        case .awaitOutsideFunction:
            "Write async before the function; at the top level keep the promise in a variable, and await it in the guard."
        case .noGuard:
            "Export the guard, export default (to, from) => …, or a function that takes the router and calls"
                + " router.beforeEach, or the router itself; name one of several with `export:`."
        case .badRoutes: "Write it as Vue Router reads it: an object with a path, in a list."
        }
    }
}
