/// An answer as faults look at it and change it: HTTP without a server or a client.
public struct FaultedAnswer: Hashable, Sendable {
    public struct Field: Hashable, Sendable {
        public var name: String
        public var value: String
        public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    public var status: Int
    /// Without those of the framing.
    public var fields: [Field]
    public var body: [UInt8]

    public init(status: Int, fields: [Field] = [], body: [UInt8] = []) {
        (self.status, self.fields, self.body) = (status, fields, body)
    }

    init(status: Int, type: String, _ text: String) {
        self.init(
            status: status, fields: [Field("Content-Type", type), Field("Cache-Control", "no-store")],
            body: Array(text.utf8))
    }
}
