import BridgePrimitives

extension PageEngineReason {
    /// What an error of the helper's means (docs/webkit-helper.md, Errors).
    init(helperCode: String) {
        self =
            switch helperCode {
            case "page/exception": .scriptFailed
            case "page/closed": .cancelled
            case "page/process-terminated": .processTerminated
            case "page/no-json", "page/result-too-large": .noJSON
            default: .refused
            }
    }
}
