#pragma once

#include "views.h"

/* WKUserContentController: user scripts, and handlers of script messages. */

/* Adds what tells of the console, where the view is to. */
void user_content_begin(View *view);
/* What a view begins with; FALSE, with the answer given, when something in it is wrong. */
gboolean user_content_add_all(View *view, Request *request, JsonArray *scripts, JsonArray *handlers);

void user_content_add_script(Request *request);
void user_content_remove_scripts(Request *request);
void user_content_add_handler(Request *request);
void user_content_remove_handler(Request *request);
