import SimulatedDevice

extension AppProcess {
    /// The process that calls. Apple's functions have no answer for code that belongs to no app.
    static func required(by caller: StaticString) -> AppProcess {
        guard let process = current else {
            crashApp(
                "\(caller) was called outside of an app: run the code in `try await process.run { … }` of an AppProcess"
            )
        }
        return process
    }
}
