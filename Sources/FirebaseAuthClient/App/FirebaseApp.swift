import BridgePrimitives
import SimulatedDevice

/// A Firebase project as one app uses it.
///
/// The static members are the SDK's globals; they belong to ``FirebaseEnvironment/current``.
public final class FirebaseApp: Sendable {
    public let name: String
    private let ownOptions: FirebaseOptions
    let auth: Auth
    private let environment: FirebaseEnvironment

    /// A copy of what the app was configured with.
    public var options: FirebaseOptions { ownOptions.copy }

    private init(name: String, options: FirebaseOptions, environment: FirebaseEnvironment) {
        (self.name, ownOptions, self.environment) = (name, options.copy, environment)
        // As in the SDK the client comes to life at once: it reads the keychain, and sends nothing.
        auth = Auth(
            environment: environment,
            configuration: options.configuration(appName: name, service: environment.service))
    }

    /// Configures the default app from the bundle's `GoogleService-Info.plist`.
    ///
    /// - Precondition: the bundle has one, and no default app is configured; the SDK ends the app too.
    public static func configure() {
        guard let options = bound().bundledOptions else {
            crashApp(
                """
                `FirebaseApp.configure()` could not find a valid GoogleService-Info.plist in your project. \
                Please add one to the app's bundle.
                """)
        }
        configure(options: options)
    }

    /// Configures the default app.
    public static func configure(options: FirebaseOptions) {
        configure(name: FirebaseConfiguration.defaultAppName, options: options)
    }

    /// Configures an app with a name of its own.
    ///
    /// - Precondition: no app of that name is configured.
    public static func configure(name: String, options: FirebaseOptions) {
        let environment = bound()
        let app = FirebaseApp(name: name, options: options, environment: environment)
        guard environment.register(app) else {
            crashApp("App named \(name) has already been configured.")
        }
    }

    /// The default app; nil before `configure()`.
    public static func app() -> FirebaseApp? { app(name: FirebaseConfiguration.defaultAppName) }

    public static func app(name: String) -> FirebaseApp? { FirebaseEnvironment.current?.app(named: name) }

    /// All configured apps, by name; nil when there is none.
    public static var allApps: [String: FirebaseApp]? {
        let apps = FirebaseEnvironment.current?.allApps ?? [:]
        return apps.isEmpty ? nil : apps
    }

    /// Forgets the app and the user whom the keychain holds for it.
    ///
    /// - Returns: whether the keychain let go of the user.
    @discardableResult
    public func delete() async -> Bool {
        environment.forget(self)
        return auth.retireForGood()
    }

    public func delete(_ completion: @escaping @MainActor (Bool) -> Void) {
        environment.complete({ (deleted: Bool?, _) in completion(deleted ?? false) }) { await self.delete() }
    }

    private static func bound() -> FirebaseEnvironment {
        guard let environment = FirebaseEnvironment.current else {
            crashApp("No environment is bound: run the app's code in FirebaseEnvironment.run(_:).")
        }
        return environment
    }
}

extension Auth {
    /// The client of the default app.
    ///
    /// - Precondition: `FirebaseApp.configure()` was called.
    public static func auth() -> Auth {
        guard let app = FirebaseApp.app() else {
            crashApp(
                """
                The default FirebaseApp instance must be configured before the default Auth instance can be \
                initialized. One way to ensure this is to call `FirebaseApp.configure()` in the App Delegate's \
                `application(_:didFinishLaunchingWithOptions:)` (or the `@main` struct's initializer in SwiftUI).
                """)
        }
        return app.auth
    }

    /// The client of an app.
    public static func auth(app: FirebaseApp) -> Auth { app.auth }

    /// The app that the client belongs to; nil for a client without one.
    public var app: FirebaseApp? {
        environment.app(named: configuration.appName).flatMap { $0.auth === self ? $0 : nil }
    }
}
