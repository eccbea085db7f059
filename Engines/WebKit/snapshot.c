#include "snapshot.h"

#include "output.h"
#include "views.h"

typedef struct {
    Request *request;
    char *file;
} Snapshot;

static void taken(GObject *source, GAsyncResult *result, gpointer data)
{
    Snapshot *snapshot = data;
    g_autoptr(Request) request = snapshot->request;
    g_autofree char *file = snapshot->file;
    g_free(snapshot);
    g_autoptr(GError) error = NULL;
    cairo_surface_t *surface = webkit_web_view_get_snapshot_finish(WEBKIT_WEB_VIEW(source), result, &error);
    if (!surface) {
        request_answer_error(request, "page/no-snapshot", "%s", error->message);
        return;
    }
    cairo_status_t status = cairo_surface_write_to_png(surface, file);
    if (status == CAIRO_STATUS_SUCCESS) {
        OutputLine line = output_answer(request_id(request));
        output_open(&line, "result", '{');
        output_add_integer(&line, "width", cairo_image_surface_get_width(surface));
        output_add_integer(&line, "height", cairo_image_surface_get_height(surface));
        output_close(&line, '}');
        output_send(&line);
    } else {
        request_answer_error(request, "page/no-snapshot", "%s: %s", file, cairo_status_to_string(status));
    }
    cairo_surface_destroy(surface);
}

void snapshot_take(Request *request)
{
    const char *file = NULL;
    gboolean is_whole = FALSE;
    View *view = views_named_in(request);
    if (!view || !request_string(request, "file", &file) ||
        !request_boolean_if_any(request, "wholeDocument", &is_whole))
        return;
    if (!g_path_is_absolute(file)) {
        request_answer_error(request, "page/no-snapshot", "%s is no absolute path", file);
        return;
    }
    Snapshot *snapshot = g_new0(Snapshot, 1);
    snapshot->request = request_hold(request);
    snapshot->file = g_strdup(file);
    webkit_web_view_get_snapshot(view->web,
                                 is_whole ? WEBKIT_SNAPSHOT_REGION_FULL_DOCUMENT : WEBKIT_SNAPSHOT_REGION_VISIBLE,
                                 WEBKIT_SNAPSHOT_OPTIONS_NONE, NULL, taken, snapshot);
}
