/// What a browser made of `Clear-Site-Data`.
public enum ClearSiteDataReason: String, Reason {
    case cookiesCleared = "clear-site-data/cookies-cleared"
    case storageCleared = "clear-site-data/storage-cleared"
    case insecureOrigin = "clear-site-data/insecure-origin"
    case unknownType = "clear-site-data/unknown-type"
}
