#include "views.h"

#include "navigation.h"
#include "page-ui.h"
#include "policy.h"
#include "resources.h"
#include "user-content.h"

/* The screen of a telephone, where nothing else is asked for. */
#define USUAL_WIDTH 390
#define USUAL_HEIGHT 844
#define LARGEST_SIDE 8192

static GHashTable *views;

void views_disappoint(View *view, const char *code, const char *message)
{
    for (guint index = 0; index < view->waiting->len; index++) {
        Request *request = g_ptr_array_index(view->waiting, index);
        if (!request_is_answered(request))
            request_answer_error(request, code, "%s", message);
    }
    g_ptr_array_set_size(view->waiting, 0);
}

static void view_free(gpointer data)
{
    View *view = data;
    views_disappoint(view, "page/closed", "the view was closed");
    g_ptr_array_unref(view->waiting);
    g_signal_handlers_disconnect_by_data(view->web, view);
    g_signal_handlers_disconnect_by_data(view->content, view);
    gtk_widget_destroy(view->window);
    g_clear_object(&view->web);
    g_clear_object(&view->content);
    view->store->views--;
    g_free(view->name);
    g_free(view);
}

void views_begin(void)
{
    views = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, view_free);
}

void views_end(void)
{
    g_clear_pointer(&views, g_hash_table_unref);
}

View *views_named_in(Request *request)
{
    const char *name = NULL;
    if (!request_string(request, "view", &name))
        return NULL;
    View *view = g_hash_table_lookup(views, name);
    if (!view)
        request_answer_error(request, "protocol/no-such-view", "no view is called %s", name);
    return view;
}

void views_wait(View *view, Request *request)
{
    for (guint index = view->waiting->len; index > 0; index--)
        if (request_is_answered(g_ptr_array_index(view->waiting, index - 1)))
            g_ptr_array_remove_index_fast(view->waiting, index - 1);
    g_ptr_array_add(view->waiting, request_hold(request));
}

static WebKitSettings *make_settings(const char *user_agent)
{
    WebKitSettings *settings = webkit_settings_new();
    /* window.open of a page is told, not silently dropped. */
    webkit_settings_set_javascript_can_open_windows_automatically(settings, TRUE);
    webkit_settings_set_hardware_acceleration_policy(settings, WEBKIT_HARDWARE_ACCELERATION_POLICY_NEVER);
    if (user_agent)
        webkit_settings_set_user_agent(settings, user_agent);
    return settings;
}

static void put_in_window(View *view, gint64 width, gint64 height)
{
    view->window = gtk_offscreen_window_new();
    gtk_window_set_default_size(GTK_WINDOW(view->window), (int)width, (int)height);
    gtk_container_add(GTK_CONTAINER(view->window), GTK_WIDGET(view->web));
    gtk_widget_show_all(view->window);
}

/* A view that reports its events, without scripts and handlers; it is not in the list of views yet. */
static View *view_begin(char *name, Store *store, View *opener, WebKitSettings *settings)
{
    View *view = g_new0(View, 1);
    view->name = name;
    view->store = store;
    view->opener = opener;
    view->waiting = g_ptr_array_new_with_free_func((GDestroyNotify)request_release);
    view->content = webkit_user_content_manager_new();
    view->web = g_object_ref_sink(g_object_new(WEBKIT_TYPE_WEB_VIEW, "user-content-manager", view->content, "settings",
                                               settings, opener ? "related-view" : "web-context",
                                               opener ? (gpointer)opener->web : (gpointer)store->context, NULL));
    store->views++;
    navigation_observe(view);
    policy_observe(view);
    resources_observe(view);
    page_ui_observe(view);
    return view;
}

void views_make(Request *request)
{
    const char *name = NULL, *user_agent = NULL;
    gboolean tells_console = TRUE, opens_windows = FALSE;
    gint64 width = USUAL_WIDTH, height = USUAL_HEIGHT;
    JsonArray *scripts = NULL, *handlers = NULL;
    if (!request_string(request, "view", &name) || !request_string_if_any(request, "customUserAgent", &user_agent) ||
        !request_boolean_if_any(request, "console", &tells_console) ||
        !request_boolean_if_any(request, "opensWindows", &opens_windows) ||
        !request_integer_if_any(request, "width", 1, LARGEST_SIDE, &width) ||
        !request_integer_if_any(request, "height", 1, LARGEST_SIDE, &height) ||
        !request_objects_if_any(request, "userScripts", &scripts) ||
        !request_objects_if_any(request, "scriptMessageHandlers", &handlers))
        return;
    Store *store = stores_named_in(request);
    if (!store)
        return;
    if (g_hash_table_contains(views, name)) {
        request_answer_error(request, "protocol/name-taken", "there is a view called %s already", name);
        return;
    }
    g_autoptr(WebKitSettings) settings = make_settings(user_agent);
    View *view = view_begin(g_strdup(name), store, NULL, settings);
    view->tells_console = tells_console;
    view->opens_windows = opens_windows;
    put_in_window(view, width, height);
    user_content_begin(view);
    /* A script or handler that is wrong takes the view with it. */
    if (!user_content_add_all(view, request, scripts, handlers)) {
        view_free(view);
        return;
    }
    g_hash_table_insert(views, view->name, view);
    request_answer_done(request);
}

View *views_open_window(View *opener)
{
    char *name = g_strdup_printf("%s/%u", opener->name, ++opener->opened);
    if (g_hash_table_contains(views, name)) {
        g_free(name);
        return NULL;
    }
    View *view = view_begin(name, opener->store, opener, webkit_web_view_get_settings(opener->web));
    view->tells_console = opener->tells_console;
    view->opens_windows = TRUE;
    put_in_window(view, USUAL_WIDTH, USUAL_HEIGHT);
    user_content_begin(view);
    g_hash_table_insert(views, view->name, view);
    return view;
}

static gboolean is_opened_by(gpointer name G_GNUC_UNUSED, gpointer view, gpointer opener)
{
    return ((View *)view)->opener == opener;
}

/* With the windows that its page has opened. */
static void remove_view(View *view)
{
    for (View *window; (window = g_hash_table_find(views, is_opened_by, view));)
        remove_view(window);
    g_hash_table_remove(views, view->name);
}

void views_close(Request *request)
{
    View *view = views_named_in(request);
    if (!view)
        return;
    remove_view(view);
    request_answer_done(request);
}

static gboolean remove_named(gpointer name)
{
    View *view = g_hash_table_lookup(views, name);
    if (view)
        remove_view(view);
    return G_SOURCE_REMOVE;
}

void views_close_itself(View *view)
{
    if (view->opener)
        g_idle_add_full(G_PRIORITY_DEFAULT, remove_named, g_strdup(view->name), g_free);
}
