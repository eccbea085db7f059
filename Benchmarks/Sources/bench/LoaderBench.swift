import CLoaderPeer
import HTTPLoader

/// Requests per second on one kept-alive connection: ours, and bare libcurl in C, in turns.
enum LoaderBench {
    private static let count = 10_000, rounds = 5

    static func run(into table: BenchTable) async throws {
        let port = loader_peer_serve()
        guard port > 0 else {
            return table.add(
                BenchRow(what: "loader", subject: "requests on one connection", unit: "requests/s", note: "no socket"))
        }
        let text = "http://127.0.0.1:\(port)/"
        let url = try WebURL(text)
        let transport = try CurlTransport()
        defer { transport.shutdown() }
        var ours: [Double] = [], bare: [Double] = []
        for _ in 0..<rounds {
            let elapsed = try await Task.detached(executorPreference: transport.executor) {
                try await ContinuousClock().measure {
                    for _ in 0..<count { _ = try await transport.perform(HTTPRequest(url: url)) }
                }
            }.value
            ours.append(Double(count) / elapsed.inSeconds)
            bare.append(Double(count) / loader_peer_fetch(text, Int32(count)))
        }
        let ratio = median(zip(ours, bare).map { $0 / $1 })
        table.add(
            BenchRow(
                what: "loader", subject: "requests on one connection", value: median(ours), unit: "requests/s",
                against: "bare libcurl \(BenchTable.number(median(bare)))/s", ratio: ratio, target: 0.85))
    }
}
