import Scenarios
import Worlds

/// A real engine or browser in the place of the web view: opens pages, and tells what came of each.
protocol RealView: Sendable {
    /// Opens a page after the session was put where `injection` says.
    func open(_ opening: PageOpening, injecting injection: SessionInjection) async throws -> TwinViewState

    func reload() async throws -> TwinViewState

    /// Takes a step in the page that is shown.
    func take(_ step: PageStep) async throws -> TwinViewState

    /// Does what a step means to the view and its store that opens no page.
    func follow(_ step: Step) async throws

    /// What is shown, as a PNG file; nil where nothing is.
    func picture() async throws -> [UInt8]?
}
