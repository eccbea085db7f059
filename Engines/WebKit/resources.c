#include "resources.h"

#include "output.h"

/* What the end of a load is told with; the view may have gone by then. */
typedef struct {
    char *view;
    gint64 number;
    gboolean is_over;
} Load;

static void load_free(gpointer data, GClosure *closure G_GNUC_UNUSED)
{
    Load *load = data;
    g_free(load->view);
    g_free(load);
}

/* Some loads end twice: the first end counts. */
static void end(Load *load, const char *message)
{
    if (load->is_over)
        return;
    load->is_over = TRUE;
    OutputLine line = output_event("resourceLoadDidComplete", load->view);
    output_add_integer(&line, "resource", load->number);
    output_add_string(&line, "error", message);
    output_send(&line);
}

static void finished(WebKitWebResource *resource G_GNUC_UNUSED, Load *load)
{
    end(load, NULL);
}

static void failed(WebKitWebResource *resource G_GNUC_UNUSED, GError *error, Load *load)
{
    end(load, error->message);
}

static void failed_tls(WebKitWebResource *resource G_GNUC_UNUSED, GTlsCertificate *certificate G_GNUC_UNUSED,
                       GTlsCertificateFlags flags G_GNUC_UNUSED, Load *load)
{
    end(load, "the certificate is not accepted");
}

static void started(WebKitWebView *web G_GNUC_UNUSED, WebKitWebResource *resource, WebKitURIRequest *request,
                    View *view)
{
    static gint64 count;
    Load *load = g_new0(Load, 1);
    load->view = g_strdup(view->name);
    load->number = ++count;
    OutputLine line = output_event("resourceLoadDidSendRequest", view->name);
    output_add_integer(&line, "resource", load->number);
    output_add_string(&line, "url", webkit_uri_request_get_uri(request));
    output_send(&line);
    g_signal_connect_data(resource, "finished", G_CALLBACK(finished), load, load_free, 0);
    g_signal_connect(resource, "failed", G_CALLBACK(failed), load);
    g_signal_connect(resource, "failed-with-tls-errors", G_CALLBACK(failed_tls), load);
}

void resources_observe(View *view)
{
    g_signal_connect(view->web, "resource-load-started", G_CALLBACK(started), view);
}
