import Testing

/// All tests with real engines: one after the other, since an engine takes a whole machine.
@Suite("Real browsers", .serialized, .timeLimit(.minutes(20)), .sharedEngines)
enum RealBrowsers {}
