// The Foundation of a Mac has types of these names too. A declaration of the target's own wins over all imports, so one such
// file decides for every file of the target: the simulated device's types are meant. It must not import Foundation itself.
import AppFrameworks

typealias HTTPCookie = AppFrameworks.HTTPCookie
typealias HTTPCookiePropertyKey = AppFrameworks.HTTPCookiePropertyKey
typealias HTTPCookieStorage = AppFrameworks.HTTPCookieStorage
typealias HTTPCookieStringPolicy = AppFrameworks.HTTPCookieStringPolicy
typealias HTTPURLResponse = AppFrameworks.HTTPURLResponse
typealias NSURLRequest = AppFrameworks.NSURLRequest
typealias URLRequest = AppFrameworks.URLRequest
typealias URLResponse = AppFrameworks.URLResponse
typealias URLSession = AppFrameworks.URLSession
typealias URLSessionConfiguration = AppFrameworks.URLSessionConfiguration
typealias URLSessionDataDelegate = AppFrameworks.URLSessionDataDelegate
typealias URLSessionDataTask = AppFrameworks.URLSessionDataTask
typealias URLSessionDelegate = AppFrameworks.URLSessionDelegate
typealias URLSessionTask = AppFrameworks.URLSessionTask
typealias URLSessionTaskDelegate = AppFrameworks.URLSessionTaskDelegate
typealias UserDefaults = AppFrameworks.UserDefaults
