#pragma once

#include "request.h"

/* `evaluateJavaScript` and `callAsyncJavaScript`: what a script gives, as JSON, or what it throws. */
void scripting_evaluate(Request *request);
void scripting_call_async(Request *request);

/* Ends the view's web content process, as the system does when memory is short. */
void scripting_terminate_process(Request *request);
