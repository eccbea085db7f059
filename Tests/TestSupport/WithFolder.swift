/// Lends a folder of its own to each test, gone afterwards.
public func withFolder(_ body: (String) throws -> Void) throws {
    let folder = try TemporaryFolder()
    try withExtendedLifetime(folder) { try body(folder.path) }
}
