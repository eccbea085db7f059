#pragma once

#include "views.h"

/*
 * What pages write to the console, and the exceptions that nobody catches, as events.
 *
 * WKWebView has no delegate for them, and WebKitGTK no longer: here, as there, a user script in every frame, before all
 * others, passes them on. What the engine itself would write there, of a blocked load say, is not among them.
 */
void console_begin(View *view);
void console_add_script(View *view);
