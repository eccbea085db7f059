import SimulatedDevice
import WebViews

extension AppProcess {
    /// Who follows the pages of this device's apps; nil for nobody.
    var pageFollower: (any PageFollower)? { device.services.service((any PageFollower).self) }

    /// The app has called for something that comes later, by a handler or by itself: who wants to know what came of the app's
    /// pages waits until ``callDidEnd()``, which follows whatever becomes of it.
    func callDidBegin() { pageFollower?.callDidBegin() }
    func callDidEnd() { pageFollower?.callDidEnd() }
}
