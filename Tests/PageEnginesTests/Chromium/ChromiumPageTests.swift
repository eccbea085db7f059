import BridgePrimitives
import Testing

@testable import PageEngines

/// Events as Chromium sends them, and what a web view would be told.
@Suite("A page as the DevTools Protocol tells of it", .timeLimit(.minutes(5)))
struct ChromiumPageTests {
    private static let a = "http://a.test/", b = "http://a.test/b"

    private static func event(_ method: String, _ parameters: JSONValue) -> (String, JSONValue) { (method, parameters) }

    private static func begins(_ loader: String, _ url: String, type: String = "differentDocument") -> (
        String, JSONValue
    ) {
        (
            "Page.frameStartedNavigating",
            ["frameId": "main", "url": .string(url), "loaderId": .string(loader), "navigationType": .string(type)]
        )
    }
    private static func sends(_ id: String, _ url: String, isRedirect: Bool = false) -> (String, JSONValue) {
        var parameters = JSONObject([("requestId", .string(id)), ("request", ["url": .string(url)])])
        if isRedirect { parameters["redirectResponse"] = [:] }
        return ("Network.requestWillBeSent", .object(parameters))
    }
    private static func answers(
        _ id: String, _ url: String, frame: String = "main", type: String = "Document"
    ) -> (String, JSONValue) {
        (
            "Network.responseReceived",
            [
                "requestId": .string(id), "type": .string(type), "frameId": .string(frame),
                "response": ["url": .string(url), "status": 200],
            ]
        )
    }
    private static func commits(_ loader: String, _ url: String, missing: String? = nil) -> (String, JSONValue) {
        var frame = JSONObject([("id", "main"), ("loaderId", .string(loader)), ("url", .string(url))])
        if let missing { frame["unreachableUrl"] = .string(missing) }
        return ("Page.frameNavigated", ["frame": .object(frame)])
    }
    private static func fails(_ id: String, isCanceled: Bool, _ words: String) -> (String, JSONValue) {
        (
            "Network.loadingFailed",
            ["requestId": .string(id), "errorText": .string(words), "canceled": .bool(isCanceled)]
        )
    }
    private static let ends = ("Network.loadingFinished", ["requestId": "L"] as JSONValue)
    private static let loads = ("Page.loadEventFired", ["timestamp": 1] as JSONValue)
    private static let stops = ("Page.frameStoppedLoading", ["frameId": "main"] as JSONValue)

    private static func told(_ events: [(String, JSONValue)]) -> [EngineEvent] {
        reactions(to: events).compactMap { if case .tell(let event) = $0 { event } else { nil } }
    }

    private static func reactions(to events: [(String, JSONValue)]) -> [ChromiumPage.Reaction] {
        var page = ChromiumPage(mainFrame: "main", handlers: ["native"])
        return events.flatMap { page.take($0.0, $0.1) }
    }

    @Test(
        arguments: [
            (
                [begins("L", a), sends("L", a), answers("L", a), commits("L", a), ends, loads, stops],
                [
                    .action(url: a, isRedirect: false, wantsNewWindow: false),
                    .navigation(.didStartProvisional, url: a),
                    .resource(1, url: a, hasEnded: false),
                    .response(url: a, status: 200, isForMainFrame: true, isAllowed: true),
                    .navigation(.didCommit, url: a), .urlChanged(a), .resource(1, url: a, hasEnded: true),
                    .navigation(.didFinish, url: a),
                ], "a page"
            ),
            (
                [begins("L", a), sends("L", a), sends("L", b, isRedirect: true), answers("L", b), commits("L", b)],
                [
                    .action(url: a, isRedirect: false, wantsNewWindow: false),
                    .navigation(.didStartProvisional, url: a),
                    .resource(1, url: a, hasEnded: false),
                    .action(url: b, isRedirect: true, wantsNewWindow: false),
                    .navigation(.didReceiveServerRedirect, url: b), .resource(1, url: a, hasEnded: true),
                    .resource(2, url: b, hasEnded: false),
                    .response(url: b, status: 200, isForMainFrame: true, isAllowed: true),
                    .navigation(.didCommit, url: b), .urlChanged(b),
                ], "a redirect"
            ),
            (
                [
                    begins("L", a), fails("L", isCanceled: false, "net::ERR_CONNECTION_REFUSED"),
                    commits("L", "chrome-error://chromewebdata/", missing: a), sends("9", "data:,x"),
                    sends("10", "http://elsewhere.test/"), loads, stops,
                ],
                [
                    .action(url: a, isRedirect: false, wantsNewWindow: false),
                    .navigation(.didStartProvisional, url: a),
                    .failed(.init(url: a, isProvisional: true, net: "net::ERR_CONNECTION_REFUSED")),
                ], "nobody there: Chromium's own page in its place is not told of"
            ),
            (
                [
                    sends("L", a), answers("L", a, type: "Fetch"), answers("9", a, type: "Fetch"), sends("2", b),
                    answers("2", b, type: "EventSource"), ends,
                ],
                [
                    .resource(1, url: a, hasEnded: false), .answered(1), .resource(2, url: b, hasEnded: false),
                    .answered(2), .resource(1, url: a, hasEnded: true),
                ], "answers whose bodies the page's scripts read, or leave"
            ),
            (
                [sends("L", a), answers("L", a, type: "Script"), sends("2", b), answers("2", b, type: "XHR"), ends],
                [
                    .resource(1, url: a, hasEnded: false), .resource(2, url: b, hasEnded: false),
                    .resource(1, url: a, hasEnded: true),
                ], "answers that must come whole"
            ),
            (
                [begins("L", a), commits("L", "chrome-error://chromewebdata/", missing: a)],
                [
                    .action(url: a, isRedirect: false, wantsNewWindow: false),
                    .navigation(.didStartProvisional, url: a),
                    .failed(.init(url: a, isProvisional: true, net: "net::ERR_FAILED")),
                ], "without a word why"
            ),
            (
                [
                    begins("L", a), answers("L", a), fails("L", isCanceled: true, "net::ERR_ABORTED"), stops,
                    event("Page.downloadWillBegin", ["frameId": "main", "url": .string(a)]),
                ],
                [
                    .action(url: a, isRedirect: false, wantsNewWindow: false),
                    .navigation(.didStartProvisional, url: a),
                    .response(url: a, status: 200, isForMainFrame: true, isAllowed: false),
                    .failed(.init(url: a, isProvisional: true, net: "net::ERR_ABORTED, as for what is no page")),
                    .asked("didBecomeDownload", details: JSONObject([("url", .string(a)), ("decision", "cancel")])),
                ], "a download"
            ),
            (
                [begins("L", a), begins("M", b), fails("L", isCanceled: true, "net::ERR_ABORTED"), commits("M", b)],
                [
                    .action(url: a, isRedirect: false, wantsNewWindow: false),
                    .navigation(.didStartProvisional, url: a),
                    .failed(.init(url: a, isProvisional: true, net: "net::ERR_ABORTED", code: -3)),
                    .action(url: b, isRedirect: false, wantsNewWindow: false),
                    .navigation(.didStartProvisional, url: b),
                    .navigation(.didCommit, url: b), .urlChanged(b),
                ], "another load takes its place"
            ),
            (
                [begins("L", a), commits("L", a), begins("M", b), loads, stops],
                [
                    .action(url: a, isRedirect: false, wantsNewWindow: false),
                    .navigation(.didStartProvisional, url: a),
                    .navigation(.didCommit, url: a), .urlChanged(a),
                    .action(url: b, isRedirect: false, wantsNewWindow: false),
                    .navigation(.didStartProvisional, url: b),
                ], "a page that goes on to another has not finished"
            ),
            (
                [
                    begins("L", a, type: "sameDocument"),
                    event("Page.navigatedWithinDocument", ["frameId": "main", "url": "http://a.test/#x"]),
                    event("Page.navigatedWithinDocument", ["frameId": "other", "url": "http://a.test/#y"]),
                ], [.urlChanged("http://a.test/#x")], "a fragment"
            ),
            (
                [commits("L", a), event("Inspector.targetCrashed", [:]), loads, stops],
                [.navigation(.didCommit, url: a), .urlChanged(a), .processTerminated(reason: "crashed")], "a crash"
            ),
            (
                [
                    answers("F", b, frame: "frame"),
                    event("Page.frameNavigated", ["frame": ["id": "frame", "loaderId": "F", "url": .string(b)]]),
                    event(
                        "Runtime.executionContextCreated", ["context": ["id": 7, "auxData": ["frameId": "frame"]]]),
                    event(
                        "Runtime.exceptionThrown",
                        [
                            "exceptionDetails": [
                                "text": "Uncaught (in promise)", "lineNumber": 3, "executionContextId": 7,
                                "exception": ["type": "string", "value": "no"],
                            ]
                        ]),
                ],
                [
                    .response(url: b, status: 200, isForMainFrame: false, isAllowed: true),
                    .console(.init(level: "exception", message: "no", url: b, line: 4, isRejection: true)),
                ], "a frame"
            ),
        ] as [([(String, JSONValue)], [EngineEvent], String)])
    func isToldAsAWebViewIs(events: [(String, JSONValue)], told: [EngineEvent], why: String) {
        #expect(Self.told(events) == told, "\(why)")
    }

    @Test(
        arguments: [
            (#"{"type":"log","args":[{"type":"string","value":"a"},{"type":"number","value":1.5}]}"#, "log: a 1.5"),
            (#"{"type":"warning","args":[{"type":"undefined"}]}"#, "warn: undefined"),
            (#"{"type":"assert","args":[{"type":"object","subtype":"null","value":null}]}"#, "error: null"),
            (#"{"type":"startGroup","args":[]}"#, "log: "), ("{}", "log: "), ("null", "log: "),
            (#"{"type":7,"args":"none"}"#, "log: "), (#"{"args":[7,null,[],{}]}"#, "log:    "),
            (
                #"{"args":[{"type":"object","subtype":"error","description":"Error: w\n at x"}]}"#, "log: Error: w"
            ),
            (
                #"{"args":[{"type":"object","preview":{"overflow":true,"properties":[{"name":"a\"","type":"string","value":"b"},{"type":"object","subtype":"null"},7]}}]}"#,
                #"log: {"a\"":"b","":null,"":,…}"#
            ),
            (#"{"args":[{"type":"number","unserializableValue":"-0"}]}"#, "log: -0"),
        ])
    func theConsoleMaySayAnything(parameters: String, said: String) throws {
        let told = Self.told([("Runtime.consoleAPICalled", try JSONValue(parsing: parameters))])
        guard case .console(let message) = told.first else {
            Issue.record("nothing was said")
            return
        }
        #expect("\(message.level): \(message.message)" == said)
        #expect(message.line == nil)
    }

    @Test func whatIsLongIsCut() {
        let told = Self.told([
            (
                "Runtime.consoleAPICalled",
                ["args": [["type": "string", "value": .string(String(repeating: "é", count: 1 << 20))]]]
            )
        ])
        guard case .console(let message) = told.first else {
            Issue.record("nothing was said")
            return
        }
        #expect(message.message.utf8.count == (1 << 16) + 3)
    }

    /// Nothing comes of what makes no sense, and no page is told of as there.
    @Test(
        arguments: [
            "Page.frameStartedNavigating", "Network.requestWillBeSent", "Network.responseReceived",
            "Network.loadingFinished", "Network.loadingFailed", "Page.frameNavigated", "Page.loadEventFired",
            "Page.frameStoppedLoading", "Page.navigatedWithinDocument", "Page.frameDetached", "Fetch.requestPaused",
            "Fetch.authRequired", "Runtime.executionContextCreated", "Runtime.executionContextDestroyed",
            "Runtime.bindingCalled", "Runtime.exceptionThrown", "Something.new",
        ],
        [
            "null", "7", "[]", "{}", #"{"frameId":7,"url":null,"requestId":{},"frame":[],"context":7}"#,
            #"{"frameId":"main"}"#, #"{"requestId":"L"}"#, #"{"frame":{"id":"main"}}"#,
            #"{"name":"sessionBridgePost","payload":"{"}"#, #"{"name":"sessionBridgePost","payload":"{\"name\":7}"}"#,
            #"{"name":"sessionBridgePost","payload":"{\"name\":\"other\",\"body\":1}"}"#,
            #"{"name":"other","payload":"x"}"#,
            #"{"context":{"id":9223372036854775807}}"#,
        ])
    func whatMakesNoSenseMeansNothing(method: String, parameters: String) throws {
        let told = Self.told([(method, try JSONValue(parsing: parameters))])
        #expect(told.filter { if case .asked = $0 { false } else { true } } == [])
    }

    @Test(
        arguments: [
            (#"{"status":1e300}"#, 0), (#"{"status":-1}"#, -1), (#"{"status":"200"}"#, 0), ("{}", 0),
        ])
    func aStatusIsANumber(response: String, status: Int) throws {
        var object = try #require(try JSONValue(parsing: response).objectValue)
        object["url"] = "u"
        let told = Self.told([
            ("Network.responseReceived", ["type": "Document", "frameId": "f", "response": .object(object)])
        ])
        #expect(told == [.response(url: "u", status: status, isForMainFrame: false, isAllowed: true)])
    }

    @Test func loadsWithoutAnEndAreNotKeptWithoutOne() {
        var page = ChromiumPage(mainFrame: "main")
        var count = 0
        for number in 0..<20_000 {
            let (method, parameters) = Self.sends("\(number)", Self.a)
            count += page.take(method, parameters).count
        }
        #expect(count == 10_000)
    }

    @Test(
        arguments: [
            (
                #"{"type":"alert","message":"m"}"#,
                .asked("runJavaScriptAlertPanel", details: JSONObject([("message", "m")])), true
            ),
            (
                #"{"type":"confirm","message":"m"}"#,
                .asked("runJavaScriptConfirmPanel", details: JSONObject([("message", "m"), ("result", false)])), false
            ),
            (
                #"{"type":"prompt","message":"m","defaultPrompt":"d"}"#,
                .asked(
                    "runJavaScriptTextInputPanel",
                    details: JSONObject([("message", "m"), ("defaultText", "d"), ("result", .null)])), false
            ),
            (
                #"{"type":"beforeunload","message":""}"#,
                .asked("runBeforeUnloadConfirmPanel", details: JSONObject([("message", ""), ("result", true)])), true
            ),
        ] as [(String, EngineEvent, Bool)])
    func dialogsAreAnswered(parameters: String, event: EngineEvent, accepts: Bool) throws {
        let reactions = Self.reactions(to: [("Page.javascriptDialogOpening", try JSONValue(parsing: parameters))])
        #expect(
            reactions == [.tell(event), .send("Page.handleJavaScriptDialog", ["accept": .bool(accepts)])])
    }

    @Test func theNextDocumentsRequestIsChangedOnce() {
        var page = ChromiumPage(mainFrame: "main")
        page.request = .headers([.init(name: "cookie", value: "a=1")], url: Self.a + "#x")
        let paused: JSONValue = [
            "requestId": "1", "resourceType": "Document", "frameId": "main",
            "request": ["url": .string(Self.a), "headers": ["Cookie": "b=2", "Accept": "*/*"]],
        ]
        let elsewhere: JSONValue = [
            "requestId": "0", "resourceType": "Document", "frameId": "main", "request": ["url": .string(Self.b)],
        ]
        #expect(page.take("Fetch.requestPaused", elsewhere) == [.send("Fetch.continueRequest", ["requestId": "0"])])
        #expect(
            page.take("Fetch.requestPaused", paused) == [
                .send(
                    "Fetch.continueRequest",
                    [
                        "requestId": "1",
                        "headers": [["name": "Accept", "value": "*/*"], ["name": "cookie", "value": "a=1"]],
                    ])
            ])
        #expect(page.take("Fetch.requestPaused", paused) == [.send("Fetch.continueRequest", ["requestId": "1"])])
        let icon: JSONValue = [
            "requestId": "2", "resourceType": "Other", "request": ["url": "http://a.test/favicon.ico"],
        ]
        #expect(
            page.take("Fetch.requestPaused", icon) == [
                .send("Fetch.failRequest", ["requestId": "2", "errorReason": "BlockedByClient"])
            ])
    }

    @Test(
        arguments: [
            ("http://a.test:8080", "a.test", 8080), ("http://[::1]:80", "[::1]", 80), ("https://a.test", "a.test", nil),
            ("", "", nil), ("///", "", nil), ("http://a.test:99999999999999999999", "a.test:99999999999999999999", nil),
        ] as [(String, String, Int64?)])
    func challengesNameTheirPlace(origin: String, host: String, port: Int64?) {
        let told = Self.told([
            (
                "Fetch.authRequired",
                ["requestId": "1", "authChallenge": ["origin": .string(origin), "scheme": "basic"]]
            )
        ])
        guard case .asked("didReceiveAuthenticationChallenge", let details) = told.first else {
            Issue.record("nothing was asked")
            return
        }
        #expect(details["host"] == .string(host))
        #expect(details["port"] == (port.map { .integer($0) } ?? .null))
    }
}
