#pragma once

#include "views.h"

/*
 * WKNavigationDelegate's two questions, whether to navigate and what to do with an answer. They are answered as
 * WKWebView answers them without a delegate, and told as events: what it cannot show is cancelled, not downloaded.
 */
void policy_observe(View *view);
