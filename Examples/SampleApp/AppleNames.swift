// The Foundation of a Mac has types of these names too. A declaration of the target's own wins over all imports, so one such
// file decides for every file of the target: the simulated device's types are meant. It must not import Foundation itself.
public import AppFrameworks

public typealias HTTPCookie = AppFrameworks.HTTPCookie
public typealias HTTPCookiePropertyKey = AppFrameworks.HTTPCookiePropertyKey
public typealias HTTPCookieStorage = AppFrameworks.HTTPCookieStorage
public typealias HTTPCookieStringPolicy = AppFrameworks.HTTPCookieStringPolicy
public typealias HTTPURLResponse = AppFrameworks.HTTPURLResponse
public typealias NSURLRequest = AppFrameworks.NSURLRequest
public typealias URLRequest = AppFrameworks.URLRequest
public typealias URLResponse = AppFrameworks.URLResponse
public typealias URLSession = AppFrameworks.URLSession
public typealias URLSessionConfiguration = AppFrameworks.URLSessionConfiguration
public typealias URLSessionDataDelegate = AppFrameworks.URLSessionDataDelegate
public typealias URLSessionDataTask = AppFrameworks.URLSessionDataTask
public typealias URLSessionDelegate = AppFrameworks.URLSessionDelegate
public typealias URLSessionTask = AppFrameworks.URLSessionTask
public typealias URLSessionTaskDelegate = AppFrameworks.URLSessionTaskDelegate
public typealias UserDefaults = AppFrameworks.UserDefaults
public typealias CFArray = AppFrameworks.CFArray
public typealias CFBoolean = AppFrameworks.CFBoolean
public typealias CFData = AppFrameworks.CFData
public typealias CFDictionary = AppFrameworks.CFDictionary
public typealias CFString = AppFrameworks.CFString
public typealias CFTypeRef = AppFrameworks.CFTypeRef
public typealias OSStatus = AppFrameworks.OSStatus
