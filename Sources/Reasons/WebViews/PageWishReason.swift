/// What a page wants of the app that shows it, and does not get.
public enum PageWishReason: String, Reason {
    case download = "page/download"
    case credentialsWanted = "page/credentials-wanted"
    case panel = "page/panel"
    case panelInForeignFrame = "page/panel-in-foreign-frame"
    case unanswered = "page/unanswered"
    case newWindow = "page/new-window"
    case windowWithoutGesture = "page/window-without-gesture"
    case contentProcessEnded = "page/content-process-ended"
}
