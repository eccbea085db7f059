import BridgePrimitives

/// The body of an asynchronous function, as `callAsyncJavaScript` takes it, written as a script that evaluates to a
/// report.
struct AsyncFunction {
    let body: String
    let arguments: [(name: String, value: JSONValue)]

    /// The report is filled in by promise reactions, which have run before it is read.
    var script: String {
        let names = JSONValue.array(arguments.map { .string($0.name) } + [.string(body)]).text()
        let values = JSONValue.array(arguments.map(\.value)).text()
        return """
            (() => {
              const report = { state: 'pending' };
              const made = Object.getPrototypeOf(async function () {}).constructor(...\(names));
              made(...\(values)).then(
                value => {
                  report.state = ['function', 'symbol'].includes(typeof value) ? 'unsupported' : 'done';
                  report.value = value;
                },
                error => { report.state = 'threw'; report.error = String(error); });
              return report;
            })()
            """
    }

    /// What the report says.
    static func value(in report: JSONValue) throws(ScriptFailure) -> JSONValue {
        switch report["state"]?.stringValue {
        case "done": return report["value"] ?? .null
        case "threw": throw ScriptFailure(caught: report["error"]?.stringValue ?? "an exception without a text")
        case "unsupported":
            throw ScriptFailure(.unsupportedResult, message: "JavaScript gave a function or a symbol")
        default:
            throw ScriptFailure(
                .notSimulated,
                message: "The promise waits for what never comes here: this web view has no timers and no fetch.")
        }
    }
}
