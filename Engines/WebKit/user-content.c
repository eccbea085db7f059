#include "user-content.h"

#include "console.h"
#include "output.h"

void user_content_begin(View *view)
{
    if (view->tells_console)
        console_begin(view);
}

static gboolean read_injection_time(Request *request, WebKitUserScriptInjectionTime *time)
{
    const char *name = NULL;
    if (!request_string(request, "injectionTime", &name))
        return FALSE;
    if (g_strcmp0(name, "atDocumentStart") == 0)
        *time = WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START;
    else if (g_strcmp0(name, "atDocumentEnd") == 0)
        *time = WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_END;
    else {
        request_answer_error(request, "protocol/wrong-type", "injectionTime is atDocumentStart or atDocumentEnd");
        return FALSE;
    }
    return TRUE;
}

/* Of the object that the request is read from. */
static gboolean add_script(View *view, Request *request)
{
    const char *source = NULL;
    gboolean is_main_frame_only = TRUE;
    WebKitUserScriptInjectionTime time;
    if (!request_string(request, "source", &source) || !read_injection_time(request, &time) ||
        !request_boolean_if_any(request, "forMainFrameOnly", &is_main_frame_only))
        return FALSE;
    WebKitUserScript *script = webkit_user_script_new(
        source, is_main_frame_only ? WEBKIT_USER_CONTENT_INJECT_TOP_FRAME : WEBKIT_USER_CONTENT_INJECT_ALL_FRAMES, time,
        NULL, NULL);
    webkit_user_content_manager_add_script(view->content, script);
    webkit_user_script_unref(script);
    return TRUE;
}

/* Both names, since a message may come while its view is being closed. */
typedef struct {
    char *view;
    char *name;
} Handler;

static void handler_free(gpointer data, GClosure *closure G_GNUC_UNUSED)
{
    Handler *handler = data;
    g_free(handler->view);
    g_free(handler->name);
    g_free(handler);
}

static void received(WebKitUserContentManager *manager G_GNUC_UNUSED, WebKitJavascriptResult *result, gpointer data)
{
    Handler *handler = data;
    g_autofree char *body = jsc_value_to_json(webkit_javascript_result_get_js_value(result), 0);
    OutputLine line = output_event("didReceiveScriptMessage", handler->view);
    output_add_string(&line, "name", handler->name);
    /* What JSON has no word for, undefined say, is null to WKWebView too. */
    output_add_json(&line, "body", body ? body : "null");
    output_send(&line);
}

static gboolean add_handler(View *view, Request *request)
{
    const char *name = NULL;
    if (!request_string(request, "name", &name))
        return FALSE;
    if (!*name || !webkit_user_content_manager_register_script_message_handler(view->content, name)) {
        request_answer_error(request, "protocol/name-taken", "there is a handler called %s already, or cannot be", name);
        return FALSE;
    }
    Handler *handler = g_new0(Handler, 1);
    handler->view = g_strdup(view->name);
    handler->name = g_strdup(name);
    g_autofree char *signal = g_strconcat("script-message-received::", name, NULL);
    g_signal_connect_data(view->content, signal, G_CALLBACK(received), handler, handler_free, 0);
    return TRUE;
}

gboolean user_content_add_all(View *view, Request *request, JsonArray *scripts, JsonArray *handlers)
{
    gboolean is_fine = TRUE;
    for (guint index = 0; is_fine && handlers && index < json_array_get_length(handlers); index++) {
        request_enter(request, json_array_get_object_element(handlers, index));
        is_fine = add_handler(view, request);
    }
    for (guint index = 0; is_fine && scripts && index < json_array_get_length(scripts); index++) {
        request_enter(request, json_array_get_object_element(scripts, index));
        is_fine = add_script(view, request);
    }
    request_leave(request);
    return is_fine;
}

void user_content_add_script(Request *request)
{
    View *view = views_named_in(request);
    if (view && add_script(view, request))
        request_answer_done(request);
}

void user_content_remove_scripts(Request *request)
{
    View *view = views_named_in(request);
    if (!view)
        return;
    webkit_user_content_manager_remove_all_scripts(view->content);
    if (view->tells_console)
        console_add_script(view);
    request_answer_done(request);
}

void user_content_add_handler(Request *request)
{
    View *view = views_named_in(request);
    if (view && add_handler(view, request))
        request_answer_done(request);
}

void user_content_remove_handler(Request *request)
{
    const char *name = NULL;
    View *view = views_named_in(request);
    if (!view || !request_string(request, "name", &name))
        return;
    GQuark detail = g_quark_try_string(name);
    guint signal = g_signal_lookup("script-message-received", WEBKIT_TYPE_USER_CONTENT_MANAGER);
    gulong found = detail ? g_signal_handler_find(view->content, G_SIGNAL_MATCH_ID | G_SIGNAL_MATCH_DETAIL |
                                                      G_SIGNAL_MATCH_FUNC, signal, detail, NULL, received, NULL)
                          : 0;
    if (found == 0) {
        request_answer_error(request, "protocol/no-such-handler", "no handler is called %s", name);
        return;
    }
    g_signal_handler_disconnect(view->content, found);
    webkit_user_content_manager_unregister_script_message_handler(view->content, name);
    request_answer_done(request);
}
