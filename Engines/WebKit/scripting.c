#include "scripting.h"

#include <string.h>

#include "output.h"
#include "views.h"

/* The most that a script may give, in bytes of JSON. */
#define RESULT_LIMIT (16u << 20)

static void answer_value(Request *request, JSCValue *value)
{
    g_autofree char *json = jsc_value_is_undefined(value) ? g_strdup("null") : jsc_value_to_json(value, 0);
    if (!json) {
        jsc_context_clear_exception(jsc_value_get_context(value));
        request_answer_error(request, "page/no-json", "what the script gives has no JSON");
        return;
    }
    if (strlen(json) > RESULT_LIMIT) {
        request_answer_error(request, "page/result-too-large", "what the script gives is too large");
        return;
    }
    OutputLine line = output_answer(request_id(request));
    output_open(&line, "result", '{');
    output_add_json(&line, "value", json);
    output_close(&line, '}');
    output_send(&line);
}

static void answer_failure(Request *request, const GError *error)
{
    const char *code = g_error_matches(error, WEBKIT_JAVASCRIPT_ERROR, WEBKIT_JAVASCRIPT_ERROR_SCRIPT_FAILED)
                           ? "page/exception"
                       : g_error_matches(error, WEBKIT_JAVASCRIPT_ERROR, WEBKIT_JAVASCRIPT_ERROR_INVALID_RESULT)
                           ? "page/no-json"
                           : "page/not-evaluated";
    request_answer_error(request, code, "%s", error->message);
}

static void finish(JSCValue *value, GError *error, Request *request)
{
    if (value)
        answer_value(request, value);
    else
        answer_failure(request, error);
}

static void evaluated(GObject *source, GAsyncResult *result, gpointer data)
{
    g_autoptr(Request) request = data;
    g_autoptr(GError) error = NULL;
    g_autoptr(JSCValue) value = webkit_web_view_evaluate_javascript_finish(WEBKIT_WEB_VIEW(source), result, &error);
    finish(value, error, request);
}

static void called(GObject *source, GAsyncResult *result, gpointer data)
{
    g_autoptr(Request) request = data;
    g_autoptr(GError) error = NULL;
    g_autoptr(JSCValue) value =
        webkit_web_view_call_async_javascript_function_finish(WEBKIT_WEB_VIEW(source), result, &error);
    finish(value, error, request);
}

void scripting_evaluate(Request *request)
{
    const char *script = NULL;
    View *view = views_named_in(request);
    if (!view || !request_string(request, "script", &script))
        return;
    webkit_web_view_evaluate_javascript(view->web, script, -1, NULL, NULL, NULL, evaluated, request_hold(request));
}

void scripting_call_async(Request *request)
{
    const char *body = NULL;
    View *view = views_named_in(request);
    if (!view || !request_string(request, "functionBody", &body))
        return;
    webkit_web_view_call_async_javascript_function(view->web, body, -1, NULL, NULL, NULL, NULL, called,
                                                   request_hold(request));
}

void scripting_terminate_process(Request *request)
{
    View *view = views_named_in(request);
    if (!view)
        return;
    request_answer_done(request);
    webkit_web_view_terminate_web_process(view->web);
}
