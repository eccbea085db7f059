import Testing

/// All tests with real browsers: one after the other, since a browser takes a whole machine and the tests look for what
/// others of them might have left behind.
@Suite("Real browsers", .serialized, .timeLimit(.minutes(20)))
enum RealBrowsers {}
