/// Ends the program, as Apple's frameworks and Firebase's SDK end an app.
///
/// For a programmer's error in a call whose signature, which is theirs, has no way to tell it: `Auth.auth()` before
/// `configure()`, `SecItemAdd` outside of an app. Never for anything that came from a page, a peer, a file or a person.
public func crashApp(_ message: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
    preconditionFailure(message, file: file, line: line)
}
