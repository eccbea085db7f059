import Reasons

extension HeadlessWebView {
    /// Runs scripts of what stands in for the page's modules, one after the other until one fails.
    ///
    /// They are not traced: what they do of note the program tells.
    ///
    /// - Parameters:
    ///   - scripts: each with the name that it has in stack traces.
    ///   - isFirst: whether the program begins in this document, and finds its port there.
    ///   - follows: whether the view goes where the scripts lead before this returns; a page that is still loading does
    ///     so by itself.
    package func run(
        _ scripts: [(text: String, name: String)], of program: any PageProgram, isFirst: Bool = false,
        follows: Bool = false
    ) async -> ProgramOutcome {
        let page = page
        if isFirst { page.program = program }
        guard page.program === program else { return .gone }
        guard let world = page.scripts(in: { scriptGroup }) else {
            return .failed(ScriptFailure(.threw, message: "JavaScriptCore gives no context"))
        }
        if isFirst { world.installPort() }
        page.host.program = program
        var outcome = ProgramOutcome.done
        for (text, name) in scripts {
            do throws(ScriptFailure) { try world.execute(text, sourceURL: name) } catch {
                outcome = .failed(error)
                break
            }
        }
        page.host.program = nil
        await deliverMessages(of: page)
        guard page.host.requestedNavigation != nil else { return outcome }
        if follows { await followScript(of: page) }
        return .leaves
    }
}
