/// Refusals inside a transaction: one that is thrown undoes all that was changed, one that is returned undoes nothing.
///
/// A code that was shown is gone, whatever comes of the request; so what follows its use returns its refusals.
extension Result where Failure == AuthRefusal {
    /// What `body` makes of the success, with its refusal as a failure.
    ///
    /// - Parameter body: refuses before it changes anything itself.
    /// - Throws: only what is no refusal: an error of the store, or a function that must be asked first, which undoes all.
    func keepingChanges<Value>(_ body: (Success) throws -> Value) throws -> Result<Value, AuthRefusal> {
        switch self {
        case .success(let value):
            do { return .success(try body(value)) } catch let refusal as AuthRefusal { return .failure(refusal) }
        case .failure(let refusal): return .failure(refusal)
        }
    }
}
