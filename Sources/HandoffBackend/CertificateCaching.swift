/// How long a verifier keeps certificates, and whether an unknown key id makes it look again: done right, and the
/// ways in which it is usually done wrong.
public struct CertificateCaching: Hashable, Sendable {
    public enum Keeping: String, CaseIterable, Sendable {
        /// For as long as `Cache-Control` says.
        case asTold = "as-told"
        /// From the first fetch until the process ends. New keys are never learnt and dropped ones never forgotten.
        case forEver = "for-ever"
        /// Until a job that runs once a day fetches them anew. Between two runs new keys are not learnt.
        case byBatch = "by-batch"
        /// Not at all: each token costs a request.
        case never
    }

    /// How long certificates are kept where a job fetches them.
    public static let batchInterval = Duration.seconds(86_400)

    public var keeping: Keeping
    /// Whether a key id that is not among certificates in memory is reason to fetch once more: keys may have been
    /// rotated since.
    public var refetchesForUnknownKey: Bool

    public init(_ keeping: Keeping, refetchesForUnknownKey: Bool) {
        (self.keeping, self.refetchesForUnknownKey) = (keeping, refetchesForUnknownKey)
    }

    /// As a verifier should.
    public static let asTold = CertificateCaching(.asTold, refetchesForUnknownKey: true)
    /// One fetch in a process's life.
    public static let forEver = CertificateCaching(.forEver, refetchesForUnknownKey: false)
    /// A day between two runs, the first of them with the first token.
    public static let byBatch = CertificateCaching(.byBatch, refetchesForUnknownKey: false)
    public static let never = CertificateCaching(.never, refetchesForUnknownKey: true)
}
