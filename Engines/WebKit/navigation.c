#include "navigation.h"

#include <libsoup/soup.h>

#include "output.h"

static void send(View *view, const char *event, const char *url)
{
    OutputLine line = output_event(event, view->name);
    output_add_string(&line, "url", url);
    output_send(&line);
}

static void load_changed(WebKitWebView *web, WebKitLoadEvent event, View *view)
{
    const char *url = webkit_web_view_get_uri(web);
    switch (event) {
    case WEBKIT_LOAD_STARTED:
        view->has_failed = FALSE;
        send(view, "didStartProvisionalNavigation", url);
        break;
    case WEBKIT_LOAD_REDIRECTED:
        send(view, "didReceiveServerRedirectForProvisionalNavigation", url);
        break;
    case WEBKIT_LOAD_COMMITTED:
        send(view, "didCommit", url);
        break;
    case WEBKIT_LOAD_FINISHED:
        if (!view->has_failed)
            send(view, "didFinish", url);
        view->has_failed = FALSE;
        break;
    }
}

static void send_failure(View *view, WebKitLoadEvent event, const char *url, const GError *error)
{
    view->has_failed = TRUE;
    gboolean is_provisional = event == WEBKIT_LOAD_STARTED || event == WEBKIT_LOAD_REDIRECTED;
    OutputLine line = output_event(is_provisional ? "didFailProvisionalNavigation" : "didFail", view->name);
    output_add_string(&line, "url", url);
    output_open(&line, "error", '{');
    output_add_string(&line, "domain", g_quark_to_string(error->domain));
    output_add_integer(&line, "code", error->code);
    output_add_string(&line, "message", error->message);
    output_close(&line, '}');
    output_send(&line);
}

/* TRUE everywhere: no page of the engine's takes the place of the one that failed, as none does in WKWebView. */
static gboolean load_failed(WebKitWebView *web G_GNUC_UNUSED, WebKitLoadEvent event, const char *url, GError *error,
                            View *view)
{
    send_failure(view, event, url, error);
    return TRUE;
}

static gboolean load_failed_tls(WebKitWebView *web G_GNUC_UNUSED, const char *url,
                                GTlsCertificate *certificate G_GNUC_UNUSED, GTlsCertificateFlags flags, View *view)
{
    static const struct {
        GTlsCertificateFlags flag;
        const char *words;
    } problems[] = {
        {G_TLS_CERTIFICATE_UNKNOWN_CA, "from an authority that is not trusted"},
        {G_TLS_CERTIFICATE_BAD_IDENTITY, "for another host"},
        {G_TLS_CERTIFICATE_NOT_ACTIVATED, "not valid yet"},
        {G_TLS_CERTIFICATE_EXPIRED, "expired"},
        {G_TLS_CERTIFICATE_REVOKED, "revoked"},
        {G_TLS_CERTIFICATE_INSECURE, "insecure"},
    };
    g_autoptr(GString) words = g_string_new("the certificate is ");
    gboolean is_first = TRUE;
    for (gsize index = 0; index < G_N_ELEMENTS(problems); index++) {
        if (!(flags & problems[index].flag))
            continue;
        g_string_append_printf(words, "%s%s", is_first ? "" : ", ", problems[index].words);
        is_first = FALSE;
    }
    if (is_first)
        g_string_append(words, "not accepted");
    g_autoptr(GError) error = g_error_new_literal(G_TLS_ERROR, G_TLS_ERROR_BAD_CERTIFICATE, words->str);
    send_failure(view, WEBKIT_LOAD_STARTED, url, error);
    return TRUE;
}

static void url_changed(WebKitWebView *web, GParamSpec *property G_GNUC_UNUSED, View *view)
{
    send(view, "urlDidChange", webkit_web_view_get_uri(web));
}

static void title_changed(WebKitWebView *web, GParamSpec *property G_GNUC_UNUSED, View *view)
{
    OutputLine line = output_event("titleDidChange", view->name);
    const char *title = webkit_web_view_get_title(web);
    output_add_string(&line, "title", title ? title : "");
    output_send(&line);
}

static void process_terminated(WebKitWebView *web G_GNUC_UNUSED, WebKitWebProcessTerminationReason reason, View *view)
{
    OutputLine line = output_event("webViewWebContentProcessDidTerminate", view->name);
    output_add_string(&line, "reason",
                      reason == WEBKIT_WEB_PROCESS_CRASHED                 ? "crashed"
                      : reason == WEBKIT_WEB_PROCESS_EXCEEDED_MEMORY_LIMIT ? "exceededMemoryLimit"
                                                                           : "terminated");
    output_send(&line);
}

void navigation_observe(View *view)
{
    g_signal_connect(view->web, "load-changed", G_CALLBACK(load_changed), view);
    g_signal_connect(view->web, "load-failed", G_CALLBACK(load_failed), view);
    g_signal_connect(view->web, "load-failed-with-tls-errors", G_CALLBACK(load_failed_tls), view);
    g_signal_connect(view->web, "notify::uri", G_CALLBACK(url_changed), view);
    g_signal_connect(view->web, "notify::title", G_CALLBACK(title_changed), view);
    g_signal_connect(view->web, "web-process-terminated", G_CALLBACK(process_terminated), view);
}

/* FALSE, with the answer given, unless all members are texts. */
static gboolean add_headers(Request *request, JsonObject *object, WebKitURIRequest *load)
{
    SoupMessageHeaders *headers = webkit_uri_request_get_http_headers(load);
    g_autoptr(GList) names = json_object_get_members(object);
    for (GList *name = names; name; name = name->next) {
        const char *value = NULL;
        request_enter(request, object);
        gboolean is_text = request_string(request, name->data, &value);
        request_leave(request);
        if (!is_text)
            return FALSE;
        if (headers)
            soup_message_headers_append(headers, name->data, value);
    }
    return TRUE;
}

void navigation_load(Request *request)
{
    const char *url = NULL;
    JsonObject *headers = NULL;
    View *view = views_named_in(request);
    if (!view || !request_string(request, "url", &url) || !request_object_if_any(request, "headers", &headers))
        return;
    g_autoptr(GUri) uri = g_uri_parse(url, G_URI_FLAGS_PARSE_RELAXED | G_URI_FLAGS_ENCODED, NULL);
    if (!uri) {
        request_answer_error(request, "protocol/bad-url", "the text is no URL");
        return;
    }
    g_autoptr(WebKitURIRequest) load = webkit_uri_request_new(url);
    if (headers && !add_headers(request, headers, load))
        return;
    request_answer_done(request);
    webkit_web_view_load_request(view->web, load);
}

void navigation_load_html(Request *request)
{
    const char *html = NULL, *base = NULL;
    View *view = views_named_in(request);
    if (!view || !request_string(request, "html", &html) || !request_string_if_any(request, "baseURL", &base))
        return;
    request_answer_done(request);
    webkit_web_view_load_html(view->web, html, base);
}

/* What needs nothing but the view. */
static void act(Request *request, void (*action)(WebKitWebView *web))
{
    View *view = views_named_in(request);
    if (!view)
        return;
    request_answer_done(request);
    action(view->web);
}

void navigation_reload(Request *request)
{
    act(request, webkit_web_view_reload);
}

void navigation_go_back(Request *request)
{
    act(request, webkit_web_view_go_back);
}

void navigation_go_forward(Request *request)
{
    act(request, webkit_web_view_go_forward);
}

void navigation_stop(Request *request)
{
    act(request, webkit_web_view_stop_loading);
}
