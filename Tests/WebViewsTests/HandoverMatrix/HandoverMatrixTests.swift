import Testing

/// Every way to hand a session over, looked at in every place, each from four sides.
@Suite("The hand-over matrix", .timeLimit(.minutes(5)))
struct HandoverMatrixTests {
    @Test("Four views of each cell", arguments: HandoverCell.all)
    func cell(cell: HandoverCell) async throws {
        for kind in cell.method.kinds {
            let world = try HandoverWorld(cell, kind: kind)
            defer { world.shutdown() }
            let found = try await world.observe()
            expect(found, cell.views, of: world)
        }
    }

    private func expect(_ found: HandoverObservation, _ views: HandoverViews, of world: HandoverWorld) {
        let kind = world.kind
        let cookie = world.cookiePair
        let note = Comment(rawValue: kind?.description ?? "no cookie")
        // 1. At the server.
        let channels = found.requests.map { Channels($0, secret: HandoverWorld.secret) }
        let isKept = kind?.isPersistent == true
        let expected: [Channels] =
            switch views.request {
            case "C": [Channels(cookie: cookie)]
            case "c": [Channels(cookie: isKept ? cookie : nil)]
            case "o": [Channels(cookie: cookie), Channels()]
            case "M": [Channels(cookie: HandoverWorld.manualPair)]
            case "Z": [Channels(others: ["authorization"])]
            case "z": [Channels(others: ["authorization"]), Channels()]
            case "Q": [Channels(others: ["target"])]
            case "B": [Channels(others: ["body"])]
            case "r": [Channels(others: ["referer"]), Channels()]
            default: [Channels()]
            }
        for (number, channels) in channels.enumerated() {
            #expect(channels == (number < expected.count ? expected[number] : expected[0]), note)
        }
        #expect(!found.requests.isEmpty, note)
        #expect(found.requests.allSatisfy { $0.method == (views.request == "B" ? "POST" : "GET") }, note)
        // 2. In the page.
        let phantom = HandoverWorld.phantomPair
        let visible: [String] =
            switch views.page {
            case "P": [cookie]
            case "p": [kind?.isHTTPOnly == false ? cookie : ""]
            case "q": [kind?.isHTTPOnly == false && isKept ? cookie : ""]
            case "k": [kind?.isHTTPOnly == false ? cookie : "", ""]
            case "J": [phantom]
            case "j": [phantom, ""]
            default: [""]
            }
        for (number, text) in found.cookies.enumerated() {
            #expect(text == (number < visible.count ? visible[number] : visible[0]), note)
        }
        for text in found.locations { #expect(text.contains(HandoverWorld.secret) == (views.page == "L"), note) }
        // 3. and 4. The two native listings.
        let listing = ["\(cookie)@app.localhost"]
        let isInStore = views.store == "S" || (views.store == "s" && isKept)
        #expect(found.store == (isInStore ? listing : []), note)
        #expect(found.app == (views.app == "A" ? listing : []), note)
    }

    /// Where in a request the secret is, and the whole Cookie header.
    private struct Channels: Equatable {
        var cookie: String?
        var others: [String] = []

        init(cookie: String? = nil, others: [String] = []) { (self.cookie, self.others) = (cookie, others) }

        init(_ request: ReceivedRequest, secret: String) {
            cookie = request.header("cookie")
            others = request.headers.filter { $0.name != "cookie" && $0.value.contains(secret) }.map(\.name).sorted()
            if request.target.contains(secret) { others.append("target") }
            if request.body.contains(secret) { others.append("body") }
        }
    }

    @Test("Every cell is expected or has a reason not to be")
    func complete() {
        #expect(HandoverMethod.allCases.map(\.rawValue) == Array(1...23))
        #expect(HandoverColumn.allCases.count == 8)
        for method in HandoverMethod.allCases {
            for column in HandoverColumn.allCases {
                let cells = HandoverCell.table.filter { $0.method == method && $0.column == column }
                let excused = HandoverTable.notApplicable.filter { $0.row == method.rawValue && $0.column == column }
                #expect(cells.count + excused.count == 1, "row \(method.rawValue), \(column.rawValue)")
            }
        }
        #expect(HandoverCell.all.count == HandoverCell.table.count + HandoverTable.variants.count)
    }
}
