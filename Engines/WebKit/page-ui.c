#include "page-ui.h"

#include "output.h"

static GtkWidget *window_opened(WebKitWebView *web G_GNUC_UNUSED, WebKitNavigationAction *action, View *view)
{
    View *window = view->opens_windows ? views_open_window(view) : NULL;
    OutputLine line = output_event("createWebView", view->name);
    output_add_string(&line, "url", webkit_uri_request_get_uri(webkit_navigation_action_get_request(action)));
    if (window)
        output_add_string(&line, "result", window->name);
    else
        output_add_json(&line, "result", "null");
    output_send(&line);
    return window ? GTK_WIDGET(window->web) : NULL;
}

static gboolean dialog_opened(WebKitWebView *web G_GNUC_UNUSED, WebKitScriptDialog *dialog, View *view)
{
    static const char *const names[] = {
        [WEBKIT_SCRIPT_DIALOG_ALERT] = "runJavaScriptAlertPanel",
        [WEBKIT_SCRIPT_DIALOG_CONFIRM] = "runJavaScriptConfirmPanel",
        [WEBKIT_SCRIPT_DIALOG_PROMPT] = "runJavaScriptTextInputPanel",
        [WEBKIT_SCRIPT_DIALOG_BEFORE_UNLOAD_CONFIRM] = "runBeforeUnloadConfirmPanel",
    };
    WebKitScriptDialogType type = webkit_script_dialog_get_dialog_type(dialog);
    OutputLine line = output_event(names[type], view->name);
    output_add_string(&line, "message", webkit_script_dialog_get_message(dialog));
    if (type == WEBKIT_SCRIPT_DIALOG_PROMPT) {
        output_add_string(&line, "defaultText", webkit_script_dialog_prompt_get_default_text(dialog));
        output_add_json(&line, "result", "null");
    } else if (type == WEBKIT_SCRIPT_DIALOG_CONFIRM) {
        webkit_script_dialog_confirm_set_confirmed(dialog, FALSE);
        output_add_boolean(&line, "result", FALSE);
    } else if (type == WEBKIT_SCRIPT_DIALOG_BEFORE_UNLOAD_CONFIRM) {
        webkit_script_dialog_confirm_set_confirmed(dialog, TRUE);
        output_add_boolean(&line, "result", TRUE);
    }
    output_send(&line);
    return TRUE;
}

static const char *authentication_method(WebKitAuthenticationScheme scheme)
{
    switch (scheme) {
    case WEBKIT_AUTHENTICATION_SCHEME_HTTP_BASIC:
        return "HTTPBasic";
    case WEBKIT_AUTHENTICATION_SCHEME_HTTP_DIGEST:
        return "HTTPDigest";
    case WEBKIT_AUTHENTICATION_SCHEME_HTML_FORM:
        return "HTMLForm";
    case WEBKIT_AUTHENTICATION_SCHEME_NTLM:
        return "NTLM";
    case WEBKIT_AUTHENTICATION_SCHEME_NEGOTIATE:
        return "Negotiate";
    case WEBKIT_AUTHENTICATION_SCHEME_CLIENT_CERTIFICATE_REQUESTED:
    case WEBKIT_AUTHENTICATION_SCHEME_CLIENT_CERTIFICATE_PIN_REQUESTED:
        return "ClientCertificate";
    default:
        return "Default";
    }
}

/* Goes on without a credential: the page gets what the server says to those who have none. */
static gboolean asked_to_authenticate(WebKitWebView *web G_GNUC_UNUSED, WebKitAuthenticationRequest *asked, View *view)
{
    OutputLine line = output_event("didReceiveAuthenticationChallenge", view->name);
    output_add_string(&line, "authenticationMethod",
                      authentication_method(webkit_authentication_request_get_scheme(asked)));
    output_add_string(&line, "host", webkit_authentication_request_get_host(asked));
    output_add_integer(&line, "port", webkit_authentication_request_get_port(asked));
    output_add_string(&line, "realm", webkit_authentication_request_get_realm(asked));
    output_add_string(&line, "disposition", "performDefaultHandling");
    output_send(&line);
    webkit_authentication_request_authenticate(asked, NULL);
    return TRUE;
}

static gboolean asked_for_permission(WebKitWebView *web G_GNUC_UNUSED, WebKitPermissionRequest *asked, View *view)
{
    OutputLine line = output_event("requestPermission", view->name);
    output_add_string(&line, "kind", G_OBJECT_TYPE_NAME(asked));
    output_add_string(&line, "decision", "deny");
    output_send(&line);
    webkit_permission_request_deny(asked);
    return TRUE;
}

static gboolean asked_for_files(WebKitWebView *web G_GNUC_UNUSED, WebKitFileChooserRequest *asked, View *view)
{
    OutputLine line = output_event("runOpenPanel", view->name);
    output_add_json(&line, "result", "null");
    output_send(&line);
    webkit_file_chooser_request_cancel(asked);
    return TRUE;
}

static void closed(WebKitWebView *web G_GNUC_UNUSED, View *view)
{
    OutputLine line = output_event("webViewDidClose", view->name);
    output_send(&line);
    views_close_itself(view);
}

static gboolean prevent(void)
{
    return TRUE;
}

void page_ui_observe(View *view)
{
    g_signal_connect(view->web, "create", G_CALLBACK(window_opened), view);
    g_signal_connect(view->web, "script-dialog", G_CALLBACK(dialog_opened), view);
    g_signal_connect(view->web, "authenticate", G_CALLBACK(asked_to_authenticate), view);
    g_signal_connect(view->web, "permission-request", G_CALLBACK(asked_for_permission), view);
    g_signal_connect(view->web, "run-file-chooser", G_CALLBACK(asked_for_files), view);
    g_signal_connect(view->web, "close", G_CALLBACK(closed), view);
    g_signal_connect(view->web, "print", G_CALLBACK(prevent), view);
    g_signal_connect(view->web, "context-menu", G_CALLBACK(prevent), view);
}

static void download_started(WebKitWebContext *context G_GNUC_UNUSED, WebKitDownload *download, gpointer store)
{
    OutputLine line = output_event("didBecomeDownload", NULL);
    output_add_string(&line, "store", store);
    output_add_string(&line, "url", webkit_uri_request_get_uri(webkit_download_get_request(download)));
    output_add_string(&line, "decision", "cancel");
    output_send(&line);
    webkit_download_cancel(download);
}

void page_ui_refuse_downloads(WebKitWebContext *context, const char *store)
{
    g_signal_connect_data(context, "download-started", G_CALLBACK(download_started), g_strdup(store),
                          (GClosureNotify)(void (*)(void))g_free, 0);
}
