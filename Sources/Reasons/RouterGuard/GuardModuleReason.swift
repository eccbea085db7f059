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
}
