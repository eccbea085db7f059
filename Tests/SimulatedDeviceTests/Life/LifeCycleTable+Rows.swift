extension LifeCycleTable {
    /// The table itself, in the order of ``Event``.
    public static let rows: [Row] = [
        row(
            .launchByUser, from: .stopped,
            item: .kept(.dataProtection), unlockedItem: .kept(.dataProtection), shared: .kept(.groups),
            defaults: .kept(.container),
            native: .kept(.persistentCookie), nativeSession: .gone(.sessionCookie),
            web: .kept(.persistentCookie), webSession: .gone(.sessionCookie), memory: .gone(.nonPersistent),
            process: .starts(.launchSequence)),
        row(
            .launchInBackground, from: .stoppedAndLocked,
            item: .kept(.dataProtection), unlockedItem: .locked(.dataProtection), shared: .kept(.dataProtection),
            defaults: .kept(.fileProtection),
            native: .kept(.assumed), nativeSession: .gone(.sessionCookie),
            web: .kept(.assumed), webSession: .gone(.sessionCookie), memory: .gone(.nonPersistent),
            process: .starts(.launchSequence)),
        row(
            .prewarm, from: .restarted,
            item: .locked(.prewarming), unlockedItem: .locked(.prewarming), shared: .locked(.prewarming),
            defaults: .locked(.fileProtection),
            native: .kept(.assumed), nativeSession: .gone(.sessionCookie),
            web: .kept(.assumed), webSession: .gone(.sessionCookie), memory: .gone(.nonPersistent),
            process: .starts(.prewarming)),
        row(
            .enterBackground, from: .foreground,
            item: .kept(.dataProtection), unlockedItem: .kept(.dataProtection), shared: .kept(.groups),
            defaults: .kept(.launchSequence),
            native: .kept(.launchSequence), nativeSession: .kept(.assumed),
            web: .kept(.launchSequence), webSession: .kept(.assumed), memory: .kept(.assumed),
            process: .kept(.launchSequence)),
        row(
            .enterForeground, from: .background,
            item: .kept(.dataProtection), unlockedItem: .kept(.dataProtection), shared: .kept(.groups),
            defaults: .kept(.launchSequence),
            native: .kept(.launchSequence), nativeSession: .kept(.assumed),
            web: .kept(.launchSequence), webSession: .kept(.assumed), memory: .kept(.assumed),
            process: .kept(.launchSequence)),
        row(
            .kill, from: .foreground,
            item: .kept(.dataProtection), unlockedItem: .kept(.dataProtection), shared: .kept(.groups),
            defaults: .kept(.container),
            native: .kept(.persistentCookie), nativeSession: .gone(.sessionCookie),
            web: .kept(.persistentCookie), webSession: .gone(.sessionCookie), memory: .gone(.nonPersistent),
            process: .gone(.launchSequence)),
        row(
            .lock, from: .foreground,
            item: .kept(.dataProtection), unlockedItem: .locked(.dataProtection), shared: .kept(.dataProtection),
            defaults: .kept(.fileProtection),
            native: .kept(.assumed), nativeSession: .kept(.assumed),
            web: .kept(.assumed), webSession: .kept(.assumed), memory: .kept(.assumed),
            process: .kept(.assumed)),
        row(
            .unlock, from: .runningAndLocked,
            item: .kept(.dataProtection), unlockedItem: .kept(.dataProtection), shared: .kept(.dataProtection),
            defaults: .kept(.fileProtection),
            native: .kept(.assumed), nativeSession: .kept(.assumed),
            web: .kept(.assumed), webSession: .kept(.assumed), memory: .kept(.assumed),
            process: .kept(.assumed)),
        row(
            .firstUnlock, from: .prewarmed,
            item: .kept(.prewarming), unlockedItem: .kept(.dataProtection), shared: .kept(.dataProtection),
            defaults: .kept(.fileProtection),
            native: .kept(.persistentCookie), nativeSession: .gone(.sessionCookie),
            web: .kept(.persistentCookie), webSession: .gone(.sessionCookie), memory: .gone(.nonPersistent),
            process: .kept(.prewarming)),
        row(
            .update, from: .foreground,
            item: .kept(.groups), unlockedItem: .kept(.groups), shared: .kept(.groups),
            defaults: .kept(.container),
            native: .kept(.container), nativeSession: .gone(.sessionCookie),
            web: .kept(.container), webSession: .gone(.sessionCookie), memory: .gone(.nonPersistent),
            process: .gone(.assumed)),
        row(
            .transfer, from: .foreground,
            item: .unreadable(.teamPrefix), unlockedItem: .unreadable(.teamPrefix), shared: .unreadable(.teamPrefix),
            defaults: .kept(.transferred),
            native: .kept(.assumed), nativeSession: .gone(.sessionCookie),
            web: .kept(.assumed), webSession: .gone(.sessionCookie), memory: .gone(.nonPersistent),
            process: .gone(.assumed)),
        row(
            .uninstall, from: .foreground,
            item: .kept(.outlives), unlockedItem: .kept(.outlives), shared: .kept(.outlives),
            defaults: .gone(.container),
            native: .gone(.container), nativeSession: .gone(.container),
            web: .gone(.container), webSession: .gone(.container), memory: .gone(.nonPersistent),
            process: .gone(.assumed)),
        row(
            .install, from: .uninstalled,
            item: .kept(.outlives), unlockedItem: .kept(.outlives), shared: .kept(.outlives),
            defaults: .gone(.container),
            native: .gone(.container), nativeSession: .gone(.container),
            web: .gone(.container), webSession: .gone(.container), memory: .gone(.nonPersistent),
            process: .gone(.launchSequence)),
        row(
            .reinstall, from: .foreground,
            item: .kept(.outlives), unlockedItem: .kept(.outlives), shared: .kept(.outlives),
            defaults: .gone(.container),
            native: .gone(.container), nativeSession: .gone(.container),
            web: .gone(.container), webSession: .gone(.container), memory: .gone(.nonPersistent),
            process: .gone(.assumed)),
        row(
            .reboot, from: .foreground,
            item: .locked(.dataProtection), unlockedItem: .locked(.dataProtection), shared: .locked(.dataProtection),
            defaults: .locked(.fileProtection),
            native: .kept(.assumed), nativeSession: .gone(.sessionCookie),
            web: .kept(.assumed), webSession: .gone(.sessionCookie), memory: .gone(.nonPersistent),
            process: .gone(.assumed)),
        row(
            .updateSystem, from: .foreground,
            item: .locked(.assumed), unlockedItem: .locked(.assumed), shared: .locked(.assumed),
            defaults: .locked(.assumed),
            native: .kept(.assumed), nativeSession: .gone(.sessionCookie),
            web: .kept(.assumed), webSession: .gone(.sessionCookie), memory: .gone(.nonPersistent),
            process: .gone(.assumed)),
        row(
            .erase, from: .foreground,
            item: .gone(.erase), unlockedItem: .gone(.erase), shared: .gone(.erase),
            defaults: .gone(.erase),
            native: .gone(.erase), nativeSession: .gone(.erase),
            web: .gone(.erase), webSession: .gone(.erase), memory: .gone(.erase),
            process: .gone(.erase)),
    ]

    private static func row(
        _ event: Event, from start: Start, item: Outcome, unlockedItem: Outcome, shared: Outcome, defaults: Outcome,
        native: Outcome, nativeSession: Outcome, web: Outcome, webSession: Outcome, memory: Outcome, process: Outcome
    ) -> Row {
        Row(
            event: event, start: start,
            outcomes: [
                .keychainItem: item, .unlockedItem: unlockedItem, .sharedItem: shared, .defaults: defaults,
                .nativePersistent: native, .nativeSession: nativeSession, .webPersistent: web,
                .webSession: webSession, .nonPersistentStore: memory, .process: process,
            ])
    }
}

extension LifeCycleTable.Outcome {
    fileprivate static func kept(_ basis: LifeCycleTable.Basis) -> Self { Self(effect: .kept, basis: basis) }
    fileprivate static func locked(_ basis: LifeCycleTable.Basis) -> Self { Self(effect: .locked, basis: basis) }
    fileprivate static func unreadable(_ basis: LifeCycleTable.Basis) -> Self {
        Self(effect: .unreadable, basis: basis)
    }
    fileprivate static func gone(_ basis: LifeCycleTable.Basis) -> Self { Self(effect: .gone, basis: basis) }
    fileprivate static func starts(_ basis: LifeCycleTable.Basis) -> Self { Self(effect: .starts, basis: basis) }
}

extension LifeCycleTable.Basis {
    fileprivate static let dataProtection = Self.source(
        "Apple, \"Restricting keychain item accessibility\", and the kSecAttrAccessible constants of SecItem.h")
    fileprivate static let groups = Self.source(
        "Apple, \"Sharing access to keychain items among a collection of apps\"")
    fileprivate static let outlives = Self.source(
        "Reports that the keychain outlives the app: firebase-ios-sdk #13049 and #1340")
    fileprivate static let teamPrefix = Self.source(
        "Apple, Technical Note TN2311, \"Managing Multiple App ID Prefixes\": another prefix, no more access")
    fileprivate static let transferred = Self.source(
        "Apps that were transferred and carried their credentials over in UserDefaults")
    fileprivate static let container = Self.source(
        "Apple, \"File System Programming Guide\": an app's container stays through updates and goes with the app")
    fileprivate static let fileProtection = Self.source(
        "Apple Platform Security, \"Data Protection classes\": an app's files, until first user authentication"
    )
    fileprivate static let persistentCookie = Self.source(
        "RFC 6265bis §5.7: the persistent-flag; Apple, WKWebsiteDataStore: a persistent store")
    fileprivate static let sessionCookie = Self.source(
        "RFC 6265bis §5.7: gone when the session is over; react-native-webview #2228")
    fileprivate static let nonPersistent = Self.source("Apple, WKWebsiteDataStore.nonPersistent(): in memory only")
    fileprivate static let launchSequence = Self.source("Apple, \"Managing your app's life cycle\"")
    fileprivate static let prewarming = Self.source(
        "Apple, \"About the app launch sequence\" (prewarming); firebase-ios-sdk #8695 and #9869")
    fileprivate static let erase = Self.source("Apple Platform Security, \"Erase all content and settings\"")
}
