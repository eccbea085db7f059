#pragma once

#include "views.h"

/*
 * What a page wants of somebody who is not there: windows, panels, permissions, downloads, passwords.
 *
 * Each is answered as WKWebView answers it without delegates, and told as an event.
 */
void page_ui_observe(View *view);

/* Downloads belong to a store: what is told names it. */
void page_ui_refuse_downloads(WebKitWebContext *context, const char *store);
