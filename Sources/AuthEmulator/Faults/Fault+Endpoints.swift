public import BridgePrimitives
public import Faults

extension Fault {
    /// A fault whose endpoint is one that the auth service has.
    ///
    /// - Throws: `fault/unreadable`, naming the member that is wrong.
    public init(json: JSONValue) throws(BridgeFailure) {
        try self.init(json: json, endpoints: EndpointTable.all.map(\.id))
    }
}
