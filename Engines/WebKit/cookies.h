#pragma once

#include "request.h"

/* WKHTTPCookieStore: each is answered when WebKit has done it, as the completion handlers of WKWebView are called. */
void cookies_set(Request *request);
void cookies_delete(Request *request);
void cookies_get_all(Request *request);
