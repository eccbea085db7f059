#pragma once

#include "views.h"

/* What WKNavigationDelegate is told, and what starts and ends a navigation. */

void navigation_observe(View *view);

void navigation_load(Request *request);
void navigation_load_html(Request *request);
void navigation_reload(Request *request);
void navigation_go_back(Request *request);
void navigation_go_forward(Request *request);
void navigation_stop(Request *request);
