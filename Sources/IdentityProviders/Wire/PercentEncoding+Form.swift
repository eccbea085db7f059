import BridgePrimitives

extension PercentEncoding {
    /// `name=value&…`, a blank as `%20`.
    static func form(_ fields: [(String, String)]) -> String {
        fields.map { "\(encode($0.0))=\(encode($0.1))" }.joined(separator: "&")
    }
}
