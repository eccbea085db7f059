import BridgePrimitives
import Cookies
import Handoffs
import Scenarios
import Testing

@Suite("Lines that ask for handoffs", .timeLimit(.minutes(5)))
struct HandoffRequestTests {
    @Test(arguments: [
        // The line, and what is wrong with it.
        ("", "stdio/not-json", "nothing"),
        ("{", "stdio/not-json", "an object that does not end"),
        ("hunter2-secret", "stdio/not-json", "a password alone"),
        ("[1]", "stdio/not-json", "JSON, and no object"),
        ("\"handoff\"", "stdio/not-json", "JSON, and no object"),
        ("{}", "stdio/bad-member", "no op"),
        (#"{"op":7}"#, "stdio/bad-member", "an op that is no text"),
        (#"{"op":"handof"}"#, "stdio/unknown-op", "a slip in the op"),
        (#"{"op":"handoff","id":{}}"#, "stdio/bad-member", "an id that no answer can repeat"),
        (#"{"op":"handoff","id":1.5}"#, "stdio/bad-member", "an id that others would print otherwise"),
        (#"{"op":"handoff","pasword":"hunter2-secret"}"#, "stdio/unknown-member", "a slip in a member"),
        (#"{"op":"exchange","device":"a","email":"a@example.com"}"#, "stdio/unknown-member", "another op's member"),
        (#"{"op":"handoff","email":1}"#, "stdio/bad-member", "an e-mail that is no text"),
        (#"{"op":"handoff","password":""}"#, "stdio/bad-member", "an empty password"),
        (#"{"op":"handoff","profile":"ios99"}"#, "stdio/unknown-profile", "a profile that there is not"),
        (#"{"op":"handoff","inject":"magic"}"#, "stdio/bad-member", "a way that there is not"),
        (#"{"op":"handoff","path":"https://elsewhere.example/"}"#, "stdio/bad-member", "a path that is a URL"),
        (#"{"op":"handoff","path":"//elsewhere.example/"}"#, "stdio/bad-member", "a path that names a host"),
        (#"{"op":"handoff","path":"/\\elsewhere.example/"}"#, "stdio/bad-member", "the same as browsers read it"),
        (#"{"op":"handoff","keep_data":"yes"}"#, "stdio/bad-member", "a word for true"),
        (#"{"op":"sign-in"}"#, "stdio/bad-member", "a device that nobody could name again"),
        (#"{"op":"exchange"}"#, "stdio/bad-member", "a step of no device"),
        (#"{"op":"relaunch","device":null}"#, "stdio/bad-member", "a step of no device"),
    ])
    func refused(line: String, code: String, why: String) {
        do throws(RefusedLine) {
            _ = try HandoffRequest(line: line)
            Issue.record("\(why): it was read")
        } catch {
            #expect(error.failure.code.rawValue == code, "\(why)")
            #expect(!error.failure.description.contains("hunter2-secret"), "\(why)")
            #expect(!error.failure.fix.isEmpty, "\(why)")
        }
    }

    @Test func whatIsRefusedKeepsItsID() {
        for (id, value) in [("7", JSONValue.integer(7)), ("\"a\"", "a"), ("null", .null)] {
            do throws(RefusedLine) {
                _ = try HandoffRequest(line: "{\"op\":\"fly\",\"id\":\(id)}")
                Issue.record("it was read")
            } catch {
                #expect(error.id == value)
            }
        }
    }

    @Test func eachMemberIsRead() throws {
        let request = try HandoffRequest(
            line: #"{"id":"x","op":"handoff","device":"a","email":"e@example.com","password":"hunter2-secret","#
                + #""profile":"ios17","inject":"cookie-store","path":"/a?b","keep_data":true}"#)
        #expect(request.id == "x")
        #expect(request.operation == .handoff)
        #expect(request.device == "a")
        #expect(request.email == "e@example.com")
        #expect(request.password?.reveal() == "hunter2-secret")
        #expect(request.profile?.name == "ios17")
        #expect(request.injection?.rawValue == "cookie-store")
        #expect(request.path == "/a?b")
        #expect(request.keepsData)
        #expect(!"\(request)".contains("hunter2-secret"), "a password is in no description")
    }

    @Test(arguments: HandoffRequest.Operation.allCases)
    func eachOperationHasALine(operation: HandoffRequest.Operation) throws {
        let request = try HandoffRequest(
            line: "{\"op\":\"\(operation.rawValue)\"" + (Self.isAlone(operation) ? "}" : ",\"device\":\"a\"}"))
        #expect(request.operation == operation)
    }

    private static func isAlone(_ operation: HandoffRequest.Operation) -> Bool { [.stats, .quit].contains(operation) }
}
